// Inline PTX is refused where code is made of it; other assembly is not.
#define LANE(r) asm volatile("mov.u32 %0, %%laneid;" : "=r"(r))
__device__ unsigned lane() {
    unsigned r;
    asm("mov.u32 %0," // two
        "%%laneid;" : "=r"(r) : : "memory");
    LANE(r);
    return r;
}
__device__ void stop() { asm volatile("trap;"); }
__device__ void fence() { asm volatile("" ::: "memory"); }
void host() { __asm__ __volatile__("pause"); }
