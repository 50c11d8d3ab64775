// Loops that let time pass: threads wait together.
#define DELAY 20000
#define TWICE(n) (2 * (n))
#define TIMER now
__device__ void wait(long long enough, const unsigned int few) {
    const long long start = clock64();
    while (clock64() - start < enough)
        ;
    while (clock64() - start < DELAY * few) { __nanosleep(100); }
    while (enough > (clock64() - start))
        ;
    long long passed = 0, unused = 1;
    while (enough > (passed)) { passed = clock64() - start; }
    while (passed < enough) {
        const long long now = clock64();
        passed = now - start;
    }
    do passed = clock64() - start; while (passed < enough);
    for (long long now = start; now - start < enough; now = clock64()) ;
    for (;;) {
        if (clock() - start > enough) break;
    }
    while (true)
        if (clock64() > enough) { if (unused) break; }
}
__device__ volatile int flag;
__device__ void wait_for_more(volatile int *stop, long long enough, long long &end, int n) {
    __shared__ long long shared;
    volatile long long seen = 0;
    long long start = clock64(), passed, *p = &end;
    while (*stop == 0 && clock64() - start < enough)
        ;
    while (flag == 0 && clock64() - start < enough) {}
    while (clock64() < end) {}
    while (clock64() < shared) {}
    while (clock64() < seen) {}
    while (clock64() < TIMER) {}
    while (clock64() < TWICE(start)) {}
    while (clock64() - start < enough) ++n;
    while (clock64() < *p) { }
    while (clock64() < p[0]) { }
    for (int i = 0; i < n; ++i) { passed = clock64() - start; }
    while (n < 5) n = 6;
    while (clock64() < start) { return; }
}
__global__ void kernel(clock_t enough) {
    clock_t start = clock(), passed = 0;
    while (passed < enough) {
        unsigned end = (unsigned)clock();
        passed = (clock_t)(end - start);
    }
}
long host(long enough) {
    long start = clock();
    while (clock() - start < enough) ;
    return start;
}
