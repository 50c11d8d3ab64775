/* book.h: what every program of the suite needs besides CUDA itself.
 *
 * A drop-in for the header of the same name that listings in "CUDA by Example" include: type a
 * listing in and it compiles. For C and C++, from as many source files as you like.
 *
 *   HANDLE_ERROR(call)       checks a CUDA call; on failure says where, which call, which error
 *   HANDLE_LAUNCH(name)      checks the launch just before it: its configuration and its run
 *   HANDLE_NULL(pointer)     checks what malloc returned
 *   book_parse(...)          command-line options, --help, and errors that say what is accepted
 *   book_close(a, b, tol)    compares floats so that NaN never passes
 *   book_timer_start/_stop   time between two points of the default stream, in milliseconds
 *   book_seconds()           what the clock of the host says
 *   book_multiprocessors()   how many multiprocessors the current device has
 *   BOOK_ON_GPU              whether a GPU runs the kernels; book_timed() says it if none does
 *   book_verdict(ok, ...)    prints PASSED or FAILED and gives main its return value
 *
 * Exit codes: 0 verified, 1 wrong result or failure, 2 usage error, 77 no CUDA device here.
 * Whatever ends a program early first frees what the program has on its device (cudaDeviceReset).
 * A program that uses several devices says how many: book_devices = 4.
 */
#ifndef BOOK_H
#define BOOK_H

#include <cuda_runtime.h>

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BOOK_EXIT_PASSED 0
#define BOOK_EXIT_FAILED 1
#define BOOK_EXIT_USAGE 2
#define BOOK_EXIT_CANNOT_RUN 77 /* ctest and automake show this as Skipped */

/* ---- errors ------------------------------------------------------------------------------ */

/* How many devices book_exit frees, from number 0 on, besides the current one. No more than the
 * program uses: cudaSetDevice would set up the others first. */
static int book_devices;

/* Ends the program. Frees what it has on its devices, so that no path out of a program leaks. */
static inline void book_exit(int code) {
    (void)cudaDeviceReset();
    for (int device = 0; device < book_devices; device++) {
        (void)cudaSetDevice(device);
        (void)cudaDeviceReset();
    }
    exit(code);
}

/* Ends the program unless err is cudaSuccess. what: the call in the program's own words. A machine
 * without a usable GPU is no failure of the program: exit code 77. */
static inline void book_handle_error(cudaError_t err, const char *what, const char *file,
                                     int line) {
    if (err == cudaSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, what, cudaGetErrorName(err),
            cudaGetErrorString(err));
    if (err == cudaErrorNoDevice || err == cudaErrorInsufficientDriver)
        book_exit(BOOK_EXIT_CANNOT_RUN);
    book_exit(BOOK_EXIT_FAILED);
}

static inline void HandleError(cudaError_t err, const char *file, int line) {
    book_handle_error(err, "CUDA error", file, line);
}

#define HANDLE_ERROR(...) (book_handle_error((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__))

/* A launch returns nothing. A configuration that the device refuses shows in cudaGetLastError; a
 * kernel that goes wrong while it runs shows only once it has ended, so this waits for it. If
 * nobody has checked an earlier launch, its error shows here too, under this kernel's name.
 *
 * The wait is for learning: it says which launch went wrong, and keeps host and device from working
 * at the same time. Where that counts (chapters 10 and 11) a launch is followed by
 * cudaGetLastError() alone, and the host waits where it needs the results. */
static inline void book_handle_launch(const char *kernel, const char *file, int line) {
    char what[200];
    snprintf(what, sizeof what, "launch of kernel %s", kernel);
    book_handle_error(cudaGetLastError(), what, file, line);
    snprintf(what, sizeof what, "run of kernel %s", kernel);
    book_handle_error(cudaDeviceSynchronize(), what, file, line);
}

#define HANDLE_LAUNCH(kernel) (book_handle_launch((kernel), __FILE__, __LINE__))

static inline void book_handle_null(int is_null, const char *file, int line) {
    if (!is_null)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: out of host memory\n", file, line);
    book_exit(BOOK_EXIT_FAILED);
}

#define HANDLE_NULL(pointer) (book_handle_null((pointer) == NULL, __FILE__, __LINE__))

/* ---- verification ------------------------------------------------------------------------ */

/* 1 if |value - expected| <= tolerance, else 0; also 0 if any of them is NaN, because a comparison
 * with NaN is false. (The other way round, `difference > tolerance` being an error, NaN passes.) */
static inline int book_close(double value, double expected, double tolerance) {
    return fabs(value - expected) <= tolerance;
}

/* Prints the last line of a program, PASSED or FAILED and what was found, as printf would, and
 * returns the exit code that goes with it. Output that could not be written is a failure too. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static inline int
book_verdict(int ok, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf(ok ? "PASSED: " : "FAILED: ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "cannot write the output: %s\n", strerror(errno));
        return BOOK_EXIT_FAILED;
    }
    return ok ? BOOK_EXIT_PASSED : BOOK_EXIT_FAILED;
}

/* ---- command line ------------------------------------------------------------------------ */

typedef enum {
    BOOK_INTEGER, /* value points to a long long, from low to high */
    BOOK_TEXT,    /* value points to a const char *, which may be NULL when not given */
    BOOK_OPERAND, /* likewise; and `--name` may be left out before the value */
    BOOK_CHOICE   /* value points to an int, the number of the word chosen, from 0; -1: none. The
                     help begins with the words: "float|double: type of the elements" */
} book_option_kind;

/* One option, --name VALUE. What value points to holds the default. */
typedef struct {
    const char *name;
    book_option_kind kind;
    void *value;
    long long low, high; /* range of an integer, both ends included; else unused */
    const char *help;
} book_option;

/* So many elements that sizes in bytes of the widest type still fit in 64 bits. What memory really
 * holds is for cudaMalloc and malloc to say. */
#define BOOK_MAX_N (1LL << 58)

/* Word `number` of a choice, which is `length` characters long; NULL if there are not so many. */
static inline const char *book_choice_word(const book_option *o, int number, int *length) {
    const char *word = o->help;
    for (;; word += *length + 1) {
        *length = (int)strcspn(word, "|:");
        if (number-- == 0)
            return word;
        if (word[*length] != '|')
            return NULL;
    }
}

/* The number of the word `text` among those of a choice. Ends the program with 2 where it is none
 * of them. */
static inline int book_choose(const char *program, const book_option *o, const char *text) {
    const char *word;
    int length, words = 0;
    for (; (word = book_choice_word(o, words, &length)) != NULL; words++)
        if (strlen(text) == (size_t)length && strncmp(word, text, (size_t)length) == 0)
            return words;
    fprintf(stderr, "%s: option --%s: '%s' is not accepted; ", program, o->name, text);
    for (int i = 0; (word = book_choice_word(o, i, &length)) != NULL; i++)
        fprintf(stderr, "%s%.*s", i == 0 ? "" : i < words - 1 ? ", " : " or ", length, word);
    fprintf(stderr, " is\n");
    exit(BOOK_EXIT_USAGE);
}

static inline void book_print_help(const char *program, const char *purpose,
                                   const book_option options[], int count) {
    printf("%s: %s\n\noptions:\n", program, purpose);
    for (int i = 0; i < count; i++) {
        const book_option *o = &options[i];
        printf("  --%-10s %s", o->name, o->help);
        if (o->kind == BOOK_INTEGER) {
            long long value = *(long long *)o->value;
            printf("; %lld to %lld", o->low, o->high);
            if (value >= o->low && value <= o->high) /* else the help says what it is without */
                printf(", default %lld", value);
        } else if (o->kind == BOOK_CHOICE && *(int *)o->value >= 0) {
            int length;
            const char *word = book_choice_word(o, *(int *)o->value, &length);
            printf("; default %.*s", length, word);
        }
        printf("\n");
    }
    printf("  --%-10s this text\n", "help");
}

static inline void book_print_accepted(const book_option options[], int count) {
    fprintf(stderr, "; accepted:");
    for (int i = 0; i < count; i++)
        fprintf(stderr, " --%s VALUE,", options[i].name);
    fprintf(stderr, " --help\n");
}

/* The whole number that the text is, from low to high; ends the program with 2 where it is none.
 * what and name say in the message whose value it is: "option --" and "n". */
static inline long long book_number(const char *what, const char *name, const char *text,
                                    long long low, long long high) {
    char *end = NULL;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE || number < low || number > high) {
        fprintf(stderr, "%s%s: '%s' is not accepted; a whole number from %lld to %lld is\n", what,
                name, text, low, high);
        exit(BOOK_EXIT_USAGE);
    }
    return number;
}

/* Reads the command line into what the options, an array, point to. purpose: one sentence for
 * --help, which ends the program with 0. Anything that is not accepted ends it with 2 and a message
 * that names the option, the value, and what is accepted. */
#define book_parse(argc, argv, purpose, options)                                                   \
    book_parse_options((argc), (argv), (purpose), (options),                                       \
                       (int)(sizeof(options) / sizeof((options)[0])))

static inline void book_parse_options(int argc, char **argv, const char *purpose,
                                      const book_option options[], int count) {
    const char *program = argc > 0 && argv[0] != NULL ? argv[0] : "program";
    const char *slash = strrchr(program, '/');
    if (slash != NULL)
        program = slash + 1;
    struct option *table = (struct option *)calloc((size_t)count + 2, sizeof *table);
    HANDLE_NULL(table);
    for (int i = 0; i < count; i++) {
        table[i].name = options[i].name;
        table[i].has_arg = required_argument;
        table[i].val = i + 1;
    }
    table[count].name = "help";
    table[count].val = count + 1;

    opterr = 0; /* the messages are ours */
    optind = 1;
    for (;;) {
        int at = optind;
        int found = getopt_long(argc, argv, ":", table, NULL);
        if (found == -1)
            break;
        if (found == count + 1) {
            book_print_help(program, purpose, options, count);
            exit(fflush(stdout) == 0 ? 0 : BOOK_EXIT_FAILED);
        }
        if (found == ':') {
            fprintf(stderr, "%s: option %s needs a value", program, argv[at]);
            book_print_accepted(options, count);
            exit(BOOK_EXIT_USAGE);
        }
        if (found < 1 || found > count) {
            fprintf(stderr, "%s: unknown option '%s'", program, argv[at]);
            book_print_accepted(options, count);
            exit(BOOK_EXIT_USAGE);
        }
        const book_option *o = &options[found - 1];
        if (o->kind == BOOK_CHOICE) {
            *(int *)o->value = book_choose(program, o, optarg);
            continue;
        }
        if (o->kind != BOOK_INTEGER) {
            *(const char **)o->value = optarg;
            continue;
        }
        char what[300];
        snprintf(what, sizeof what, "%s: option --", program);
        *(long long *)o->value = book_number(what, o->name, optarg, o->low, o->high);
    }
    free(table);
    for (int i = 0; i < count && optind < argc; i++)
        if (options[i].kind == BOOK_OPERAND)
            *(const char **)options[i].value = argv[optind++];
    if (optind < argc) {
        fprintf(stderr, "%s: unexpected argument '%s'", program, argv[optind]);
        book_print_accepted(options, count);
        exit(BOOK_EXIT_USAGE);
    }
}

/* ---- timing ------------------------------------------------------------------------------ */

/* 1 where a GPU runs the kernels. On the CPU emulator 0: times say nothing about a GPU there. */
#ifdef CUDA_EMULATOR
#define BOOK_ON_GPU 0
#else
#define BOOK_ON_GPU 1
#endif

/* BOOK_ON_GPU; if it is 0, says so in a line in place of the times. */
static inline int book_timed(void) {
    if (!BOOK_ON_GPU)
        printf("(not timed: on a CPU that acts as the device times would tell nothing)\n");
    return BOOK_ON_GPU;
}

/* How many multiprocessors the current device has: a grid wants to be large enough for them all. */
static inline int book_multiprocessors(void) {
    int device = 0, multiprocessors = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    return multiprocessors;
}

/* Seconds since some moment in the past, by the clock of the host. */
static inline double book_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Events sit in the stream between the kernels, so the time is the device's own: a host clock
 * would measure only how long the launch took to hand over. If the device has nothing else to do,
 * the first event happens at once, and the time contains how long the first launch takes to come:
 * some microseconds, which count where a kernel is short. Time several launches and divide. */
typedef struct {
    cudaEvent_t start, stop;
} book_timer;

static inline void book_timer_start(book_timer *timer) {
    HANDLE_ERROR(cudaEventCreate(&timer->start));
    HANDLE_ERROR(cudaEventCreate(&timer->stop));
    HANDLE_ERROR(cudaEventRecord(timer->start, 0));
}

/* Waits for everything issued since book_timer_start. Returns milliseconds. */
static inline float book_timer_stop(book_timer *timer) {
    float milliseconds = 0;
    HANDLE_ERROR(cudaEventRecord(timer->stop, 0));
    HANDLE_ERROR(cudaEventSynchronize(timer->stop));
    HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, timer->start, timer->stop));
    HANDLE_ERROR(cudaEventDestroy(timer->start));
    HANDLE_ERROR(cudaEventDestroy(timer->stop));
    return milliseconds;
}

/* ---- what else the book's listings call --------------------------------------------------- */

#ifdef __cplusplus
#include <utility>
using std::swap;
#endif

/* size bytes of noise, to be freed by the caller. */
static inline void *big_random_block(int size) {
    unsigned char *data = (unsigned char *)malloc((size_t)size);
    HANDLE_NULL(data);
    for (int i = 0; i < size; i++)
        data[i] = (unsigned char)(rand() >> 8); /* low bits of rand are the weak ones */
    return data;
}

/* size ints of noise, to be freed by the caller. */
static inline int *big_random_block_int(int size) {
    int *data = (int *)malloc((size_t)size * sizeof(int));
    HANDLE_NULL(data);
    for (int i = 0; i < size; i++)
        data[i] = rand();
    return data;
}

typedef pthread_t CUTThread;
typedef void *(*CUT_THREADROUTINE)(void *);
#define CUT_THREADPROC void *
#define CUT_THREADEND return 0

static inline CUTThread start_thread(CUT_THREADROUTINE function, void *data) {
    CUTThread thread;
    int error = pthread_create(&thread, NULL, function, data);
    if (error != 0) {
        fprintf(stderr, "cannot start a thread: %s\n", strerror(error));
        book_exit(BOOK_EXIT_FAILED);
    }
    return thread;
}

static inline void end_thread(CUTThread thread) {
    pthread_join(thread, NULL);
}

#ifndef __wasm__ /* where no thread can be ended from outside */
static inline void destroy_thread(CUTThread thread) {
    pthread_cancel(thread);
}
#endif

static inline void wait_for_threads(const CUTThread *threads, int count) {
    for (int i = 0; i < count; i++)
        end_thread(threads[i]);
}

#endif
