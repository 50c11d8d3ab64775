// heat_mpi: a hot plate in strips, one for each process, whose edges travel (MPI)
//
// As in heat.cu of chapter 8, every cell moves towards its four neighbours in a step of time. Each
// rank has a strip of rows, and beyond it, above and below, a copy of its neighbour's next row, the
// halo:
//
//     rank 1     halo      <-----------------+
//                row                         |
//                ...                         |
//                row       ------+           |
//                halo  <---------|----+      |          "row" is the rank's own,
//                                |    |      |          "halo" a copy of the neighbour's
//     rank 0     halo      <-----+    |      |
//                row       -----------+      |
//
// After each step the rows at the edge of a strip must go to the neighbours. So they are calculated
// first, and while they travel the device does the rest of the strip: the journey costs nothing if
// the strip is large enough.
//
//     --exchange mpi     MPI_Isend and MPI_Irecv, through the hosts' memory
//     --exchange nccl    ncclSend and ncclRecv, from device to device, in a stream
//
// In the end rank 0 has the whole plate. It must be, cell by cell, what one device alone makes of
// it, and its last step what the CPU makes of the one before.
// Long because the halo is a picture, and the result is compared twice, and drawn.
//
//     nvcc ch11_multi_gpu/heat_mpi.cu -I. -ccbin mpicxx -lnccl -lglut -lGL -o heat_mpi
//     mpirun -np 4 ./heat_mpi --size 512
#include "../common/cpu_bitmap.h"
#include "discs.h"
#include "halo.h"
#include "ranks.h"
#include "strip.h"

const int threadsPerBlock = 256;

// Rows `first` and following of the strip, as many as the grid is high. Beyond the plate there is
// the cell itself once more.
__global__ void step(strip s, int first) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, row = first + blockIdx.y;
    int y = s.first + row - 1; // of the plate
    if (x >= s.size)
        return;
    const float *in = s.now + (size_t)row * s.size;
    float cell = in[x], kept = heater(x, y, s.size);
    float left = x > 0 ? in[x - 1] : cell, right = x < s.size - 1 ? in[x + 1] : cell;
    float below = y > 0 ? in[x - s.size] : cell, above = y < s.size - 1 ? in[x + s.size] : cell;
    s.next[(size_t)row * s.size + x] =
        kept >= 0 ? kept : cell + SPEED * (left + right + above + below - 4 * cell);
}

static void launch(strip s, int first, int rows, cudaStream_t stream) {
    if (rows <= 0)
        return;
    dim3 blocks((s.size + threadsPerBlock - 1) / threadsPerBlock, rows);
    step<<<blocks, threadsPerBlock, 0, stream>>>(s, first);
    HANDLE_ERROR(cudaGetLastError());
}

// Takes so many steps, with an exchange after each unless there is nobody (NULL). Returns seconds.
static double advance(strip *s, long long steps, const post *p, cudaStream_t inner) {
    double start = MPI_Wtime();
    for (long long i = 0; i < steps; i++) {
        if (p != NULL) {
            launch(*s, 1, 1, p->stream);
            launch(*s, s->rows, s->rows > 1, p->stream);
            HANDLE_ERROR(cudaEventRecord(p->edges_done, p->stream));
            launch(*s, 2, s->rows - 2, inner); // while the others travel
            HANDLE_ERROR(cudaEventRecord(p->inner_done, inner));
            exchange(p, *s);
            // Each stream's next step needs this step of both. The host waits for neither.
            HANDLE_ERROR(cudaStreamWaitEvent(inner, p->edges_done, 0));
            HANDLE_ERROR(cudaStreamWaitEvent(p->stream, p->inner_done, 0));
        } else {
            launch(*s, 1, s->rows, inner);
        }
        swap(s->now, s->next);
    }
    HANDLE_ERROR(cudaStreamSynchronize(inner));
    if (p != NULL)
        HANDLE_ERROR(cudaStreamSynchronize(p->stream));
    return MPI_Wtime() - start;
}

int main(int argc, char **argv) {
    long long size = 256, steps = 1000;
    enum { BY_MPI, BY_NCCL };
    int by = BY_MPI;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, 32768, "width and height in pixels"},
        {"steps", BOOK_INTEGER, &steps, 1, 1000000, "steps of time"},
        {"exchange", BOOK_CHOICE, &by, 0, 0,
         HAS_NCCL ? "mpi|nccl: how the edges travel" : "mpi: built without NCCL"},
        BOOK_PICTURE_OPTIONS,
    };
    ranks all = ranks_open(argc, argv, "heat that spreads, in a strip for each process", options);
    if (size < all.count)
        ranks_refuse(&all, "option --size: %lld %s too few for %d ranks", size,
                     size == 1 ? "row is" : "rows are", all.count);

    int n = (int)size;
    strip s = strip_make(n, (int)part_begin(n, all.rank, all.count),
                         (int)part_size(n, all.rank, all.count));
    post p = post_open(&all, n, by == BY_NCCL);
    cudaStream_t inner;
    HANDLE_ERROR(cudaStreamCreate(&inner));
    exchange(&p, s); // once without a clock: neighbours are connected when they first meet
    HANDLE_ERROR(cudaStreamSynchronize(p.stream));
    HANDLE_MPI(MPI_Barrier(MPI_COMM_WORLD));
    double seconds = advance(&s, steps, &p, inner);
    float *plate = gather(&all, s, s.now), *before = gather(&all, s, s.next);
    strip_free(&s);
    post_close(&p);

    long long as_one = 0, as_cpu = 0;
    if (all.rank == 0) {
        strip whole = strip_make(n, 0, n);
        double alone = advance(&whole, steps, NULL, inner);
        float *one = (float *)malloc((size_t)n * n * sizeof(float));
        HANDLE_NULL(one);
        HANDLE_ERROR(
            cudaMemcpy(one, whole.now + n, (size_t)n * n * sizeof(float), cudaMemcpyDeviceToHost));
        strip_free(&whole);
        CPUBitmap bitmap(n, n);
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                size_t i = x + (size_t)y * n;
                as_one += plate[i] == one[i];
                as_cpu += book_close(plate[i], step_on_cpu(before, x, y, n), 5 * 0x1p-24);
                colour(bitmap.get_ptr() + 4 * i, plate[i]);
            }
        printf("%d rank%s, edges exchanged by %s\n", all.count, all.count == 1 ? "" : "s",
               by == BY_NCCL ? "NCCL" : "MPI");
        if (book_timed())
            printf("%.3f ms a step; one device alone: %.3f ms, %.2f of %d times as long\n",
                   1e3 * seconds / steps, 1e3 * alone / steps, alone / seconds, all.count);
        bitmap.display_and_exit();
        free(plate);
        free(before);
        free(one);
    }
    HANDLE_ERROR(cudaStreamDestroy(inner));
    return ranks_verdict(&all, all.rank != 0 || (as_one == size * size && as_cpu == size * size),
                         "of %lld temperatures %lld are one device's, the last step of %lld is the "
                         "CPU's",
                         size * size, as_one, as_cpu);
}
