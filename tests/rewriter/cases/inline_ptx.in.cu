// Inline PTX: single instructions that have a function in CUDA become it. The others are refused where
// code is made of them; other assembly is not.
#define LANE(r) asm volatile("mov.u32 %0, %%laneid;" : "=r"(r))
__device__ unsigned lane() {
    unsigned r, s;
    asm("mov.u32 %0," // two
        "%%laneid;" : "=r"(r) : : "memory");
    LANE(s);
    return r + s;
}
__device__ unsigned sad(unsigned a, unsigned b, unsigned c) {
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;\n\t" : "=r"(c) : "r"(a), "r"(b + 1), "r"(c));
    asm("mad.lo.u32 %0, %1, 3, %0;" : "+r"(c) : "r"(a));
    return c;
}
__device__ void stop() { asm volatile("trap;"); }
__device__ void order() { asm volatile("membar.gl;" ::: "memory"); }
__device__ void fence() { asm volatile("" ::: "memory"); }
__device__ void refused(unsigned *p, unsigned x) {
    asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(x));
    asm("{ .reg .u32 t; mov.u32 t, %1; mov.u32 %0, t; }" : "=r"(x) : "r"(x));
    asm("mov.u32 %[to], %%laneid;" : [to] "=r"(x));
    asm("mov.u32 %0, %%smid;" : "=r"(x));
    asm("bar.sync 1, 64;");
}
void host() { __asm__ __volatile__("pause"); }
