// histogram_mpi: the bytes of one large file, counted by many processes (MPI-IO)
//
// The file may be larger than the memory of all devices together. So it is cut into parts, which
// the ranks take in turn. A rank reads one part while its device counts the one before:
//
//     rank 0    read 0 | read 2 | read 4 |                      parts 0, 2, 4, ...
//                      | count 0| count 2| count 4
//     rank 1    read 1 | read 3 | ...                           parts 1, 3, 5, ...
//
// Each opens the file through MPI, which knows how a file system that many hosts share likes to be
// read. At the end MPI_Reduce adds the counts up, in rank 0.
// Long because what can go wrong with a file, rank 0 has to say for all.
//
//     nvcc ch11_multi_gpu/histogram_mpi.cu -I. -ccbin mpicxx -o histogram_mpi
//     mpirun -np 4 ./histogram_mpi /usr/bin/git
#include "byte_file.h"
#include "ranks.h"

const int threadsPerBlock = 256, blocksPerGrid = 256;

__global__ void histogram(const unsigned char *bytes, size_t n, unsigned long long *counts) {
    __shared__ unsigned block_counts[BINS]; // a part has fewer than 2^32 bytes
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        block_counts[bin] = 0;
    __syncthreads();
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (; i < n; i += (size_t)blockDim.x * gridDim.x)
        atomicAdd(&block_counts[bytes[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        if (block_counts[bin] > 0)
            atomicAdd(&counts[bin], (unsigned long long)block_counts[bin]);
}

// A part on its way through a rank. There are two.
typedef struct {
    unsigned char *bytes, *dev_bytes; // on the host, pinned; on the device
    cudaStream_t stream;
} part;

int main(int argc, char **argv) {
    const char *given = NULL;
    long long n = 3000000, part_bytes = 1 << 20;
    book_option options[] = {
        {"file", BOOK_OPERAND, &given, 0, 0,
         "FILE: that all ranks can read; default on one host: a made-up one"},
        {"n", BOOK_INTEGER, &n, 0, 1LL << 50, "bytes of the made-up file"},
        {"part", BOOK_INTEGER, &part_bytes, 1, 1 << 30, "bytes that a rank reads in one go"},
    };
    ranks all = ranks_open(argc, argv, "counts the bytes of a file, by many processes", options);

    // A made-up file is one of rank 0's host.
    if (given == NULL && !ranks_all(all.host_count == all.count))
        ranks_refuse(&all, "option --file: %d ranks on several hosts need a file that all can read",
                     all.count);

    char file[PATH_MAX] = "", problem[200] = "";
    FILE *stream = NULL; // of rank 0, for its CPU
    if (all.rank == 0 && given == NULL) {
        stream = make_file(file, n);
    } else if (all.rank == 0) {
        snprintf(file, sizeof file, "%s", given);
        snprintf(problem, sizeof problem, "%s", open_file(&stream, given));
    }
    HANDLE_MPI(MPI_Bcast(file, sizeof file, MPI_CHAR, 0, MPI_COMM_WORLD));
    HANDLE_MPI(MPI_Bcast(problem, sizeof problem, MPI_CHAR, 0, MPI_COMM_WORLD));
    if (problem[0] != '\0')
        ranks_refuse(&all, "option --file: cannot read '%s': %s", file, problem);

    MPI_File opened;
    MPI_Offset bytes = 0;
    int error = MPI_File_open(MPI_COMM_WORLD, file, MPI_MODE_RDONLY, MPI_INFO_NULL, &opened);
    if (all.rank == 0 && given == NULL)
        unlink(file);            // it goes when the last rank has closed it
    MPI_Barrier(MPI_COMM_WORLD); // a rank that fails ends rank 0: not before it has done that
    ranks_handle(error, "MPI_File_open", __FILE__, __LINE__);
    HANDLE_MPI(MPI_File_get_size(opened, &bytes));

    unsigned long long *dev_counts, counts[BINS], sums[BINS], cpu[BINS] = {};
    part parts[2];
    HANDLE_ERROR(cudaMalloc((void **)&dev_counts, sizeof counts));
    HANDLE_ERROR(cudaMemset(dev_counts, 0, sizeof counts));
    for (int i = 0; i < 2; i++) {
        HANDLE_ERROR(cudaMallocHost((void **)&parts[i].bytes, part_bytes));
        HANDLE_ERROR(cudaMalloc((void **)&parts[i].dev_bytes, part_bytes));
        HANDLE_ERROR(cudaStreamCreate(&parts[i].stream));
    }

    HANDLE_MPI(MPI_Barrier(MPI_COMM_WORLD));
    double start = MPI_Wtime();
    long long used = 0;
    for (MPI_Offset at = all.rank * part_bytes; at < bytes; at += all.count * part_bytes, used++) {
        part *p = &parts[used % 2];
        MPI_Status status;
        int got = 0;
        HANDLE_ERROR(cudaStreamSynchronize(p->stream)); // what was in it before has been counted
        HANDLE_MPI(MPI_File_read_at(opened, at, p->bytes, (int)part_bytes, MPI_BYTE, &status));
        HANDLE_MPI(MPI_Get_count(&status, MPI_BYTE, &got));
        HANDLE_ERROR(
            cudaMemcpyAsync(p->dev_bytes, p->bytes, got, cudaMemcpyHostToDevice, p->stream));
        histogram<<<blocksPerGrid, threadsPerBlock, 0, p->stream>>>(p->dev_bytes, got, dev_counts);
        HANDLE_ERROR(cudaGetLastError());
    }
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaStreamSynchronize(parts[i].stream));
    HANDLE_ERROR(cudaMemcpy(counts, dev_counts, sizeof counts, cudaMemcpyDeviceToHost));
    HANDLE_MPI(MPI_Reduce(counts, sums, BINS, MPI_UNSIGNED_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD));
    double seconds = MPI_Wtime() - start;

    for (int i = 0; i < 2; i++) {
        HANDLE_ERROR(cudaFreeHost(parts[i].bytes));
        HANDLE_ERROR(cudaFree(parts[i].dev_bytes));
        HANDLE_ERROR(cudaStreamDestroy(parts[i].stream));
    }
    HANDLE_ERROR(cudaFree(dev_counts));
    HANDLE_MPI(MPI_File_close(&opened));
    int equal = 0;
    long long total = 0;
    if (all.rank == 0) {
        long long read = count_on_cpu(stream, cpu);
        fclose(stream);
        for (int bin = 0; bin < BINS; bin++) {
            equal += sums[bin] == cpu[bin];
            total += (long long)sums[bin];
        }
        long long count = ((long long)bytes + part_bytes - 1) / part_bytes;
        printf("%s: %lld byte%s in %lld part%s, %d rank%s\n", given == NULL ? "made-up file" : file,
               (long long)bytes, bytes == 1 ? "" : "s", count, count == 1 ? "" : "s", all.count,
               all.count == 1 ? "" : "s");
        if (book_timed())
            printf("%.3f s, %.2f GB/s\n", seconds, bytes / seconds / 1e9);
        equal = read == (long long)bytes ? equal : 0;
    }
    return ranks_verdict(&all, all.rank != 0 || (equal == BINS && total == (long long)bytes),
                         "%lld of %lld bytes counted; %d of %d counts are the CPU's", total,
                         (long long)bytes, equal, BINS);
}
