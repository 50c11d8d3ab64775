// mutex: a lock made of atomicCAS, atomicExch and two fences
//
// An atomic operation is over after one read and one write of one number. A mutex (mutual
// exclusion) makes any piece of code safe: a thread must have the lock to run it, and only one
// thread has it at a time. The lock is a number in global memory, 0 open, 1 closed:
//
//     atomicCAS(mutex, 0, 1)   if it is 0 make it 1; returns what it was: 0, and it is ours
//     __threadfence()          what comes below reads what the last owner has written
//     x = x + 1                nobody else is here
//     __threadfence()          what is above has been written before the lock opens
//     atomicExch(mutex, 0)     open again
//
// atomicCAS and atomicExch by themselves promise nothing about other variables: without the fences
// another thread may see the lock open before it sees the new x. --without leaves a part out.
// Long because each part of the lock can be left out, and what follows is said.
//
//     nvcc ch9_atomics/mutex.cu -I. -o mutex && ./mutex --without release-fence
#include "../common/book.h"
#include "../common/table.h"
#include "back_off.h"

// What is left out of the lock.
enum { NOTHING = -1, ACQUIRE_FENCE, RELEASE_FENCE, ATOMIC_EXCH };
static const char *const parts[] = {"acquire-fence", "release-fence", "atomic-exch"};

// 1 if the lock was open and is now ours.
__device__ static int try_lock(int *mutex, int without) {
    if (atomicCAS(mutex, 0, 1) != 0)
        return 0;
    if (without != ACQUIRE_FENCE)
        __threadfence();
    return 1;
}

__device__ static void lock(int *mutex, int without) {
    unsigned nanoseconds = BACK_OFF_FIRST;
    while (!try_lock(mutex, without))
        back_off(&nanoseconds); // another thread has it
}

__device__ static void unlock(int *mutex, int without) {
    if (without != RELEASE_FENCE)
        __threadfence();
    if (without != ATOMIC_EXCH)
        atomicExch(mutex, 0);
    else
        *mutex = 0;
}

// Must be compiled for compute capability 7.0 or later, where every thread is promised its turn. In
// code for earlier ones the 32 threads of a warp are always at the same line: the one that has the
// lock waits behind the loop of lock() for the 31 still in it, and these wait for it to unlock.
__global__ void add_one(int *x, int *mutex, int without) {
    lock(mutex, without);
    *x = *x + 1;
    unlock(mutex, without);
}

// The thread that gets the lock gives it back within the same round of the loop. So this ends on
// earlier chips too, though nothing promises it there.
__global__ void add_one_in_loop(int *x, int *mutex, int without) {
    for (int done = 0; !done;) {
        if (try_lock(mutex, without)) {
            *x = *x + 1;
            unlock(mutex, without);
            done = 1;
        }
    }
}

// Lets each thread of the grid add 1 to a 0, by one of the kernels. Returns the sum.
static int count(int in_loop, long long blocks, long long threads, int without, int *dev_x,
                 int *dev_mutex) {
    int sum = 0;
    HANDLE_ERROR(cudaMemset(dev_x, 0, sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_mutex, 0, sizeof(int))); // open; else all wait for ever
    if (in_loop)
        add_one_in_loop<<<(unsigned)blocks, (unsigned)threads>>>(dev_x, dev_mutex, without);
    else
        add_one<<<(unsigned)blocks, (unsigned)threads>>>(dev_x, dev_mutex, without);
    HANDLE_LAUNCH(in_loop ? "add_one_in_loop" : "add_one");
    HANDLE_ERROR(cudaMemcpy(&sum, dev_x, sizeof(int), cudaMemcpyDeviceToHost));
    return sum;
}

int main(int argc, char **argv) {
    long long blocks = 0, threads = 0;
    int without = NOTHING;
    const char *csv = NULL;
    book_option options[] = {
        {"blocks", BOOK_INTEGER, &blocks, 1, 100000, "blocks; default: several grids in turn"},
        {"threads", BOOK_INTEGER, &threads, 1, 1024, "threads of a block"},
        {"without", BOOK_CHOICE, &without, 0, 0,
         "acquire-fence|release-fence|atomic-exch: a lock without it, shown and not judged"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "threads add 1 to one variable under a lock", options);
    long long grids[4][2] = {{10, 16}, {1, 1024}, {320, 1}, {100, 64}};
    int grid_count = 4;
    if (blocks > 0 || threads > 0) {
        grids[0][0] = blocks > 0 ? blocks : 10;
        grids[0][1] = threads > 0 ? threads : 16;
        grid_count = 1;
    }
    book_table table;
    book_table_open(&table, csv, "blocks,threads,kernel,without,sum,expected");

    int *dev_x, *dev_mutex;
    cudaFuncAttributes compiled; // .ptxVersion: for which capability, 70 is 7.0
    HANDLE_ERROR(cudaFuncGetAttributes(&compiled, add_one));
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_mutex, sizeof(int)));

    int sums = 0, right = 0;
    for (int g = 0; g < grid_count; g++) {
        long long all = grids[g][0] * grids[g][1];
        printf("<<<%lld, %lld>>>: each thread adds 1\n", grids[g][0], grids[g][1]);
        for (int run = 0; run < (without == NOTHING ? 2 : 3); run++) {
            int in_loop = run == 1, left_out = run == 2 ? without : NOTHING;
            const char *kernel = in_loop ? "if (try_lock) ... in a loop" : "lock, add, unlock";
            if (!in_loop && compiled.ptxVersion < 70 && grids[g][1] > 1) {
                printf("  %-28s not run: in code for chips before 7.0 it may never end\n", kernel);
                continue;
            }
            int sum = count(in_loop, grids[g][0], grids[g][1], left_out, dev_x, dev_mutex);
            if (left_out == NOTHING) {
                sums++;
                right += sum == all;
                printf("  %-28s %d\n", kernel, sum);
            } else {
                printf("  without %-20s %d%s\n", parts[without], sum,
                       sum == all ? ", which nothing guarantees" : ", so additions were lost");
            }
            book_table_row(&table, "%lld,%lld,%s,%s,%d,%lld", grids[g][0], grids[g][1],
                           in_loop ? "add_one_in_loop" : "add_one",
                           left_out == NOTHING ? "" : parts[left_out], sum, all);
        }
    }
    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFree(dev_mutex));
    book_table_close(&table);
    return book_verdict(right == sums && sums > 0, "with the whole lock %d of %d sums are right",
                        right, sums);
}
