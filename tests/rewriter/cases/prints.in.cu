// printf() in device code, by any of its names. What is not C's printf() stays.
#include <cstdio>
#define LOG printf
#define SAY(...) std::printf(__VA_ARGS__)
#define TWICE                                                                                      \
    do {                                                                                           \
        printf("first\n");                                                                         \
        printf("second\n");                                                                        \
    } while (0)
#define LIKE_PRINTF(A, B) __attribute__((format(printf, A, B), __format__(printf, A, B)))
#define IN_STREAM(stream) stream.printf("a\n"), (stream)->printf("b\n")
struct stream;
void log_to(stream &, const char *, ...) LIKE_PRINTF(2, 3);

__global__ void print(int *returned) {
    printf("a call\n");
    std::printf("a call\n"), ::printf("a call\n");
    (printf)("a function\n");
    int (*by_name)(const char *, ...) = printf;
    auto by_address = &printf;
    *returned = printf("a number\n");
    if (*returned)
        return (void)printf("behind a word\n");
    else
        printf("behind another one\n");
    using std::printf;
    [] { printf("in a lambda\n"); }();
}

void host() {
    printf("the host's\n");
}
