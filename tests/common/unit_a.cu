// unit_a: book.h in the first of three source files of one program, and its promises
//
// The other two, another .cu and a C file, include the same header; a definition that is not
// inline would collide.
#include "../common/book.h"
#include "../common/book.h" // twice, as happens through other headers

#include <limits>

int checks_of_unit_b(void);
extern "C" int checks_of_unit_c(void);

static int failures = 0;

static void expect(int condition, const char *what) {
    if (!condition) {
        printf("not true: %s\n", what);
        failures++;
    }
}
#define EXPECT(condition) expect((condition), #condition)

__global__ void spin(int *out) {
    out[threadIdx.x] = (int)threadIdx.x;
}

static CUT_THREADPROC set_to_7(void *data) {
    *(int *)data = 7;
    CUT_THREADEND;
}

int main(void) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();

    EXPECT(book_close(1.0, 1.0, 0.0));
    EXPECT(book_close(1.5, 1.0, 0.5));
    EXPECT(!book_close(1.5, 1.0, 0.49));
    EXPECT(!book_close(nan, 1.0, 1e300));
    EXPECT(!book_close(1.0, nan, 1e300));
    EXPECT(!book_close(1.0, 1.0, nan));
    EXPECT(!book_close(infinity, 1.0, 1e300));
    EXPECT(!book_close(infinity, infinity, 1.0)); // their difference is NaN

    // What listings of the book call.
    int a = 1, b = 2;
    swap(a, b);
    EXPECT(a == 2 && b == 1);
    int *integers = big_random_block_int(100);
    unsigned char *bytes = (unsigned char *)big_random_block(1000);
    int different = 0;
    for (int i = 1; i < 1000; i++)
        different += bytes[i] != bytes[0];
    EXPECT(different > 900);
    free(integers);
    free(bytes);
    int set[2] = {0, 0};
    CUTThread threads[2] = {start_thread(set_to_7, &set[0]), start_thread(set_to_7, &set[1])};
    wait_for_threads(threads, 2);
    EXPECT(set[0] == 7 && set[1] == 7);

    // The parser's values land where they should, from both spellings.
    long long n = 5, m = -1;
    const char *out = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 10, "a number"},
        {"m", BOOK_INTEGER, &m, -5, 10, "another"},
        {"out", BOOK_TEXT, &out, 0, 0, "a file"},
    };
    char program[] = "x", one[] = "--n", two[] = "10", three[] = "--m=-5", four[] = "--out",
         five[] = "f.png";
    char *arguments[] = {program, one, two, three, four, five, NULL};
    book_parse(6, arguments, "test", options);
    EXPECT(n == 10 && m == -5 && out != NULL && strcmp(out, "f.png") == 0);

    // As many options as a program wants, the last of them too.
    enum { MANY = 30 };
    long long values[MANY] = {0};
    char names[MANY][8];
    book_option many[MANY];
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "o%d", i);
        many[i] = {names[i], BOOK_INTEGER, &values[i], 0, 9, "one of many"};
    }
    char first[] = "--o0=1", last[] = "--o29=9";
    char *two_of_many[] = {program, first, last, NULL};
    book_parse(3, two_of_many, "test", many);
    EXPECT(values[0] == 1 && values[MANY - 1] == 9);

    int *dev;
    HANDLE_ERROR(cudaMalloc(&dev, 32 * sizeof(int)));
    book_timer timer;
    book_timer_start(&timer);
    spin<<<1, 32>>>(dev);
    float milliseconds = book_timer_stop(&timer);
    HANDLE_LAUNCH("spin");
    EXPECT(milliseconds >= 0 && milliseconds < 60000);
    HANDLE_ERROR(cudaFree(dev));

    failures += checks_of_unit_b() + checks_of_unit_c();
    return book_verdict(failures == 0, "book.h in three source files, %d failures", failures);
}
