// Loops that wait for another thread: the others get a turn.
__device__ void wait_for(volatile int *flag, int *lock) {
    while (*flag == 0)
        ;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    while (*flag <= 1) { __threadfence(); }
    while (flag[1] != 2) { __threadfence_block(); __threadfence(); }
}
__device__ void go_on_by_themselves(volatile int *flag, const char *s, int n, int *a) {
    while (*s++) ;
    while (n /= 10) {}
    while ((n = *flag) == 0);
    while (n-- > 0);
    while (*flag == 0) { a[n] = 1; }
    while (*flag == 0) a[n] = 1;
    while (*flag == 0) { __threadfence(); a[n] = 1; }
}
__device__ void with_the_condition_behind(volatile int *flag, int n) {
    do { n += 1; } while (n < 10);
    do n += 1; while (n < 10);
    do while (*flag == 0); while (n < 10);
    do {
        while (*flag == 0) ;
    } while (*flag == 1);
    do if (n) n += 1; else while (*flag == 2); while (*flag == 1);
}
