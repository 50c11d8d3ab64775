// dot_mpi: the dot product by many processes, on one host or many (MPI)
//
// Every rank has a device, makes its own part of the vectors there, and reduces it as dot.cu of
// chapter 5 does, to one sum for each block. Then all ranks add theirs, place by place:
//
//     rank 0   sums of its blocks    c0         c1         c2         ...
//     rank 1                         d0         d1         d2         ...
//     rank 2                         e0         e1         e2         ...
//     in rank 0, from MPI_Reduce     c0+d0+e0   c1+d1+e1   c2+d2+e2   ...
//
//     --reduce mpi     MPI_Reduce. Some MPI libraries take pointers to a device's memory; for the
//                      others the sums are copied to the host first
//     --reduce nccl    ncclReduce, from device to device. NCCL has no way of its own to find the
//                      other processes: MPI takes its identifier round
//
// With a[i] = i and b[i] = 2i the result is known: (N-1) N (2N-1) / 3.
//
//     nvcc ch11_multi_gpu/dot_mpi.cu -I. -ccbin mpicxx -o dot_mpi && mpirun -np 4 ./dot_mpi
#include "dot_exact.h"
#include "nccl_ranks.h"
#include "ranks.h"

const int threadsPerBlock = 256, blocksPerGrid = 1024;

// Elements first, first + 1, ... of the vectors.
__global__ void fill(float *a, float *b, long long first, long long n) {
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    for (; i < n; i += (long long)blockDim.x * gridDim.x) {
        a[i] = (float)(first + i);
        b[i] = (float)(2 * (first + i));
    }
}

__global__ void dot(const float *a, const float *b, float *c, long long n) {
    __shared__ float cache[threadsPerBlock];
    float sum = 0;
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half != 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = cache[0];
}

// Adds n floats of every rank, place by place, into sums of rank 0, on the host. dev_sums: room for
// n floats on the device.
static void add_by_mpi(const ranks *all, const float *dev_c, float *dev_sums, float *sums, int n) {
    size_t bytes = n * sizeof(float);
    if (!all->device_aware) {
        float part[blocksPerGrid];
        HANDLE_ERROR(cudaMemcpy(part, dev_c, bytes, cudaMemcpyDeviceToHost));
        HANDLE_MPI(MPI_Reduce(part, sums, n, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD));
        return;
    }
    HANDLE_ERROR(cudaStreamSynchronize(0)); // MPI knows nothing of streams
    HANDLE_MPI(MPI_Reduce(dev_c, dev_sums, n, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD));
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
}

#if HAS_NCCL
static void add_by_nccl(ncclComm_t comm, const float *dev_c, float *dev_sums, float *sums, int n) {
    HANDLE_NCCL(ncclReduce(dev_c, dev_sums, n, ncclFloat, ncclSum, 0, comm, 0));
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, n * sizeof(float), cudaMemcpyDeviceToHost));
}
#endif

int main(int argc, char **argv) {
    long long n = 33 * 1024, repeat = 10;
    enum { BY_MPI, BY_NCCL };
    int reduce = BY_MPI;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector, of all ranks together"},
        {"reduce", BOOK_CHOICE, &reduce, 0, 0,
         HAS_NCCL ? "mpi|nccl: what adds up the ranks' sums" : "mpi: built without NCCL"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000000, "times that a GPU does it, to be timed"},
    };
    ranks all = ranks_open(argc, argv, "dot product by processes, each with a device", options);
    if (!BOOK_ON_GPU)
        repeat = 1;

    long long first = ranks_part(&all, n, all.rank);
    long long mine = ranks_part(&all, n, all.rank + 1) - first;
    size_t bytes = (mine > 0 ? mine : 1) * sizeof(float); // a rank may have nothing to do
    float *dev_a, *dev_b, *dev_c, *dev_sums, sums[blocksPerGrid] = {};
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof sums));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, sizeof sums));
    fill<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, first, mine);
    HANDLE_LAUNCH("fill");

#if HAS_NCCL
    ncclComm_t comm = NULL;
    if (reduce == BY_NCCL)
        comm = nccl_join(&all);
#endif
    double seconds = 0;
    for (long long i = -1; i < repeat; i++) { // the first time is not counted: it makes connections
        HANDLE_MPI(MPI_Barrier(MPI_COMM_WORLD));
        double start = MPI_Wtime();
        dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_c, mine);
        HANDLE_ERROR(cudaGetLastError());
#if HAS_NCCL
        if (reduce == BY_NCCL)
            add_by_nccl(comm, dev_c, dev_sums, sums, blocksPerGrid);
        else
#endif
            add_by_mpi(&all, dev_c, dev_sums, sums, blocksPerGrid);
        if (i >= 0)
            seconds += MPI_Wtime() - start;
    }
    double c = 0;
    for (int i = 0; i < blocksPerGrid; i++)
        c += sums[i];

    if (all.rank == 0) {
        printf("%d ranks, %d on the first host; sums are added by %s\n", all.count, all.host_count,
               reduce == BY_NCCL   ? "NCCL"
               : all.device_aware ? "MPI, from the devices' memory"
                                  : "MPI, through the hosts' memory");
        if (book_timed())
            printf("%.3f ms, %.1f GB/s from the memories of all devices\n", 1e3 * seconds / repeat,
                   2.0 * sizeof(float) * n * repeat / seconds / 1e9);
    }
#if HAS_NCCL
    if (reduce == BY_NCCL)
        HANDLE_NCCL(ncclCommDestroy(comm));
#endif
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    HANDLE_ERROR(cudaFree(dev_sums));

    // A product goes through 2 roundings of its factors, 1 of its own, one for each addition of its
    // thread, 8 in the tree, one for each rank, see dot_exact.h; and the blocks' sums are added in
    // double, which is rounded to float in the end.
    long long threads = (long long)blocksPerGrid * threadsPerBlock;
    double roundings = 2 + 1 + (n / all.count / threads + 1.0) + 8 + all.count + 1;
    int ok = all.rank != 0 || dot_is_right((float)c, n, roundings);
    return ranks_verdict(&all, ok, "%.0f, %.3g from the exact %.0Lf; float may be off by %.3g", c,
                         (double)fabsl(c - dot_exact(n)), dot_exact(n), dot_bound(n, roundings));
}
