// speed.h: a row of emulator_speed: who does its work, and how long each one takes.
#ifndef SPEED_H
#define SPEED_H

#include "../common/book.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <vector>

// Who does the work of a row.
struct contestants {
    std::function<void()> serial, openmp, pocl, kernel; // empty where there is none
};

static bool has_pocl;
static int wrong;        // results
static int of_processor; // count its time, not that on the wall

static void expect(bool right, const char *row) {
    if (!right)
        printf("%s: a wrong result\n", row);
    wrong += !right;
}

static double milliseconds() {
    timespec now;
    clock_gettime(of_processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

static double milliseconds_of(const std::function<void()> &work) {
    const double start = milliseconds();
    work();
    return milliseconds() - start;
}

// For threads that look for more work for a while, as OpenMP's do, to fall asleep.
static void let_threads_rest() {
    const timespec rest = {0, 10 * 1000 * 1000};
    nanosleep(&rest, nullptr);
}

// The shortest of so many runs, in milliseconds: what the others took longer, other work on the
// machine took. The contestants take turns, of some runs each, so that it disturbs them alike.
static void print_row(const char *name, int rounds, const contestants &c) {
    const int turn = 5;
    const std::function<void()> *all[] = {&c.serial, &c.openmp, &c.pocl, &c.kernel};
    double best[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
    for (int done = 0; done < rounds; done += turn)
        for (int i = 0; i < 4; i++) {
            let_threads_rest();
            for (int k = 0; k < turn && *all[i] && (i != 2 || has_pocl); k++)
                best[i] = std::min(best[i], milliseconds_of(*all[i]));
        }
    printf("%-22s %10.4f", name, best[3]);
    for (int i = 0; i < (has_pocl ? 3 : 2); i++)
        if (*all[i])
            printf(" %10.4f %6.2f", best[i], best[3] / best[i]);
        else
            printf(" %10s %6s", "-", "-");
    printf("\n");
}

// Memory that kernels and loops share: where it lies decides how quickly some of them go.
template <class T> static T *device(size_t count, const T *contents = nullptr) {
    T *pointer;
    HANDLE_ERROR(cudaMallocManaged(&pointer, count * sizeof(T)));
    if (contents != nullptr)
        HANDLE_ERROR(cudaMemcpy(pointer, contents, count * sizeof(T), cudaMemcpyDefault));
    else
        HANDLE_ERROR(cudaMemset(pointer, 0, count * sizeof(T)));
    return pointer;
}

#endif
