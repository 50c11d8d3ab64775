// const_add: numbers that are the same for all threads, in constant memory
//
// `__constant__` declares a variable of the device that the host writes and kernels only read. When
// all 32 threads of a warp read the same place of it, they get it in one step, a broadcast. So it
// is the place for what all threads need. (Kernel arguments lie there too.)
//
//     cudaMemcpyToSymbol(table, two, 2 * sizeof(int), 1 * sizeof(int));
//                        where  from  bytes           bytes from the start of the variable
//
//     table    [ 10 ][ 20 ][ 30 ][ 40 ]        two    [ 21 ][ 31 ]
//     byte      0     4     8     12                   to bytes 4 to 11: table becomes 10 21 31 40
//
// The offset counts bytes, not elements. A copy past the end of the variable is refused: see
// --offset 3.
//
//     nvcc ch8_const_texture/const_add.cu -I. -o const_add && ./const_add
#include "../common/book.h"

#define ENTRIES 4

__constant__ int addend;
__constant__ int table[ENTRIES]; // zeros, until the host writes

// Adds two vectors, and to each sum the same number.
__global__ void add_number(const int *a, const int *b, int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] + b[i] + addend;
}

// Adds two vectors, and to each sum a number from the table: a different one for every 32 elements,
// so that the threads of a warp want the same one.
__global__ void add_from_table(const int *a, const int *b, int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] + b[i] + table[i / 32 % ENTRIES];
}

// How many elements of dev_c are a[i] + b[i] + plus[i / 32 % ENTRIES]; c: room for them on the
// host.
static int count_right(const int *dev_c, int *c, const int *a, const int *b, int n,
                       const int plus[ENTRIES]) {
    HANDLE_ERROR(cudaMemcpy(c, dev_c, n * sizeof(int), cudaMemcpyDeviceToHost));
    int right = 0;
    for (int i = 0; i < n; i++)
        right += c[i] == a[i] + b[i] + plus[i / 32 % ENTRIES];
    return right;
}

int main(int argc, char **argv) {
    long long size = 1000, offset = 1;
    book_option options[] = {
        {"n", BOOK_INTEGER, &size, 1, 1 << 28, "elements of each vector"}, // a + b + 40 fits an int
        {"offset", BOOK_INTEGER, &offset, 0, 3,
         "entry of the table where two others go, 3: too far"},
    };
    book_parse(argc, argv, "adds vectors and numbers from constant memory", options);
    int n = (int)size, threadsPerBlock = 256;
    int blocksPerGrid = (n + threadsPerBlock - 1) / threadsPerBlock;

    size_t bytes = n * sizeof(int);
    int *dev_a, *dev_b, *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, bytes));
    int *a = (int *)malloc(bytes);
    int *b = (int *)malloc(bytes);
    int *c = (int *)malloc(bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_NULL(c);
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 5 * i + 100;
    }
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));

    // One number. A symbol is named, not pointed to: it is no variable of the host.
    int two = 2, all_two[ENTRIES] = {2, 2, 2, 2}, right = 0;
    HANDLE_ERROR(cudaMemcpyToSymbol(addend, &two, sizeof two));
    add_number<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_c, n);
    HANDLE_LAUNCH("add_number");
    right += count_right(dev_c, c, a, b, n, all_two);
    printf("addend = %d: c[0] = %d + %d + %d = %d\n", two, a[0], b[0], two, c[0]);

    // An array, from its start: an offset that is left out is 0.
    int entries[ENTRIES] = {10, 20, 30, 40};
    HANDLE_ERROR(cudaMemcpyToSymbol(table, entries, sizeof entries));
    add_from_table<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_c, n);
    HANDLE_LAUNCH("add_from_table");
    right += count_right(dev_c, c, a, b, n, entries);
    printf("table  = %d %d %d %d\n", entries[0], entries[1], entries[2], entries[3]);

    // A part of it, between two launches.
    int others[2] = {21, 31}, found[ENTRIES];
    HANDLE_ERROR(cudaMemcpyToSymbol(table, others, sizeof others, offset * sizeof(int)));
    for (int i = 0; i < 2 && offset + i < ENTRIES; i++) // what the table should hold now
        entries[offset + i] = others[i];
    add_from_table<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_c, n);
    HANDLE_LAUNCH("add_from_table");
    right += count_right(dev_c, c, a, b, n, entries);
    HANDLE_ERROR(cudaMemcpyFromSymbol(found, table, sizeof found)); // and back, to look at it
    printf("table  = %d %d %d %d, 8 bytes of it written at byte %d\n", found[0], found[1], found[2],
           found[3], (int)(offset * sizeof(int)));

    free(a);
    free(b);
    free(c);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    return book_verdict(right == 3 * n && memcmp(found, entries, sizeof found) == 0,
                        "%d of %d sums are right, %s", right, 3 * n,
                        memcmp(found, entries, sizeof found) == 0
                            ? "and the table is what was written"
                            : "but the table is not");
}
