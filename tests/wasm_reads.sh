#!/bin/sh
# wasm_reads.sh ROOT: a compiler for WebAssembly reads the headers that kernels are compiled with, and the whole
# runtime: pointers of 32 bits, no signals, no OS threads, no exceptions. Of emulator/machine/ it reads what is for
# such a machine.
cd "$1/emulator" || exit 1
command -v clang++ || { echo 'no clang++ here'; exit 77; }
reads='clang++ --target=wasm32-wasi -fsyntax-only -std=c++17 -fno-exceptions -Wall -Wextra -Werror -I. -isystem include'
# shellcheck disable=SC2086 # a command of words
echo '#include <map>' | $reads -x c++ - 2>/dev/null ||
    { echo 'no C++ library for WebAssembly here (package libc++-dev-wasm32)'; exit 77; }
# All as one file, because nearly all that takes time is the headers of the C++ library.
# shellcheck disable=SC2086
echo '#include <cuda_runtime.h>
#include <cuda_pipeline.h>
#include <mma.h>' | $reads -x c++ - &&
    for file in runtime/*.cpp machine/webassembly/*.cpp; do
        echo "#line 1 \"$file\""
        cat "$file"
    done | $reads -iquote runtime -iquote machine/webassembly -x c++ -
