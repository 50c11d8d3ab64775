// aggregate: the threads of a warp that want the same counter send one of them
//
// A filter keeps some elements and lists them without gaps. Where does a thread write? atomicAdd on
// the length of the list tells it: every thread gets a different number. But then all elements that
// are kept queue up at one address. The 32 threads of a warp can do it together:
//
//     keeps its element    x . x x . x          4 of them are here: a coalesced group
//     rank in the group    0   1 2   3          rank 0 asks for 4 places, and gets the first: 70
//     place in the list   70  71 72 73
//
// Where each thread wants one of several counters, __match_any_sync tells it which others of the
// warp want the same one:
//
//     counter that it wants       2 0 2 2 0 1
//     threads that want the same  0 1 0 0 1 5   (the lowest number of each)
//                                 2 4 2 2 4
//                                 3   3 3
//
// The lowest of them adds for all. That is aggregation. The program does both, each also by one
// atomicAdd a thread.
//
//     nvcc ch9_atomics/aggregate.cu -I. -o aggregate && ./aggregate --n 100000000
#include "../common/book.h"
#include "kept_elements.h"
#include <cooperative_groups.h>

__global__ void filter_alone(work w) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < w.n && is_kept(w.in[i], w.percent))
        w.list[atomicAdd(w.counts, 1)] = i;
}

__global__ void filter_together(work w) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < w.n && is_kept(w.in[i], w.percent)) {
        cooperative_groups::coalesced_group group = cooperative_groups::coalesced_threads();
        int first = 0;
        if (group.thread_rank() == 0)
            first = atomicAdd(w.counts, (int)group.size());
        w.list[group.shfl(first, 0) + (int)group.thread_rank()] = i;
    }
}

__global__ void count_alone(work w) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < w.n)
        atomicAdd(&w.counts[key_of(w.in[i], w.keys)], 1);
}

// Those threads of the warp that have the same key, a bit for each. Chips before compute capability
// 7.0 cannot tell: there each thread is by itself.
__device__ static unsigned same_key(unsigned here, int key) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
    return __match_any_sync(here, key);
#else
    return here & 1u << threadIdx.x % 32;
#endif
}

__global__ void count_together(work w) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned here = __ballot_sync(0xffffffff, i < w.n); // all 32 come to this line
    if (i < w.n) {
        int key = key_of(w.in[i], w.keys);
        unsigned same = same_key(here, key);
        if ((int)threadIdx.x % 32 == __ffs(same) - 1) // the lowest; __ffs counts from 1
            atomicAdd(&w.counts[key], __popc(same));
    }
}

static const struct {
    const char *name;
    void (*kernel)(work w);
    int filters;
} variants[] = {{"filter, each thread", filter_alone, 1},
                {"filter, together", filter_together, 1},
                {"count, each thread", count_alone, 0},
                {"count, together", count_together, 0}};

int main(int argc, char **argv) {
    long long n = 100000, percent = 50, keys = 4, repeat = 20;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1 << 30, "elements"},
        {"percent", BOOK_INTEGER, &percent, 0, 100, "of the elements are kept, more or less"},
        {"keys", BOOK_INTEGER, &keys, 1, MAX_KEYS, "counters"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000, "timed launches of each kernel"},
    };
    book_parse(argc, argv, "atomic operations, one for the threads of a warp that agree", options);

    work w = make_work((int)n, (int)percent, (int)keys);
    int right = 0, count = (int)(sizeof variants / sizeof variants[0]);
    for (int v = 0; v < count; v++) {
        int threads = 256, blocks = (w.n + threads - 1) / threads;
        book_timer timer;
        for (int run = -1; run < (BOOK_ON_GPU ? repeat : 0); run++) {
            if (run == 0)
                book_timer_start(&timer);
            HANDLE_ERROR(cudaMemsetAsync(w.counts, 0, MAX_KEYS * sizeof(int))); // the list is empty
            variants[v].kernel<<<blocks, threads>>>(w);
            if (run < 0)
                HANDLE_LAUNCH(variants[v].name);
        }
        printf("%-20s", variants[v].name);
        if (BOOK_ON_GPU)
            printf("%8.4f ms  ", book_timer_stop(&timer) / (double)repeat);
        HANDLE_LAUNCH(variants[v].name);
        right += variants[v].filters ? list_is_right(w) : counts_are_right(w);
    }
    book_timed();

    free_work(w);
    return book_verdict(right == count, "%d of %d results are right", right, count);
}
