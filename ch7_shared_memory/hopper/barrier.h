/* barrier.h: barriers in shared memory on which threads and copies meet (PTX: mbarrier).
 *
 *   __shared__ barrier full;
 *   barrier_init(&full, 1);           by one thread: a phase takes so many arrivals
 *   barrier_publish();                by the same: the other units of the chip see it, too
 *   __syncthreads();
 *   barrier_expect(&full, bytes);     arrives, and has the phase wait for so many bytes as well
 *   barrier_arrive(&full);            arrives
 *   barrier_wait(&full, parity);      waits until the phase of that parity is over
 *
 * Unlike __syncthreads() it lets a thread arrive and go on. It also counts the bytes that copies
 * bring: a phase is over when all have arrived and all bytes are there. Phases have the parities 0,
 * 1, 0, 1 and so on. A wait for parity 1 of a new barrier returns at once: the phase before the
 * first one counts as over.
 */
#ifndef HOPPER_BARRIER_H
#define HOPPER_BARRIER_H

/* Kernels are compiled for compute capability 9.0a, the a standing for instructions that only this
 * one has; for others they are empty. hopper_require says so before one is launched. */
#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define HOPPER
#endif

typedef unsigned long long barrier;

/* An address within shared memory, as these instructions want it. */
__device__ inline unsigned shared_address(const void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}

#ifdef HOPPER
__device__ inline void barrier_init(barrier *b, int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(arrivals));
}

/* The barriers of this block are complete, for the copy engine and for the blocks of a cluster. */
__device__ inline void barrier_publish() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ inline void barrier_arrive(barrier *b) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(b)) : "memory");
}

__device__ inline void barrier_expect(barrier *b, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(b)),
                 "r"(bytes)
                 : "memory");
}

/* The instruction itself waits for a while, and then says whether the phase is over. */
__device__ inline void barrier_wait(barrier *b, unsigned parity) {
    unsigned over;
    do {
        asm volatile("{\n"
                     ".reg .pred over;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 over, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, over;\n"
                     "}"
                     : "=r"(over)
                     : "r"(shared_address(b)), "r"(parity)
                     : "memory");
    } while (!over);
}
#endif

#endif
