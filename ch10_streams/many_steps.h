/* many_steps.h: what concurrent lets its threads do, and how to know the end without doing it. */
#ifndef MANY_STEPS_H
#define MANY_STEPS_H

/* A step from a number to the next, modulo 2^32. */
__host__ __device__ static inline unsigned next(unsigned number) {
    return 1664525u * number + 1013904223u;
}

/* So many steps at once. A step is number -> a * number + b, and so are two, four, eight, ... */
static inline unsigned leap(unsigned number, long long steps) {
    unsigned a = 1664525u, b = 1013904223u;
    for (; steps != 0; steps /= 2) {
        if (steps % 2 == 1)
            number = a * number + b;
        b = a * b + b; /* a * (a * number + b) + b */
        a = a * a;
    }
    return number;
}

#endif
