// race: many threads add 1 to the same variable, without and with atomicAdd
//
// `x = x + 1` is three steps: read x, add 1, write x. Threads that read before any of them has
// written all read the same number, and all write the same sum:
//
//     thread 0   reads 0              writes 1
//     thread 1        reads 0              writes 1          x is 1, and 2 was meant
//
// That is a race: the result depends on who comes first. atomicAdd does the three steps as one, and
// nobody can get in between. With 10 blocks of 16 threads it gives 160. Nobody has promised what
// the plain addition gives, so that is shown and not judged.
//
//     nvcc ch9_atomics/race.cu -I. -o race && ./race
#include "../common/book.h"

__global__ void add_one(int *x) {
    *x = *x + 1;
}

// The same race with the time between reading and writing drawn out: no thread of a block writes
// before all of them have read. The barrier does not help against the race, it makes it certain.
__global__ void add_one_late(int *x) {
    int read = *x;
    __syncthreads();
    *x = read + 1;
}

__global__ void add_one_atomic(int *x) {
    atomicAdd(x, 1);
}

int main(int argc, char **argv) {
    long long blocks = 10, threads = 16;
    book_option options[] = {
        {"blocks", BOOK_INTEGER, &blocks, 1, 1000000, "blocks of the grid"},
        {"threads", BOOK_INTEGER, &threads, 1, 1024, "threads of a block"},
    };
    book_parse(argc, argv, "many threads add 1 to one variable, plainly and atomically", options);

    const char *names[3] = {"add_one", "add_one_late", "add_one_atomic"};
    int *dev_x, results[3];
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, sizeof(int)));
    for (int k = 0; k < 3; k++) {
        HANDLE_ERROR(cudaMemset(dev_x, 0, sizeof(int)));
        if (k == 0)
            add_one<<<(unsigned)blocks, (unsigned)threads>>>(dev_x);
        else if (k == 1)
            add_one_late<<<(unsigned)blocks, (unsigned)threads>>>(dev_x);
        else
            add_one_atomic<<<(unsigned)blocks, (unsigned)threads>>>(dev_x);
        HANDLE_LAUNCH(names[k]);
        HANDLE_ERROR(cudaMemcpy(&results[k], dev_x, sizeof(int), cudaMemcpyDeviceToHost));
    }
    HANDLE_ERROR(cudaFree(dev_x));

    long long all = blocks * threads;
    printf("%lld block%s of %lld thread%s, each thread adds 1 to x = 0\n", blocks,
           blocks == 1 ? "" : "s", threads, threads == 1 ? "" : "s");
    printf("x = x + 1                      %d\n", results[0]);
    printf("read x; barrier; x = read + 1  %d\n", results[1]);
    printf("atomicAdd(x, 1)                %d\n", results[2]);
    if (results[0] == all && all > 1)
        printf("The first came out right by luck: its threads ran one after the other, as they do "
               "on a CPU that\nacts as the device. It is a race all the same.\n");
    return book_verdict(results[2] == all, "atomicAdd counted %d of %lld threads", results[2], all);
}
