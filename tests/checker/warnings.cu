// What need not be wrong, or is so by the rules only: warnings, which leave the exit code alone.
#include "mistakes.h"

// unused says: warning: result that nobody looks at
// unused says: what cudaMemset returns goes nowhere
// unused exit: 0
// unused env: CUDA_CHECKER_STRICT=1
template <bool CORRECT> void unused() {
    int *values = zeros<int>(1);
    if (CORRECT)
        must(cudaMemset(values, 1, 4));
    else
        cudaMemset(values, 1, 4); // here: unused
    finish(values);
}

// A function of one's own that looks at the error is none of the API's.
inline cudaError_t cudaTested(cudaError_t error) {
    must(error);
    return error;
}
// unused_branch says: what cudaFree returns goes nowhere
// unused_branch exit: 0
// unused_branch env: CUDA_CHECKER_STRICT=1
template <bool CORRECT> void unused_branch() {
    int *values = zeros<int>(1);
    if (CORRECT)
        cudaTested(cudaFree(values));
    else
        cudaFree(values); // here: unused_branch
}

// A call that fails is a mistake, whoever looks.
// unused_error says: error: call refused
// unused_error says: cudaMemset returns cudaErrorInvalidValue
template <bool CORRECT> void unused_error() {
    int *values = zeros<int>(1);
    if (CORRECT)
        must(cudaMemset(values, 1, 4));
    else
        cudaMemset(values, 1, 5); // here: unused_error
    finish(values);
}

// unanswered says: warning: result that nobody looks at
// unanswered says: nobody asks whether the launch was accepted
// unanswered exit: 0
// unanswered env: CUDA_CHECKER_STRICT=1
__global__ void nothing() {}
template <bool CORRECT> void unanswered() {
    nothing<<<1, 1>>>(); // here: unanswered
    if (CORRECT)
        must(cudaPeekAtLastError());
}

// equal says: warning: several threads store the same value in global memory in kernel equal_kernel
// equal says: both store the same value
// equal exit: 0
template <bool CORRECT> __global__ void equal_kernel(int *found) {
    if (!CORRECT || threadIdx.x == 7)
        *found = 5; // here: equal
}
template <bool CORRECT> void equal() {
    int *found = zeros<int>(1);
    equal_kernel<CORRECT><<<1, 64>>>(found);
    finish(found);
}

// equal_shared says: warning: several threads store the same value in shared memory
// equal_shared says: writes 8 bytes: byte 0 of flag
// equal_shared says: writes 8 bytes there
// equal_shared exit: 0
template <bool CORRECT> __global__ void equal_shared_kernel(double *out) {
    __shared__ double flag;
    if (!CORRECT || threadIdx.x == 0)
        flag = 3; // here: equal_shared
    __syncthreads();
    out[threadIdx.x] = flag;
}
template <bool CORRECT> void equal_shared() {
    double *out = zeros<double>(64);
    equal_shared_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// The last of many threads that store the same stores something else.
// nearly_equal says: error: race on global memory in kernel nearly_equal_kernel
template <bool CORRECT> __global__ void nearly_equal_kernel(int *last) {
    if (!CORRECT || threadIdx.x == 63)
        *last = threadIdx.x == 63 ? 2 : 1; // here: nearly_equal
}
template <bool CORRECT> void nearly_equal() {
    int *last = zeros<int>(1);
    nearly_equal_kernel<CORRECT><<<1, 64>>>(last);
    finish(last);
}

// never_read says: warning: result that nothing reads
// never_read says: a kernel writes it, and no kernel and no copy reads it: out, 256 bytes of device
// never_read exit: 0
__global__ void numbers(int *out) {
    out[threadIdx.x] = threadIdx.x; // here: never_read
}
template <bool CORRECT> void never_read() {
    int *out, mine[64];
    must(cudaMalloc(&out, sizeof mine)); // here: never_read
    numbers<<<1, 64>>>(out);
    if (CORRECT)
        must(cudaMemcpy(mine, out, sizeof mine, cudaMemcpyDeviceToHost));
    must(cudaFree(out));
}

// Bytes, of which each thread has its own, written twice; the memory is never freed, either.
// never_read_bytes says: warning: leak
// never_read_bytes exit: 0
// never_read_bytes says: 64 bytes of device memory
template <bool CORRECT> __global__ void bytes(unsigned char *out) {
    out[threadIdx.x] = 1;
}
template <bool CORRECT> void never_read_bytes() {
    unsigned char *out;
    must(cudaMalloc(&out, 64)); // here: never_read_bytes
    bytes<CORRECT><<<1, 64>>>(out);
    bytes<CORRECT><<<1, 64>>>(out);
    if (CORRECT)
        finish(out);
}

// What one kernel writes another one reads, and then writes again: nothing is lost.
// never_read_twice says: result that nothing reads
// never_read_twice says: : b, 256 bytes of device memory
// never_read_twice exit: 0
__global__ void step(const int *from, int *to) {
    to[threadIdx.x] = from[63 - threadIdx.x] + 1; // here: never_read_twice
}
template <bool CORRECT> void never_read_twice() {
    int *a, *b;
    must(cudaMalloc(&a, 256)), must(cudaMalloc(&b, 256)); // here: never_read_twice
    must(cudaMemset(a, 0, 256));
    step<<<1, 64>>>(a, b);
    if (CORRECT)
        step<<<1, 64>>>(b, a);
    must(cudaFree(a));
    must(cudaFree(b));
}

// lost_output says: warning: printf that a GPU would not show in kernel print
// lost_output says: the program ends without having waited for the kernel
// lost_output exit: 0
__device__ char nothing_to_say[1];
__global__ void print() {
    printf("%s", nothing_to_say); // here: lost_output
}
template <bool CORRECT> void lost_output() {
    print<<<1, 1>>>();
    if (CORRECT)
        must(cudaDeviceSynchronize());
}

// left_loop says: warning: barrier without exited threads in kernel left_loop_kernel
// left_loop says: 3 times so far
// left_loop says: 0 findings, 1 warning, 3 times in all
// left_loop exit: 0
template <bool CORRECT> __global__ void left_loop_kernel() {
    if (!CORRECT && threadIdx.x >= 32)
        return;
    __syncthreads(); // here: left_loop
    __syncthreads(); // here: left_loop
    __syncthreads(); // here: left_loop
}
template <bool CORRECT> void left_loop() {
    left_loop_kernel<CORRECT><<<1, 64>>>();
    must(cudaGetLastError());
}

// As many blocks as fit into the array, which leaves elements over.
// part_written says: warning: copy of memory of which nothing has written a part
// part_written says: cudaMemcpy reads 400 bytes, and nothing has written 16 of them, the first: byte 384
// part_written exit: 0
__global__ void fill(int *values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = i;
}
template <bool CORRECT> void part_written() {
    int *values, mine[100];
    must(cudaMalloc(&values, sizeof mine)); // here: part_written
    fill<<<CORRECT ? 4 : 3, 32>>>(values, 100);
    must(cudaMemcpy(mine, values, sizeof mine, cudaMemcpyDeviceToHost)); // here: part_written
    must(cudaFree(values));
}

// Nobody has launched the kernel.
// none_written says: cudaMemcpy reads 128 bytes, and nothing has written any of them, from: byte 0 of
// none_written exit: 0
template <bool CORRECT> void none_written() {
    int *values, mine[32];
    must(cudaMalloc(&values, sizeof mine)); // here: none_written
    if (CORRECT)
        fill<<<1, 32>>>(values, 32);
    must(cudaMemcpy(mine, values, sizeof mine, cudaMemcpyDeviceToHost)); // here: none_written
    must(cudaFree(values));
}

// Padding is nothing that one would write, of structs and behind rows.
// rows_written says: reads 400 bytes, and nothing has written 100 of them, the first: byte 1536 of image
// rows_written exit: 0
struct padded {
    double x;
    char c;
};
__global__ void fill_padded(padded *all) {
    all[threadIdx.x].x = 1;
    all[threadIdx.x].c = 'x';
}
__global__ void fill_rows(char *image, size_t pitch, int width) {
    if (threadIdx.x < width)
        image[blockIdx.x * pitch + threadIdx.x] = 1;
}
template <bool CORRECT> void rows_written() {
    padded *structs, mine[32];
    must(cudaMalloc(&structs, sizeof mine));
    fill_padded<<<1, 32>>>(structs);
    must(cudaMemcpy(mine, structs, sizeof mine, cudaMemcpyDeviceToHost));
    must(cudaFree(structs));
    char *image, pixels[4][100], everything[4 * 512];
    size_t pitch;
    must(cudaMallocPitch(&image, &pitch, 100, 4)); // here: rows_written
    fill_rows<<<CORRECT ? 4 : 3, 128>>>(image, pitch, 100);
    const auto kind = cudaMemcpyDeviceToHost;
    must(cudaMemcpy2D(pixels, 100, image, pitch, 100, 4, kind)); // here: rows_written
    must(cudaMemcpy(everything, image, 4 * pitch, cudaMemcpyDeviceToHost));
    must(cudaFree(image));
}

// Comments in the source say what is on purpose, at either side of a race.
// ignored says: 1 finding ignored, as comments in the source say
// ignored says: warnings.cu:[0-9]+: race, 64 times
// ignored exit: 0
template <bool CORRECT> __global__ void ignored_kernel(int *out) {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x; // here: ignored
    if (CORRECT)
        __syncthreads();
    // cuda-check: ignore unwritten, race: as an example
    out[threadIdx.x] = values[63 - threadIdx.x];
}
template <bool CORRECT> void ignored() {
    int *out = zeros<int>(64);
    ignored_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// The mask of the lowest n bits, where n may be all 32.
// wide_shift exit: 0
// wide_shift says: warning: shift by all of a number's bits in kernel wide_shift_kernel
// wide_shift says: thread 31 of block .0,0,0. shifts a number of 32 bits by 32: undefined
template <bool CORRECT> __global__ void wide_shift_kernel(unsigned *out) {
    unsigned n = threadIdx.x + 1;
    if (CORRECT)
        out[threadIdx.x] = n < 32 ? (1u << n) - 1 : ~0u;
    else
        out[threadIdx.x] = (1u << n) - 1; // here: wide_shift
}
template <bool CORRECT> void wide_shift() {
    unsigned *out = zeros<unsigned>(32);
    wide_shift_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// The comment is about something else, or would be if it were spelt well.
// not_ignored says: error: race on shared memory in kernel not_ignored_kernel
// not_ignored says: warning: comment that does not say what it ignores
// not_ignored says: warnings.cu:[0-9]+: there is no kind 'rase' to ignore; do you mean 'race'[?]
// not_ignored says: missing: one of race, out-of-bounds, .*equal-stores.*, partly-unwritten$
template <bool CORRECT> __global__ void not_ignored_kernel(int *out) {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x; // here: not_ignored
    if (CORRECT)
        __syncthreads();
    // cuda-check: ignore unwritten, rase, index // here: not_ignored
    out[threadIdx.x] = values[63 - threadIdx.x];
}
template <bool CORRECT> void not_ignored() {
    int *out = zeros<int>(64);
    not_ignored_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Of a list with one that is misspelt the others count; the reason needs no colon, and no kinds.
// ignored_list says: warning: comment that does not say what it ignores
// ignored_list says: warnings.cu:[0-9]+: there is no kind 'indeks' to ignore; do you mean 'index'[?]
// ignored_list says: 0 findings, 1 warning, 1 time in all
// ignored_list says: warnings.cu:[0-9]+: race, 64 times
// ignored_list says: warnings.cu:[0-9]+: unused-result, 1 time
// ignored_list exit: 0
template <bool CORRECT> __global__ void ignored_list_kernel(int *out) {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    if (CORRECT)
        __syncthreads();
    // cuda-check: ignore indeks,race: as an example // here: ignored_list
    out[threadIdx.x] = values[63 - threadIdx.x];
}
template <bool CORRECT> void ignored_list() {
    int *out = zeros<int>(64);
    ignored_list_kernel<CORRECT><<<1, 64>>>(out);
    if (CORRECT)
        must(cudaMemset(out, 1, 4));
    else
        cudaMemset(out, 1, 4); // cuda-check: ignore unused-result, as nobody reads it
    finish(out);
}

// The word before the kinds.
// misread says: error: race on shared memory in kernel misread_kernel
// misread says: warning: comment that does not say what it ignores
// misread says: warnings.cu:[0-9]+: behind cuda-check: there is no 'ignroe', only 'ignore'
template <bool CORRECT> __global__ void misread_kernel(int *out) {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x; // cuda-check: ignroe race // here: misread
    if (CORRECT)
        __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}
template <bool CORRECT> void misread() {
    int *out = zeros<int>(64);
    misread_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Without --strict too, as it is said that there is such a comment.
// ignored_result says: 1 finding ignored, as comments in the source say
// ignored_result says: unused-result, 1 time
// ignored_result exit: 0
template <bool CORRECT> void ignored_result() {
    int *values = zeros<int>(1);
    if (CORRECT)
        must(cudaMemset(values, 1, 4));
    else
        cudaMemset(values, 1, 4); // cuda-check: ignore unused-result
    finish(values);
}

MISTAKES(CASE(unused), CASE(unused_branch), CASE(unused_error), CASE(unanswered), CASE(equal),
         CASE(equal_shared), CASE(nearly_equal), CASE(wide_shift), CASE(never_read),
         CASE(never_read_bytes), CASE(never_read_twice), CASE(lost_output), CASE(left_loop),
         CASE(part_written), CASE(none_written), CASE(rows_written), CASE(ignored),
         CASE(not_ignored), CASE(ignored_list), CASE(misread), CASE(ignored_result))
