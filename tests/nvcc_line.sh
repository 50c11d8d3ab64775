#!/bin/sh
# nvcc_line.sh ROOT PROGRAM.cu NVCC: the line that builds the program alone stands in its header
# comment; runs it from ROOT for the oldest architecture that nvcc knows, and, where the code asks which it is
# compiled for, for the newest, with warnings as errors.
root=$1 program=$2 nvcc=$3
[ -x "$nvcc" ] || { echo "no nvcc here"; exit 77; }
cd "$root" || exit 1
line=$(sed -n 's|^//  *nvcc  *\(.*\)|\1|p' "$program" | head -1)
case $line in *mpicxx*) command -v mpicxx >/dev/null || { echo "no MPI here"; exit 77; } ;; esac
[ -n "$line" ] || { echo "$program: no nvcc line in the header comment"; exit 1; }
line=${line%%&&*}
case $line in
"$program "*) ;;
*) echo "$program: the nvcc line builds something else: $line"; exit 1 ;;
esac
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
# Everything but the place of the result is the line's own.
options=$(printf '%s\n' "$line" | sed 's| -o [^ ]*||')
case $options in
*-lglut*)
    # Where freeglut is not, window.h does without, and so must the line.
    echo '#include <GL/freeglut.h>' | c++ -E -x c++ - >/dev/null 2>&1 ||
        options=$(printf '%s\n' "$options" | sed 's| -lglut -lGL||')
    ;;
esac
case $options in
*-lnccl*)
    echo '#include <nccl.h>' | "$nvcc" -E -x cu - >/dev/null 2>&1 || { echo 'no NCCL here'; exit 77; }
    ;;
esac
known=$("$nvcc" --list-gpu-arch | sed -n 's/^compute_\([0-9]*\)$/\1/p' | sort -n)
oldest=$(printf '%s\n' "$known" | head -1) newest=$(printf '%s\n' "$known" | tail -1)
chips="sm_$oldest" for_newest=''
# Its code is its own file, the headers of its chapter and of common/, and the folder of its ladder.
# shellcheck disable=SC2046 # names without spaces
if grep -rsq __CUDA_ARCH__ "$program" "${program%/*}"/[a-z]*.h common \
    $(sed -n "s|^#include \"\([a-z][^\"]*\)/.*|${program%/*}/\1|p" "$program"); then
    chips="$chips and sm_$newest" for_newest="-gencode arch=compute_$newest,code=sm_$newest"
fi
# The linker that is the quickest, where it is.
lld=''
! command -v ld.lld >/dev/null || lld='-Xcompiler -fuse-ld=lld'
# std::riemann_zeta and the like, which no program uses, are a third of what nvcc has to do.
# shellcheck disable=SC2086 # these are words
"$nvcc" $options -D_GLIBCXX_BITS_SPECFUN_H $lld -gencode "arch=compute_$oldest,code=sm_$oldest" $for_newest -Werror all-warnings \
    -Xcompiler -Wall,-Wextra,-Werror -Wno-deprecated-gpu-targets -o "$folder/program" || exit 1
echo "$chips: built"
