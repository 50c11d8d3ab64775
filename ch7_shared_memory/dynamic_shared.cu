// dynamic_shared: shared memory whose size is known only when the kernel is launched
//
// `__shared__ double value[n];` does not compile: n must be a constant. Instead, the third argument
// of a launch gives every block so many bytes of shared memory, and the kernel declares
//
//     extern __shared__ __align__(8) unsigned char memory[];
//
// It is one piece, however many arrays are wanted, so the kernel deals it out itself. An int must
// lie at a multiple of 4 bytes and a double at a multiple of 8, which may leave gaps:
//
//     memory | mark: n bytes |gap| order: n ints          |gap| value: n doubles                |
//            0                   multiple of 4                multiple of 8                bytes
//
// A block may have 48 KiB for the asking. There is usually more; ask the device how much. Each
// kernel that needs it opts in with cudaFuncSetAttribute.
// Long because what a launch may ask for depends on the device, and is said.
//
//     nvcc ch7_shared_memory/dynamic_shared.cu -I. -o dynamic_shared && ./dynamic_shared
#include "../common/book.h"
#include "../common/table.h"
#include "three_arrays.h"

const int threadsPerBlock = 256, blocksPerGrid = 8;

// Where in the piece the arrays begin, in bytes; mark begins it. Host and kernel must agree.
struct layout {
    size_t order, value, bytes;
};

__host__ __device__ static size_t round_up(size_t offset, size_t multiple) {
    return (offset + multiple - 1) / multiple * multiple;
}

__host__ __device__ static layout lay_out(size_t n) {
    layout at;
    at.order = round_up(n * sizeof(unsigned char), sizeof(int));
    at.value = round_up(at.order + n * sizeof(int), sizeof(double));
    at.bytes = at.value + n * sizeof(double);
    return at;
}

// Each block rearranges its n values: place i gets the value of place order[i], negative if that
// place is marked. Any thread may need any element, so the block fetches them all first.
__global__ void rearrange(const unsigned char *mark, const int *order, const double *value,
                          double *result, int n) {
    extern __shared__ __align__(8) unsigned char memory[];
    layout at = lay_out(n);
    unsigned char *block_mark = memory;
    int *block_order = (int *)(memory + at.order);
    double *block_value = (double *)(memory + at.value);

    size_t first = (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        block_mark[i] = mark[first + i];
        block_order[i] = order[first + i];
        block_value[i] = value[first + i];
    }
    __syncthreads(); // from here on threads read what others have fetched
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int j = block_order[i];
        double found = block_value[j];
        result[first + i] = block_mark[j] ? -found : found;
    }
}

// Runs the kernel with n elements a block. Returns how many of all results are right.
static long long run(int n, size_t bytes) {
    three_arrays a = three_arrays_make(n, blocksPerGrid);
    rearrange<<<blocksPerGrid, threadsPerBlock, bytes>>>(a.dev_mark, a.dev_order, a.dev_value,
                                                         a.dev_result, n);
    HANDLE_LAUNCH("rearrange");
    long long right = three_arrays_right(&a);
    three_arrays_free(&a);
    return right;
}

// The most elements whose arrays fit into so many bytes.
static long long most(long long bytes) {
    long long n = bytes / (1 + sizeof(int) + sizeof(double));
    return (long long)lay_out(n).bytes <= bytes ? n : n - 1; // gaps are less than an element
}

int main(int argc, char **argv) {
    long long n = 1000, opt_in = 1;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1 << 30, "elements of a block in the first launch"},
        {"opt-in", BOOK_INTEGER, &opt_in, 0, 1, "1: ask for more than 48 KiB where needed; 0: not"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "three arrays in one piece of dynamic shared memory", options);
    book_table table;
    book_table_open(&table, csv, "n,bytes,opted_in,blocks_per_multiprocessor,right,results");

    int device = 0, limit = 0, opt_in_limit = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlock, device));
    HANDLE_ERROR(
        cudaDeviceGetAttribute(&opt_in_limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if ((long long)lay_out(n).bytes > opt_in_limit) {
        fprintf(stderr,
                "option --n: %lld elements take %lld bytes of shared memory in each block; this "
                "device gives a block up to %d, so --n up to %lld\n",
                n, (long long)lay_out(n).bytes, opt_in_limit, most(opt_in_limit));
        book_exit(BOOK_EXIT_USAGE);
    }
    printf("a block of this device may have %d bytes of shared memory, %d if it opts in\n", limit,
           opt_in_limit);

    // As many as --n says, and then as many as fit.
    long long sizes[3] = {n, most(limit), most(opt_in_limit)}, right = 0, results = 0;
    for (int k = 0; k < (opt_in ? 3 : 2); k++) {
        size_t bytes = lay_out(sizes[k]).bytes;
        int more = opt_in && bytes > (size_t)limit, blocks = 0;
        printf("rearrange<<<%d, %d, %zu>>>: %lld element%s a block%s\n", blocksPerGrid,
               threadsPerBlock, bytes, sizes[k], sizes[k] == 1 ? "" : "s",
               more ? ", opted in" : "");
        // 48 KiB a kernel may have on every device; one that takes more must say so beforehand, or
        // its launch fails.
        if (more)
            HANDLE_ERROR(cudaFuncSetAttribute(
                rearrange, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
        long long found = run((int)sizes[k], bytes);
        // The blocks that run on a multiprocessor at the same time share its memory.
        HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rearrange,
                                                                   threadsPerBlock, bytes));
        printf("    a multiprocessor has room for %d such blocks at a time\n", blocks);
        book_table_row(&table, "%lld,%zu,%d,%d,%lld,%lld", sizes[k], bytes, more, blocks, found,
                       blocksPerGrid * sizes[k]);
        right += found;
        results += blocksPerGrid * sizes[k];
    }
    book_table_close(&table);
    return book_verdict(right == results, "%lld of %lld results are right", right, results);
}
