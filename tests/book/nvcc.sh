#!/bin/sh
# The driver that takes nvcc's command line, nvcc.sh CHECKOUT BUILD: by hand, from a Makefile, from CMake, and
# installed. BUILD has its target `toolkit` built.
# shellcheck source=tests/book/lib.sh
. "$(dirname "$0")/lib.sh"
BUILD=$2 NVCC=$2/toolkit/bin/nvcc

# Device code in two files, a header beside them, and a C file.
cat >main.cu <<'END'
#include <stdio.h>
#include "scale.h"
extern "C" int plus_one(int);
__global__ void fill(int *out) {
    out[threadIdx.x] = scaled(threadIdx.x) + offset;
}
int main(int argc, char **argv) {
    int *d_out, out[4];
    cudaMalloc(&d_out, sizeof out);
    set_offset(10);
    fill<<<1, 4>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d, %d%s%s\n", out[0], out[1], out[2], out[3], plus_one(1), argc > 1 ? ", " : "", argc > 1 ? argv[1] : "");
    cudaFree(d_out);
}
END
cat >scale.h <<'END'
extern __device__ int offset;
__device__ int scaled(int);
void set_offset(int);
END
cat >scale.cu <<'END'
#include "scale.h"
#ifndef FACTOR
#define FACTOR 2
#endif
__device__ int offset;
__device__ int scaled(int i) { return FACTOR * i; }
void set_offset(int value) { cudaMemcpyToSymbol(offset, &value, sizeof value); }
END
echo 'int plus_one(int x) { return x + 1; }' >plus.c
right='^10 12 14 16, 2$'

runs 0 "$NVCC" -rdc=true -arch=sm_90 -std=c++11 -O3 --use_fast_math -Xptxas -v -lineinfo \
    -Xcompiler '-Wall,-Wextra' main.cu scale.cu plus.c -o whole -lcudart -lm
no_err .
runs 0 ./whole
out "$right"

# One by one; options in their other forms.
runs 0 "$NVCC" -dc main.cu --output-file=main.o -MD -MP
runs 0 "$NVCC" --device-c -DFACTOR=3 scale.cu
runs 0 "$NVCC" -c plus.c
runs 0 "$NVCC" main.o scale.o plus.o -o parts
runs 0 ./parts
out '^10 13 16 19, 2$'
runs 0 cat main.d
out '^main\.o: '
out '^  main\.cu'
out '^  scale\.h'
out '^scale\.h:$'
no_out "${TMPDIR:-/tmp}/nvcc\."
runs 0 "$NVCC" -MM -MT other.o main.cu
out '^other\.o: '
printf '%s\n' '-I. -D FACTOR=4' "-o 'from a file'" >options
runs 0 "$NVCC" --options-file options main.cu scale.cu plus.c
runs 0 './from a file'
out '^10 14 18 22, 2$'
runs 0 "$NVCC" --run --run-args '"an argument",another' main.cu scale.cu plus.c
out '^10 12 14 16, 2, an argument$'
runs 0 "$NVCC" -lib scale.cu plus.c -o libscale.a
runs 0 "$NVCC" main.cu -L. -lscale -o archive
runs 0 ./archive
out "$right"

# A product and the sum that it goes into are rounded once, if the processor can, unless an option says no.
cat >product.cu <<'END'
#include <cstdio>
__global__ void multiply_add(float *x) { *x = x[1] * x[2] + x[3]; }
int main() {
    float *x;
    cudaMallocManaged(&x, 4 * sizeof(float));
    x[1] = 1.0f + 0x1p-23f, x[2] = 1.0f - 0x1p-23f, x[3] = -1;
    multiply_add<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("rounded %s\n", *x == 0 ? "twice" : "once");
    cudaFree(x);
}
END
once='^rounded once$' twice='^rounded twice$'
grep -q '^flags.* fma\|^Features.* asimd' /proc/cpuinfo || once=$twice
for option in '' -use_fast_math -fmad=true "--fmad true"; do
    # shellcheck disable=SC2086 # a word or two, or none
    runs 0 "$NVCC" -run $option product.cu
    out "$once"
done
for option in -fmad=false "--fmad false" '-fmad=false -use_fast_math' -G; do
    # shellcheck disable=SC2086
    runs 0 "$NVCC" -run $option product.cu
    out "$twice"
done
runs 1 "$NVCC" -fmad=no product.cu
err "'no': expected true or false"

cat >square.cu <<'END'
__global__ void squares(int *n) { *n *= *n; }
extern "C" int square(int n) {
    int *d_n;
    cudaMalloc(&d_n, sizeof n);
    cudaMemcpy(d_n, &n, sizeof n, cudaMemcpyHostToDevice);
    squares<<<1, 1>>>(d_n);
    cudaMemcpy(&n, d_n, sizeof n, cudaMemcpyDeviceToHost);
    cudaFree(d_n);
    return n;
}
END
echo 'int square(int); int main() { return square(7); }' >seven.c
runs 0 "$NVCC" -shared -Xcompiler -fPIC square.cu -o libsquare.so
runs 0 "${CC:-cc}" seven.c -L. -lsquare -Wl,-rpath,. -o seven
runs 49 ./seven
runs 0 "${CC:-cc}" main.o scale.o plus.o -o by_cc -L"$BUILD/toolkit/lib64" -lcudart -lstdc++ -lm
runs 0 ./by_cc
out '^10 13 16 19, 2$'
cp main.cu renamed.cpp
runs 0 "$NVCC" -x cu -c renamed.cpp
runs 0 "$NVCC" renamed.o scale.cu plus.c -o renamed
runs 0 ./renamed
out "$right"
# As C++ that is preprocessed, which compiles by itself.
runs 0 "$NVCC" -cuda main.cu
runs 0 "$NVCC" -x c++ -c main.cu.cpp.ii -o preprocessed.o
# What an option allows.
echo 'constexpr int ten() { return 10; } __global__ void k(int *p) { *p = ten(); }' >relaxed.cu
runs 0 "$NVCC" -c --expt-relaxed-constexpr relaxed.cu
runs 1 "$NVCC" -c relaxed.cu
err 'ten\(\) runs on the host, though it is constexpr'
runs 0 "$NVCC" --version
out '^nvcc: NVIDIA \(R\) Cuda compiler driver$'
out 'release 13\.0'

# A source for the host may have macros of other libraries: these are zlib's.
printf '#define FAR\n#define OF(args) args\n#include <cuda_runtime.h>\n' >other_macros.cpp
runs 0 "$NVCC" -c other_macros.cpp

# Words for others come in many spellings. Where NVIDIA's driver is, it takes the same.
cat >words.cpp <<'END'
constexpr bool same(const char *a, const char *b) { return *a == *b && (*a == 0 || same(a + 1, b + 1)); }
static_assert(A == 1 && B == 2 && C == 3 && D == 4, "words");
static_assert(same(TEXT, TEXT_SHOULD), "text");
int main() {}
END
real=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc)
# words WORD...: with these TEXT is x,y, and A, B, C and D are 1, 2, 3 and 4.
words() {
    for driver in "$NVCC" ${real:+"$real"}; do
        runs 0 "$driver" "$@" '-DTEXT_SHOULD="x,y"' -c words.cpp
    done
}
words -Xcompiler '-DA=1 -DB=2' --compiler-options '-DC=3,-DD=4' '-DTEXT="x,y"'
words '-Xcompiler=-DA=1 -DB=2' '--compiler-options= -DC=3 ,, -DD=4 ' '-DTEXT=\"x\,y\"'
words -D A=1,B=2 '-DC=3, D=4' -U E,F -Xcompiler '-DTEXT=\\\"x\,y\\\"'
words -Xcompiler '-DA=1,"-DB=2" '"'-DC=1 + 2'" -Xcompiler -DD=4 -Xcompiler '"-DTEXT=\\\"x,y\\\""'
words --define-macro=A=1 -Xcompiler "-DB='2',-DC=3	-DD=4" -D 'TEXT="x,y"' -Xptxas '-v -O2' -Xptxas=-v,-O2 -I/,/tmp
for driver in "$NVCC" ${real:+"$real"}; do
    runs 0 "$driver" seven.c -Xlinker '-rpath,/x -z now' -Xlinker=-z,relro -L/,. '-lm -lrt' -l m,square -o seven_again
    runs 1 "$driver" -c '-std=c++17 -O2' words.cpp
    err "Value 'c\+\+17 -O2' is not defined for option 'std'"
done

# The checker.
cat >race.cu <<'END'
__global__ void race(int *sum) { *sum += threadIdx.x; }
int main() {
    int *sum;
    cudaMalloc(&sum, 4);
    cudaMemset(sum, 0, 4);
    race<<<1, 64>>>(sum);
    cudaFree(sum);
}
END
runs 0 "$NVCC" --check race.cu -o race
runs 98 ./race
err 'race on global memory in kernel race'
err 'race\.cu:1: '

# What is wrong is named, in nvcc's way.
echo '__global__ void broken(int *p) { *p = 1 }' >broken.cu
runs 1 "$NVCC" -c broken.cu
err '^broken\.cu:1:[0-9]+: error: '
[ ! -e broken.o ] || wrong 'an object of what does not compile'
echo '__global__ void k(int *p) { *p = blockidx.x; }' >misspelt.cu
runs 1 "$NVCC" -c misspelt.cu
err "^misspelt\.cu:1:34: error: 'blockidx' is not known here; did you mean 'blockIdx'"
runs 1 "$NVCC" main.cu plus.c
err '^main\.cu:[0-9]+: error: set_offset\(int\) is used, and no file defines it$'
runs 1 "$NVCC" scale.cu
err '^error: there is no main\(\): a program begins with int main\(\)$'
no_err 'ld\.|crt1'
runs 1 "$NVCC" --bogus main.cu
err "Unknown option '--bogus'"
runs 1 "$NVCC" missing.cu
err "Could not open input file 'missing\.cu'"
runs 1 "$NVCC" main.cu -lcudnn
err '-lcudnn: the emulator has no cuDNN'
runs 1 "$NVCC" -ptx main.cu
err '-ptx: '
runs 1 "$NVCC"
err 'No input files'
runs 1 "$NVCC" -c main.cu scale.cu -o both.o
err 'single input file'
runs 1 "$NVCC" -o
err "Option '-o' requires an argument"

# A course's Makefile.
cat >Makefile <<'END'
NVCC = nvcc
program: main.o scale.o plus.o
	$(NVCC) -arch=sm_80 $^ -o $@
%.o: %.cu scale.h
	$(NVCC) -arch=sm_80 -O2 -dc $< -o $@
%.o: %.c
	$(NVCC) -c $< -o $@
END
rm -f ./*.o
runs 0 make -j4 NVCC="$NVCC"
runs 0 ./program
out "$right"

# CMake, of which it is the CUDA compiler.
mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(project LANGUAGES C CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(scale STATIC ../scale.cu ../plus.c)
add_executable(program ../main.cu)
set_target_properties(scale program PROPERTIES CUDA_SEPARABLE_COMPILATION ON POSITION_INDEPENDENT_CODE ON)
target_link_libraries(program scale CUDA::cudart)
END
runs 0 cmake -S project -B project/build -G Ninja -DCMAKE_CUDA_COMPILER="$NVCC"
out 'CUDA compiler identification is NVIDIA 13'
runs 0 cmake --build project/build
runs 0 project/build/program
out "$right"

# Installed, and found as a package by a project that knows of no CUDA compiler.
runs 0 cmake --install "$BUILD" --prefix "$SCRATCH/installed"
runs 0 installed/bin/cuda-emulator-nvcc main.cu scale.cu plus.c -o by_installed
runs 0 ./by_installed
out "$right"
mkdir package
cat >package/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(package LANGUAGES C CXX)
find_package(CudaEmulator REQUIRED)
add_library(headers INTERFACE)
target_include_directories(headers INTERFACE ..)
cuda_emulator_add_library(scale ../scale.cu ../plus.c)
cuda_emulator_add_executable(program ../main.cu)
target_link_libraries(program PRIVATE scale headers)
cuda_emulator_add_executable(race CHECK ../race.cu)
END
runs 0 cmake -S package -B package/build -G Ninja -DCMAKE_PREFIX_PATH="$SCRATCH/installed"
runs 0 cmake --build package/build
runs 0 package/build/program
out "$right"
runs 98 package/build/race

finish
