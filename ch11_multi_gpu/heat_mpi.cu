// heat_mpi: a hot plate in strips, one for each process; what is at their edges travels (MPI)
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
//
//     nvcc ch11_multi_gpu/heat_mpi.cu -I. -ccbin mpicxx -lnccl -lglut -lGL -o heat_mpi
//     mpirun -np 4 ./heat_mpi --size 512
#include "../common/cpu_bitmap.h"
#include "nccl_ranks.h"
#include "parts.h"
#include "ranks.h"

#define SPEED 0.25f // above this the formula is unstable
const int threadsPerBlock = 256;

// A strip: rows 1 to `rows` are the rank's own, rows 0 and rows + 1 halos. Of a plate of size x
// size cells these are the rows from `first` on.
typedef struct {
    int size, first, rows;
    float *now, *next; // (rows + 2) * size
} strip;

// The temperature that a cell keeps: three hot discs; -1 for the plate itself.
__host__ __device__ static float heater(int x, int y, int size) {
    const int places[3][2] = {{30, 70}, {65, 60}, {45, 30}}; // in percent
    const float temperatures[3] = {1, 0.9f, 0.8f};
    for (int i = 0; i < 3; i++) {
        unsigned dx = abs(x - places[i][0] * size / 100), dy = abs(y - places[i][1] * size / 100);
        if (dx * dx + dy * dy <= (unsigned)size * size / 200) // whole numbers: the same everywhere
            return temperatures[i];
    }
    return -1;
}

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

// The same for one cell of a whole plate, as the CPU sees it.
static double step_on_cpu(const float *cells, int x, int y, int size) {
    const int neighbours[4][2] = {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}};
    double cell = cells[x + (size_t)y * size], kept = heater(x, y, size), flow = 0;
    for (const int *n : neighbours)
        if (n[0] >= 0 && n[0] < size && n[1] >= 0 && n[1] < size)
            flow += cells[n[0] + (size_t)n[1] * size] - cell;
    return kept >= 0 ? kept : cell + SPEED * flow;
}

static void launch(strip s, int first, int rows, cudaStream_t stream) {
    if (rows <= 0)
        return;
    dim3 blocks((s.size + threadsPerBlock - 1) / threadsPerBlock, rows);
    step<<<blocks, threadsPerBlock, 0, stream>>>(s, first);
    HANDLE_ERROR(cudaGetLastError());
}

static strip strip_make(int size, int first, int rows) {
    strip s = {size, first, rows, NULL, NULL};
    size_t bytes = (size_t)(rows + 2) * size * sizeof(float);
    HANDLE_ERROR(cudaMalloc((void **)&s.now, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&s.next, bytes));
    HANDLE_ERROR(cudaMemset(s.now, 0, bytes)); // cold
    HANDLE_ERROR(cudaMemset(s.next, 0, bytes));
    return s;
}

static void strip_free(strip *s) {
    HANDLE_ERROR(cudaFree(s->now));
    HANDLE_ERROR(cudaFree(s->next));
}

// How the rows at the edges travel. [0] is to and from the rank below, [1] above.
typedef struct {
    int neighbours[2]; // ranks; MPI_PROC_NULL where there is none, to which nothing is sent
    float *sent[2], *received[2]; // on the host, pinned; NULL where they need not go there
    cudaStream_t stream;          // of the rows at the edges
#if HAS_NCCL
    ncclComm_t comm; // NULL: by MPI
#endif
} post;

static post post_open(const ranks *all, int size, int by_nccl) {
    post p = {};
    (void)by_nccl; // used where there is NCCL
    p.neighbours[0] = all->rank > 0 ? all->rank - 1 : MPI_PROC_NULL;
    p.neighbours[1] = all->rank < all->count - 1 ? all->rank + 1 : MPI_PROC_NULL;
    // First come, first served would let the edges, and NCCL's kernel, wait for the inner rows.
    int least = 0, greatest = 0;
    HANDLE_ERROR(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    HANDLE_ERROR(cudaStreamCreateWithPriority(&p.stream, cudaStreamDefault, greatest));
#if HAS_NCCL
    if (by_nccl) {
        p.comm = nccl_join(all);
        return p;
    }
#endif
    for (int side = 0; side < 2 && !all->device_aware; side++) {
        HANDLE_ERROR(cudaMallocHost((void **)&p.sent[side], size * sizeof(float)));
        HANDLE_ERROR(cudaMallocHost((void **)&p.received[side], size * sizeof(float)));
    }
    return p;
}

static void post_close(post *p) {
#if HAS_NCCL
    if (p->comm != NULL)
        HANDLE_NCCL(ncclCommDestroy(p->comm));
#endif
    for (int side = 0; side < 2; side++) {
        HANDLE_ERROR(cudaFreeHost(p->sent[side])); // of NULL that does nothing
        HANDLE_ERROR(cudaFreeHost(p->received[side]));
    }
    HANDLE_ERROR(cudaStreamDestroy(p->stream));
}

// Sends rows 1 and s.rows of s.next, and receives its halos. What is in the stream before is done
// before. When it returns, the halos are there or on their way in the stream.
static void exchange(const post *p, strip s) {
    size_t bytes = s.size * sizeof(float);
    float *edges[2] = {s.next + s.size, s.next + (size_t)s.rows * s.size};
    float *halos[2] = {s.next, s.next + (size_t)(s.rows + 1) * s.size};
#if HAS_NCCL
    if (p->comm != NULL) {
        HANDLE_NCCL(ncclGroupStart()); // all four at once, or each would wait for its other end
        for (int side = 0; side < 2; side++)
            if (p->neighbours[side] != MPI_PROC_NULL) {
                int to = p->neighbours[side];
                HANDLE_NCCL(ncclSend(edges[side], s.size, ncclFloat, to, p->comm, p->stream));
                HANDLE_NCCL(ncclRecv(halos[side], s.size, ncclFloat, to, p->comm, p->stream));
            }
        HANDLE_NCCL(ncclGroupEnd());
        return;
    }
#endif
    const int staged = p->sent[0] != NULL;
    MPI_Request requests[4];
    for (int side = 0; side < 2 && staged; side++)
        HANDLE_ERROR(
            cudaMemcpyAsync(p->sent[side], edges[side], bytes, cudaMemcpyDeviceToHost, p->stream));
    HANDLE_ERROR(cudaStreamSynchronize(p->stream)); // MPI knows nothing of streams
    for (int side = 0; side < 2; side++) {
        HANDLE_MPI(MPI_Irecv(staged ? p->received[side] : halos[side], s.size, MPI_FLOAT,
                             p->neighbours[side], 0, MPI_COMM_WORLD, &requests[side]));
        HANDLE_MPI(MPI_Isend(staged ? p->sent[side] : edges[side], s.size, MPI_FLOAT,
                             p->neighbours[side], 0, MPI_COMM_WORLD, &requests[2 + side]));
    }
    HANDLE_MPI(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    for (int side = 0; side < 2 && staged; side++)
        if (p->neighbours[side] != MPI_PROC_NULL)
            HANDLE_ERROR(cudaMemcpyAsync(halos[side], p->received[side], bytes,
                                         cudaMemcpyHostToDevice, p->stream));
}

// Takes so many steps, with an exchange after each unless there is nobody (NULL). Returns seconds.
static double advance(strip *s, long long steps, const post *p, cudaStream_t inner) {
    cudaEvent_t edges_done, inner_done;
    HANDLE_ERROR(cudaEventCreateWithFlags(&edges_done, cudaEventDisableTiming));
    HANDLE_ERROR(cudaEventCreateWithFlags(&inner_done, cudaEventDisableTiming));
    double start = MPI_Wtime();
    for (long long i = 0; i < steps; i++) {
        if (p != NULL) {
            launch(*s, 1, 1, p->stream);
            launch(*s, s->rows, s->rows > 1, p->stream);
            HANDLE_ERROR(cudaEventRecord(edges_done, p->stream));
            launch(*s, 2, s->rows - 2, inner); // while the others travel
            HANDLE_ERROR(cudaEventRecord(inner_done, inner));
            exchange(p, *s);
            // Each stream's next step needs this step of both. The host waits for neither.
            HANDLE_ERROR(cudaStreamWaitEvent(inner, edges_done, 0));
            HANDLE_ERROR(cudaStreamWaitEvent(p->stream, inner_done, 0));
        } else {
            launch(*s, 1, s->rows, inner);
        }
        swap(s->now, s->next);
    }
    HANDLE_ERROR(cudaStreamSynchronize(inner));
    if (p != NULL)
        HANDLE_ERROR(cudaStreamSynchronize(p->stream));
    double seconds = MPI_Wtime() - start;
    HANDLE_ERROR(cudaEventDestroy(edges_done));
    HANDLE_ERROR(cudaEventDestroy(inner_done));
    return seconds;
}

// The rows of all ranks, in rank 0: size x size floats, to be freed by the caller; elsewhere NULL.
static float *gather(const ranks *all, strip s, const float *cells) {
    size_t bytes = (size_t)s.rows * s.size * sizeof(float);
    float *mine = (float *)malloc(bytes), *plate = NULL;
    int *counts = (int *)malloc(2 * all->count * sizeof(int)), *places = counts + all->count;
    HANDLE_NULL(mine);
    HANDLE_NULL(counts);
    for (int rank = 0; rank < all->count; rank++) {
        places[rank] = (int)part_begin(s.size, rank, all->count) * s.size;
        counts[rank] = (int)part_size(s.size, rank, all->count) * s.size;
    }
    if (all->rank == 0) {
        plate = (float *)malloc((size_t)s.size * s.size * sizeof(float));
        HANDLE_NULL(plate);
    }
    HANDLE_ERROR(cudaMemcpy(mine, cells + s.size, bytes, cudaMemcpyDeviceToHost));
    HANDLE_MPI(MPI_Gatherv(mine, s.rows * s.size, MPI_FLOAT, plate, counts, places, MPI_FLOAT, 0,
                           MPI_COMM_WORLD));
    free(mine);
    free(counts);
    return plate;
}

// Black, red, yellow, white.
static void colour(unsigned char *pixel, float temperature) {
    for (int channel = 0; channel < 3; channel++) {
        float bright = 3 * temperature - channel;
        pixel[channel] = (unsigned char)(255 * (bright < 0 ? 0 : bright > 1 ? 1 : bright) + 0.5f);
    }
    pixel[3] = 255;
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
