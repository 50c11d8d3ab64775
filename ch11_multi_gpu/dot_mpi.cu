// dot_mpi: the dot product by many processes, on one host or many (MPI)
//
// Every rank has a device, fills its own part of the vectors there, and reduces it to one number.
// One call adds these numbers up and gives the sum to rank 0:
//
//     rank 0   fill   dot: 5  ---+
//     rank 1   fill   dot: 4  ---+---  MPI_Reduce  --->  rank 0 has 12
//     rank 2   fill   dot: 3  ---+
//
//     --reduce mpi     MPI_Reduce. Some MPI libraries take pointers to a device's memory; for the
//                      others the number is copied to the host first
//     --reduce nccl    ncclReduce, from device to device
// Long because MPI or NCCL adds up the ranks' sums, and it builds where there is no NCCL.
//
//     nvcc ch11_multi_gpu/dot_mpi.cu -I. -ccbin mpicxx -lnccl -o dot_mpi
//     mpirun -np 4 ./dot_mpi
#include "exact_dot.h"
#include "nccl_ranks.h"
#include "parts.h"
#include "ranks.h"

__global__ void fill(float *a, float *b, long long first, long long n) {
    for (long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x) {
        a[i] = element_a(first + i);
        b[i] = element_b(first + i);
    }
}

// The sum of every rank's number, in rank 0, on the host.
static double add_by_mpi(const ranks *all, const double *dev_mine, double *dev_sum) {
    double mine = 0, sum = 0;
    if (!all->device_aware) {
        HANDLE_ERROR(cudaMemcpy(&mine, dev_mine, sizeof mine, cudaMemcpyDeviceToHost));
        HANDLE_MPI(MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD));
        return sum;
    }
    HANDLE_ERROR(cudaStreamSynchronize(0)); // MPI knows nothing of streams
    HANDLE_MPI(MPI_Reduce(dev_mine, dev_sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD));
    HANDLE_ERROR(cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost));
    return sum;
}

#if HAS_NCCL
static double add_by_nccl(ncclComm_t comm, const double *dev_mine, double *dev_sum) {
    double sum = 0;
    cudaStream_t stream = 0;
    HANDLE_NCCL(ncclReduce(dev_mine, dev_sum, 1, ncclDouble, ncclSum, 0, comm, stream));
    wait_for_ranks(&comm, &stream, 1);
    HANDLE_ERROR(cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost));
    return sum;
}
#endif

int main(int argc, char **argv) {
    long long n = 1000000, repeat = 10;
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

    long long first = part_begin(n, all.rank, all.count), mine = part_size(n, all.rank, all.count);
    int blocks = dot_blocks(book_multiprocessors(), mine);
    size_t bytes = (mine > 0 ? mine : 1) * sizeof(float); // a rank may have nothing to do
    float *dev_a, *dev_b;
    double *dev_partial, *dev_mine, *dev_sum;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial, blocks * sizeof(double)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_mine, sizeof(double)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sum, sizeof(double)));
    fill<<<blocks, DOT_THREADS>>>(dev_a, dev_b, first, mine);
    HANDLE_LAUNCH("fill");
#if HAS_NCCL
    ncclComm_t comm = NULL;
    if (reduce == BY_NCCL)
        comm = nccl_join(&all);
#endif

    double seconds = 0, sum = 0;
    for (long long i = -1; i < repeat; i++) { // the first time is not counted: it makes connections
        HANDLE_MPI(MPI_Barrier(MPI_COMM_WORLD));
        double start = MPI_Wtime();
        dot<<<blocks, DOT_THREADS>>>(dev_a, dev_b, mine, dev_partial);
        HANDLE_ERROR(cudaGetLastError());
        add_up<<<1, DOT_THREADS>>>(dev_partial, blocks, dev_mine);
        HANDLE_ERROR(cudaGetLastError());
#if HAS_NCCL
        if (reduce == BY_NCCL)
            sum = add_by_nccl(comm, dev_mine, dev_sum);
        else
#endif
            sum = add_by_mpi(&all, dev_mine, dev_sum);
        if (i >= 0)
            seconds += MPI_Wtime() - start;
    }

    if (all.rank == 0) {
        printf("%d rank%s, %d on the first host; their sums are added by %s\n", all.count,
               all.count == 1 ? "" : "s", all.host_count,
               reduce == BY_NCCL  ? "NCCL"
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
    HANDLE_ERROR(cudaFree(dev_partial));
    HANDLE_ERROR(cudaFree(dev_mine));
    HANDLE_ERROR(cudaFree(dev_sum));
    return ranks_verdict(&all, all.rank != 0 || sum == exact_dot(n),
                         "%.0f by %d rank%s, exactly %.0f", sum, all.count,
                         all.count == 1 ? "" : "s", exact_dot(n));
}
