// planted.h: kernels with a mistake planted in them, each with its correction; the checker must
// name the one and be silent about the other.
//
//   shared_races neighbour faulty       runs one of them
//
// What must be said about a case stands in the source (see run.sh): the lines that end in
// "// here: CASE" must be named, and lines "// CASE: REGEX" must match.
#ifndef PLANTED_H
#define PLANTED_H

#include <cstdio>
#include <cstdlib>
#include <cstring>

struct planted_case {
    const char *name;
    void (*faulty)();
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

inline int run_planted(const planted_case *cases, size_t count, int argc, char **argv) {
    for (size_t i = 0; i < count; ++i)
        if (argc == 3 && std::strcmp(argv[1], cases[i].name) == 0) {
            std::strcmp(argv[2], "faulty") == 0 ? cases[i].faulty() : cases[i].corrected();
            return 0;
        }
    for (size_t i = 0; i < count; ++i)
        std::printf("%s\n", cases[i].name);
    return argc == 1 ? 0 : 2;
}

#define CASE(NAME)                                                                                 \
    { #NAME, NAME < false>, NAME < true> }
#define PLANTED_MAIN(...)                                                                          \
    int main(int argc, char **argv) {                                                              \
        const planted_case cases[] = {__VA_ARGS__};                                                \
        return run_planted(cases, sizeof cases / sizeof *cases, argc, argv);                       \
    }

#endif
