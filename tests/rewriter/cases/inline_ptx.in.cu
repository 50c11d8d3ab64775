// Inline PTX: instructions that have a function in CUDA become it, others one of the emulator's. Those
// that are not there are refused by name, where code is made of them; other assembly is not.
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
__device__ void several(unsigned *p, unsigned x) {
    asm volatile("st.global.u32 [%0 + 8], %1;" :: "l"(p), "r"(x));
    asm("{ .reg .u32 t; mov.u32 t, %1; mov.u32 %0, t; }" : "=r"(x) : "r"(x));
    asm("mov.u32 %[to], %%laneid;" : [to] "=r"(x));
    asm("bar.sync 1, 64;");
    asm volatile("{\n\t"
                 ".reg .pred p; // whether it is over\n\t"
                 "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 1;\n\t"
                 "@!p bra AGAIN;\n\t"
                 "}" :: "r"(x) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%2, 3}], [%3];" :: "r"(x), "l"(p), "r"(5), "r"(7));
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(d[0]), "+d"(d[1]) : "d"(a), "d"(b));
}
__device__ void by_version(unsigned *p, unsigned x) {
    asm volatile("{ .reg .u32 t; "
#if NEW
                 "ld.global.nc.u32 t, [%1]; "
#elif OLD
                 "ld.global.u32 t, [%1]; "
#else
                 "mov.u32 t, 1; "
#endif
                 "mov.u32 %0, t; }" : "=r"(x) : "l"(p));
}
__device__ void refused(unsigned *p, unsigned x) {
    asm volatile("mov.u32 %0, 1;"
#if NEW
                 " mov.u32 %0, 2;"
#endif
                 : "=r"(x));
    asm("mov.u32 %0, %%smid;" : "=r"(x));
    asm("add.f16x2 %0, %0, %1;" : "+r"(x) : "r"(x));
    asm("ld.acquire.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(x) : "l"(p));
    asm("dp2a.lo.s32.u32 %0, %1, %1, %1;" : "=r"(x) : "r"(x));
    asm("{ .reg .u32 t<4>; mov.u32 %0, 1; }" : "=r"(x));
    asm("mma.sync.aligned.m16n8k7.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(d[0]), "+d"(d[1]) : "d"(a), "d"(b));
}
void host() { __asm__ __volatile__("pause"); }
