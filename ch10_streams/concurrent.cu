// concurrent: small kernels that share the device, and one that goes first
//
// A kernel of one block keeps one multiprocessor busy, and the others have nothing to do. Kernels
// in different streams may run at the same time:
//
//     one stream     task 0 | task 1 | task 2 | task 3
//
//     four streams   task 0 |
//                    task 1 |
//                    task 2 |
//                    task 3 |
//
// Where there is more to do than fits, priorities decide: when a place for a block becomes free, a
// block of the stream with the highest priority gets it. So an urgent task need not wait until all
// that was launched before it is done. Blocks that run already are left alone.
//
// At the end of each stream stands cudaLaunchHostFunc: a function of the host, called when all
// before it in the stream is done. It notes who comes in when.
//
//     nvcc ch10_streams/concurrent.cu -I. -o concurrent && ./concurrent --tasks 100
#include "../common/book.h"
#include "many_steps.h"

#define MAX_TASKS 1000

// Each thread takes its number so many steps further: long work that needs no memory.
__global__ void take_steps(unsigned *numbers, long long steps) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned number = numbers[i];
    for (long long step = 0; step < steps; step++)
        number = next(number);
    numbers[i] = number;
}

// Who has come in, in this order. The functions of different streams may run at the same time.
static struct {
    pthread_mutex_t mutex;
    int count, tasks[MAX_TASKS];
} finish = {PTHREAD_MUTEX_INITIALIZER, 0, {0}};

// Called by the runtime. It may do what it likes, except call CUDA.
static void CUDART_CB come_in(void *data) {
    pthread_mutex_lock(&finish.mutex);
    finish.tasks[finish.count++] = *(int *)data;
    pthread_mutex_unlock(&finish.mutex);
}

// From 1 on; 0: it has not.
static int place_of(int task) {
    for (int i = 0; i < finish.count; i++)
        if (finish.tasks[i] == task)
            return i + 1;
    return 0;
}

enum { ONE_STREAM, MANY_STREAMS, URGENT, WAYS };
static const char *const names[WAYS] = {"one stream", "a stream for each task",
                                        "the last task is urgent"};

int main(int argc, char **argv) {
    long long tasks = 8, steps = 2000, blocks = 1;
    book_option options[] = {
        {"tasks", BOOK_INTEGER, &tasks, 1, MAX_TASKS, "how many kernels"},
        {"blocks", BOOK_INTEGER, &blocks, 1, 10000, "blocks of each, of 256 threads"},
        {"steps", BOOK_INTEGER, &steps, 0, 1LL << 40, "steps of each thread"},
    };
    book_parse(argc, argv, "kernels at the same time, and one that is urgent", options);
    int threads = 256, least = 0, greatest = 0, numbers[MAX_TASKS];
    long long n = blocks * threads, right = 0, came_in = 0; // n: numbers of a task
    size_t bytes = n * sizeof(unsigned);
    unsigned *dev_numbers, *host;
    HANDLE_ERROR(cudaMallocHost((void **)&host, tasks * bytes)); // from where copies are never late
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, tasks * bytes));
    HANDLE_ERROR(cudaDeviceGetStreamPriorityRange(&least, &greatest)); // a small number is urgent
    printf("priorities from %d, the least, to %d, the greatest\n", least, greatest);

    for (int way = 0; way < WAYS; way++) {
        cudaStream_t streams[MAX_TASKS];
        finish.count = 0;
        for (int t = 0; t < tasks; t++) {
            int urgent = way == URGENT && t == tasks - 1;
            numbers[t] = t;
            if (t == 0 || way != ONE_STREAM)
                HANDLE_ERROR(cudaStreamCreateWithPriority(&streams[t], cudaStreamNonBlocking,
                                                          urgent ? greatest : least));
            else
                streams[t] = streams[0];
        }
        for (long long i = 0; i < tasks * n; i++)
            host[i] = (unsigned)i;
        HANDLE_ERROR(cudaMemcpy(dev_numbers, host, tasks * bytes, cudaMemcpyHostToDevice));

        double start = book_seconds();
        for (int t = 0; t < tasks; t++) {
            take_steps<<<(unsigned)blocks, threads, 0, streams[t]>>>(dev_numbers + t * n, steps);
            HANDLE_ERROR(cudaGetLastError());
            HANDLE_ERROR(cudaLaunchHostFunc(streams[t], come_in, &numbers[t]));
        }
        HANDLE_ERROR(cudaDeviceSynchronize());
        printf("%s", names[way]);
        if (BOOK_ON_GPU)
            printf(", %.3f ms", 1e3 * (book_seconds() - start));
        printf(": the last task came in as number %d\n", place_of((int)tasks - 1));

        HANDLE_ERROR(cudaMemcpy(host, dev_numbers, tasks * bytes, cudaMemcpyDeviceToHost));
        for (long long i = 0; i < tasks * n; i++)
            right += host[i] == leap((unsigned)i, steps);
        for (int t = 0; t < (way == ONE_STREAM ? 1 : tasks); t++)
            HANDLE_ERROR(cudaStreamDestroy(streams[t]));
        came_in += finish.count;
    }
    book_timed();

    HANDLE_ERROR(cudaFreeHost(host));
    HANDLE_ERROR(cudaFree(dev_numbers));
    return book_verdict(right == WAYS * tasks * n && came_in == WAYS * tasks,
                        "%lld of %lld numbers are right, and %lld of %lld tasks came in", right,
                        WAYS * tasks * n, came_in, WAYS * tasks);
}
