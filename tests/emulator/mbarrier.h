// mbarrier.h: barriers in shared memory by PTX, for the tests of what Hopper has
#pragma once

typedef unsigned long long barrier;

static __device__ unsigned shared(const void *p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

static __device__ void init(barrier *b, int count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(count));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
static __device__ void expect(barrier *b, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(b)),
                 "r"(bytes)
                 : "memory");
}
// A loop of PTX, with labels.
static __device__ void wait(barrier *b, unsigned parity) {
    asm volatile("{\n\t"
                 ".reg .pred over; // whether it is\n\t"
                 "AGAIN:\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n\t"
                 "@over bra DONE;\n\t"
                 "bra.uni AGAIN;\n\t"
                 "DONE:\n\t"
                 "}" ::"r"(shared(b)),
                 "r"(parity)
                 : "memory");
}
