// Who comes first is chance: locks, flags and tickets whose first user lacks what only those who
// come later need in this order of blocks and threads, and in the reverse order needs itself. And
// the same of those who come last.
#include "mistakes.h"

// WHO is the block, or the thread, whose part has the mistake; nobody has it if it is corrected.
constexpr int NOBODY = -1;

// ------------------------------------------------------------------ locks

// The fence behind the operation that takes the lock, or that before the one that gives it back.
// lock_first says: race on global memory in kernel lock_kernel
// lock_first says: of block .0,0,0. (reads|writes) 4 bytes: byte 0 of memory
// lock_first says: before it where blocks and threads run in the reverse order
// lock_first says: missing: __threadfence.. after the atomic operation at .*, which takes over
// lock_second says: of block .1,0,0. (reads|writes) 4 bytes: byte 0 of memory
// lock_second says: there, before it in this run
// lock_last_gives says: missing: if the atomic operation at .*, __threadfence.. after .* and before
// lock_last_gives says: where blocks and threads run in the reverse order
// lock_first_gives says: there, before it in this run
__global__ void lock_kernel(int *lock, int *total, int takes_over, int gives_away) {
    const int me = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    if (me != takes_over)
        __threadfence();
    *total += 1; // here: lock_first, lock_second, lock_first_gives, lock_last_gives
    if (me != gives_away)
        __threadfence();
    atomicExch(lock, 0);
}
inline void lock_of_blocks(int takes_over, int gives_away) {
    int *lock = zeros<int>(1), *total = zeros<int>(1);
    lock_kernel<<<4, 32>>>(lock, total, takes_over, gives_away);
    finish(lock);
    finish(total);
}
template <bool CORRECT> void lock_first() {
    lock_of_blocks(CORRECT ? NOBODY : 0, NOBODY);
}
template <bool CORRECT> void lock_second() {
    lock_of_blocks(CORRECT ? NOBODY : 1, NOBODY);
}
template <bool CORRECT> void lock_first_gives() {
    lock_of_blocks(NOBODY, CORRECT ? NOBODY : 0);
}
template <bool CORRECT> void lock_last_gives() {
    lock_of_blocks(NOBODY, CORRECT ? NOBODY : 3);
}

// The last one gives away to its own block only.
// lock_last_scope says: missing: __threadfence.. in place of __threadfence_block.. after
// lock_last_scope says: where blocks and threads run in the reverse order
__global__ void scope_kernel(int *lock, int *total, int wrong) {
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *total += 1; // here: lock_last_scope
    if ((int)blockIdx.x == wrong)
        __threadfence_block();
    else
        __threadfence();
    atomicExch(lock, 0);
}
template <bool CORRECT> void lock_last_scope() {
    int *lock = zeros<int>(1), *total = zeros<int>(1);
    scope_kernel<<<4, 32>>>(lock, total, CORRECT ? NOBODY : 3);
    finish(lock);
    finish(total);
}

// A lock of the block, that one thread of each warp takes, or every thread.
// block_lock_first says: race on shared memory in kernel block_lock_kernel
// block_lock_first says: thread 0 of block .0,0,0. .*: byte 0 of total
// block_lock_first says: where blocks and threads run in the reverse order
// block_lock_later says: there, before it in this run
// every_first says: thread 0 of block .0,0,0. .*: byte 0 of total
// every_first says: there, before it in this run
// every_last says: where blocks and threads run in the reverse order
template <bool EVERY> __global__ void block_lock_kernel(int *out, int takes_over, int gives_away) {
    __shared__ int lock, total;
    const int me = threadIdx.x;
    if (me == 0)
        lock = total = 0;
    __syncthreads();
    bool waits = EVERY || me % 32 == 0;
    while (waits)
        if (atomicCAS_block(&lock, 0, 1) == 0) {
            if (me != takes_over)
                __threadfence_block();
            total += 1; // here: block_lock_first, block_lock_later, every_first, every_last
            if (me != gives_away)
                __threadfence_block();
            atomicExch_block(&lock, 0);
            waits = false;
        }
    __syncthreads();
    if (me == 0)
        *out = total;
}
template <bool EVERY> void lock_of_threads(int takes_over, int gives_away) {
    int *out = zeros<int>(1);
    block_lock_kernel<EVERY><<<1, 128>>>(out, takes_over, gives_away);
    finish(out);
}
template <bool CORRECT> void block_lock_first() {
    lock_of_threads<false>(CORRECT ? NOBODY : 0, NOBODY);
}
template <bool CORRECT> void block_lock_later() {
    lock_of_threads<false>(CORRECT ? NOBODY : 64, NOBODY);
}
// Behind a barrier the last thread goes on before the others.
template <bool CORRECT> void every_first() {
    lock_of_threads<true>(CORRECT ? NOBODY : 0, NOBODY);
}
template <bool CORRECT> void every_last() {
    lock_of_threads<true>(NOBODY, CORRECT ? NOBODY : 126);
}

// ------------------------------------------------------------------ flags

// One block writes and raises a flag; the other looks at the flag, once or until it is up. Where it
// looks once, and first, it sees nothing of what it would do wrong.
// flag_once_takes says: missing: __threadfence.. after the atomic operation at .*, which takes over
// flag_once_takes says: where blocks and threads run in the reverse order
// flag_once_gives says: __threadfence.. after .* and before the atomic operation that gives away
// flag_once_gives says: where blocks and threads run in the reverse order
// flag_waits_takes says: there, before it in this run
// flag_waits_gives says: there, before it in this run
template <bool WAITS>
__global__ void flag_kernel(int *flag, int *data, int *out, bool takes_over, bool gives_away) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 1) {
        *data = 7; // here: flag_once_takes, flag_once_gives, flag_waits_takes, flag_waits_gives
        if (gives_away)
            __threadfence();
        atomicExch(flag, 1);
        return;
    }
    while (atomicAdd(flag, 0) == 0)
        if (!WAITS)
            return;
    if (takes_over)
        __threadfence();
    *out = *data; // here: flag_once_takes, flag_once_gives, flag_waits_takes, flag_waits_gives
}
template <bool WAITS> void flag_of_blocks(bool takes_over, bool gives_away) {
    int *memory = zeros<int>(3);
    flag_kernel<WAITS><<<2, 32>>>(memory, memory + 1, memory + 2, takes_over, gives_away);
    finish(memory);
}
template <bool CORRECT> void flag_once_takes() {
    flag_of_blocks<false>(CORRECT, true);
}
template <bool CORRECT> void flag_once_gives() {
    flag_of_blocks<false>(true, CORRECT);
}
template <bool CORRECT> void flag_waits_takes() {
    flag_of_blocks<true>(CORRECT, true);
}
template <bool CORRECT> void flag_waits_gives() {
    flag_of_blocks<true>(true, CORRECT);
}

// A flag between two warps of a block.
// flag_in_block says: race on shared memory in kernel flag_in_block_kernel
// flag_in_block says: where blocks and threads run in the reverse order
template <bool CORRECT> __global__ void flag_in_block_kernel(int *out) {
    __shared__ int flag, data;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = 7; // here: flag_in_block
        __threadfence_block();
        atomicExch_block(&flag, 1);
    } else if (threadIdx.x == 0 && atomicAdd_block(&flag, 0) == 1) {
        if (CORRECT)
            __threadfence_block();
        *out = data; // here: flag_in_block
    }
}
template <bool CORRECT> void flag_in_block() {
    int *out = zeros<int>(1);
    flag_in_block_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// What is no race shows in one order only as well.
// flag_once_index says: memory out of bounds in kernel flag_index_kernel
// flag_once_index says: 0 bytes after .*, where blocks and threads run in the reverse order
__global__ void flag_index_kernel(int *flag, int *out, int index) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 1)
        atomicExch(flag, 1);
    else if (atomicAdd(flag, 0) == 1)
        out[index] = 1; // here: flag_once_index
}
template <bool CORRECT> void flag_once_index() {
    int *flag = zeros<int>(1), *out = zeros<int>(1);
    flag_index_kernel<<<2, 32>>>(flag, out, CORRECT ? 0 : 1);
    finish(flag);
    finish(out);
}

// Blocks that take turns by their number: in any order block 0 is the first.
// turns_second says: of block .1,0,0. (reads|writes) 4 bytes
// turns_second says: there, before it in this run
__global__ void turns_kernel(int *turn, int *total, int wrong) {
    const int me = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    while (atomicAdd(turn, 0) != me) {
    }
    if (me != 0 && me != wrong)
        __threadfence();
    *total += 1; // here: turns_second
    __threadfence();
    atomicAdd(turn, 1);
}
template <bool CORRECT> void turns_second() {
    int *turn = zeros<int>(1), *total = zeros<int>(1);
    turns_kernel<<<3, 32>>>(turn, total, CORRECT ? NOBODY : 1);
    finish(turn);
    finish(total);
}

// ------------------------------------------------------------------ tickets

// Who draws the first ticket is chance, too.
// ticket_first says: of block .0,0,0. (reads|writes) 4 bytes
// ticket_first says: missing: __threadfence.. after the atomic operation at .*, which takes over
// ticket_first says: where blocks and threads run in the reverse order
// ticket_second says: there, before it in this run
// ticket_last_gives says: where blocks and threads run in the reverse order
__global__ void ticket_kernel(unsigned *next, unsigned *serving, int *total, int takes_over,
                              int gives_away) {
    const int me = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    const unsigned mine = atomicAdd(next, 1u);
    while (atomicAdd(serving, 0u) != mine) {
    }
    if (me != takes_over)
        __threadfence();
    *total += 1; // here: ticket_first, ticket_second, ticket_last_gives
    if (me != gives_away)
        __threadfence();
    atomicAdd(serving, 1u);
}
inline void tickets(int takes_over, int gives_away) {
    unsigned *counters = zeros<unsigned>(2);
    int *total = zeros<int>(1);
    ticket_kernel<<<4, 32>>>(counters, counters + 1, total, takes_over, gives_away);
    finish(counters);
    finish(total);
}
template <bool CORRECT> void ticket_first() {
    tickets(CORRECT ? NOBODY : 0, NOBODY);
}
template <bool CORRECT> void ticket_second() {
    tickets(CORRECT ? NOBODY : 1, NOBODY);
}
template <bool CORRECT> void ticket_last_gives() {
    tickets(NOBODY, CORRECT ? NOBODY : 3);
}

// The last block adds up. Which one that is, is chance: each needs both fences.
// last_block_gives says: missing: if the atomic operation at .*, __threadfence.. after .* and before
// last_block_gives says: where blocks and threads run in the reverse order
// last_block_takes says: missing: __threadfence.. after the atomic operation at .*, which takes over
// last_block_takes says: where blocks and threads run in the reverse order
__global__ void last_block_kernel(unsigned *finished, int *partial, int *out, int takes_over,
                                  int gives_away) {
    const int me = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    partial[me] = me; // here: last_block_gives, last_block_takes
    if (me != gives_away)
        __threadfence();
    if (atomicAdd(finished, 1u) == gridDim.x - 1) {
        if (me != takes_over)
            __threadfence();
        for (unsigned block = 0; block < gridDim.x; ++block)
            *out += partial[block]; // here: last_block_gives, last_block_takes
    }
}
inline void last_block(int takes_over, int gives_away) {
    unsigned *finished = zeros<unsigned>(1);
    int *partial = zeros<int>(9);
    last_block_kernel<<<8, 32>>>(finished, partial, partial + 8, takes_over, gives_away);
    finish(finished);
    finish(partial);
}
template <bool CORRECT> void last_block_gives() {
    last_block(NOBODY, CORRECT ? NOBODY : 7);
}
template <bool CORRECT> void last_block_takes() {
    last_block(CORRECT ? NOBODY : 0, NOBODY);
}

MISTAKES(CASE(lock_first), CASE(lock_second), CASE(lock_first_gives), CASE(lock_last_gives),
         CASE(lock_last_scope), CASE(block_lock_first), CASE(block_lock_later), CASE(every_first),
         CASE(every_last), CASE(flag_once_takes), CASE(flag_once_gives), CASE(flag_waits_takes),
         CASE(flag_waits_gives), CASE(flag_in_block), CASE(flag_once_index), CASE(turns_second),
         CASE(ticket_first), CASE(ticket_second), CASE(ticket_last_gives), CASE(last_block_gives),
         CASE(last_block_takes))
