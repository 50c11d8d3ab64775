// mistakes.h: kernels with a mistake in them, each with its correction; the checker must name the
// one and be silent about the other.
//
//   shared_races neighbour wrong        runs one of them
//
// What must be said about a case stands in the source (see tests/mistakes.sh): the lines that end in
// "// here: CASE" must be named, and lines "// CASE says: REGEX" must match.
#ifndef MISTAKES_H
#define MISTAKES_H

#include <cstdio>
#include <cstdlib>
#include <cstring>

struct mistake {
    const char *name;
    void (*wrong)();
    void (*corrected)();
};

// Any failure of the API that a case does not expect.
inline void must(cudaError_t error) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "unexpected: %s\n", cudaGetErrorName(error));
        std::exit(1);
    }
}

// Device memory, set to 0.
template <class T> T *zeros(size_t count) {
    T *memory = nullptr;
    must(cudaMalloc(&memory, count * sizeof(T)));
    must(cudaMemset(memory, 0, count * sizeof(T)));
    return memory;
}

// Reads a result, as a program does, and frees it.
template <class T> void finish(T *result) {
    T first;
    must(cudaDeviceSynchronize());
    must(cudaMemcpy(&first, result, sizeof first, cudaMemcpyDeviceToHost));
    must(cudaFree(result));
}

// Reads and frees a result of a kernel that may have been given up.
template <class T> void finish_or_not(T *result) {
    T first;
    (void)cudaDeviceSynchronize();
    (void)cudaMemcpy(&first, result, sizeof first, cudaMemcpyDeviceToHost);
    (void)cudaFree(result);
}

inline int run_mistake(const mistake *cases, size_t count, int argc, char **argv) {
    for (size_t i = 0; i < count; ++i)
        if (argc == 3 && std::strcmp(argv[1], cases[i].name) == 0) {
            if (std::strcmp(argv[2], "wrong") == 0) {
                cases[i].wrong();
            } else {
                cases[i].corrected();
                must(cudaGetLastError()); // of its launches
            }
            return 0;
        }
    for (size_t i = 0; i < count; ++i)
        std::printf("%s\n", cases[i].name);
    return argc == 1 ? 0 : 2;
}

#define CASE(NAME)                                                                                 \
    { #NAME, NAME < false>, NAME < true> }
#define MISTAKES(...)                                                                              \
    int main(int argc, char **argv) {                                                              \
        const mistake cases[] = {__VA_ARGS__};                                                     \
        return run_mistake(cases, sizeof cases / sizeof *cases, argc, argv);                       \
    }

#endif
