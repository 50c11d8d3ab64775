/* back_off.h: how a thread waits for a lock.
 *
 *   unsigned nanoseconds = BACK_OFF_FIRST;
 *   while (the lock is closed)
 *       back_off(&nanoseconds);
 *
 * Threads that ask again and again keep busy the very memory that the owner of the lock needs. So
 * they sleep in between, each time twice as long, up to a limit, as in the CUDA Programming Guide.
 * Chips before compute capability 7.0 cannot; there they ask again at once.
 */
#ifndef BACK_OFF_H
#define BACK_OFF_H

#define BACK_OFF_FIRST 8 /* nanoseconds */
#define BACK_OFF_LONGEST 256

__device__ static inline void back_off(unsigned *nanoseconds) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    __nanosleep(*nanoseconds);
#endif
    if (*nanoseconds < BACK_OFF_LONGEST)
        *nanoseconds *= 2;
}

#endif
