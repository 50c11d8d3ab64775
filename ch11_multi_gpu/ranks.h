/* ranks.h: what the programs of this chapter share that run in several processes.
 *
 * MPI calls its processes ranks, and numbers them from 0. Each rank of a host takes a device of
 * that host, and rank 0 speaks for all.
 *
 *   ranks all = ranks_open(argc, argv, "what it does", options);     in every rank
 *   HANDLE_MPI(MPI_Bcast(...));                                      as HANDLE_ERROR, for MPI
 *   return ranks_verdict(&all, ok, "%d of %d ...", ...);             in every rank
 *
 * However a rank ends before the verdict, all end, and the exit code of the whole is not 0.
 */
#ifndef RANKS_H
#define RANKS_H

#define OMPI_SKIP_MPICXX 1 /* no classes: C++ lost them in MPI-3 */
#define MPICH_SKIP_MPICXX 1

#include "../common/book.h"
#include <mpi.h>
#if defined(OMPI_MAJOR_VERSION) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

typedef struct {
    int rank, count;           /* this one, and how many there are on all hosts */
    int device;                /* the number of its device on its host */
    int host_rank, host_count; /* the same among those of its host */
    int device_aware;          /* whether MPI takes pointers to memory of a device */
} ranks;

/* What an exit() means for the other ranks: they wait for an answer (see ranks_answer), they are at
 * work, or there are none any more. */
static enum { RANKS_WAIT, RANKS_WORK, RANKS_ARE_DONE } ranks_state;

#define HANDLE_MPI(call) (ranks_handle((call), #call, __FILE__, __LINE__))

static inline void ranks_handle(int error, const char *call, const char *file, int line) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0, rank = 0;
    if (error == MPI_SUCCESS)
        return;
    MPI_Error_string(error, text, &length);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fflush(stdout);
    fprintf(stderr, "%s:%d: rank %d: %s: %s\n", file, line, rank, call, text);
    book_exit(BOOK_EXIT_FAILED);
}

/* Rank 0 tells the others, which wait in ranks_open, whether there is anything to do. */
static inline void ranks_answer(int go) {
    MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!go)
        MPI_Finalize();
}

/* At every exit(). MPI_Abort ends the other ranks too; without it they might wait for this one for
 * ever. */
static inline void ranks_at_exit(void) {
    if (ranks_state == RANKS_WAIT) {
        ranks_answer(0); /* --help, or a usage error: rank 0 has said it */
    } else if (ranks_state == RANKS_WORK) {
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        fprintf(stderr, "rank %d ends early, and ends the others\n", rank);
        MPI_Abort(MPI_COMM_WORLD, BOOK_EXIT_FAILED);
    }
}

static inline void ranks_find_device(ranks *r) {
    MPI_Comm host;
    int devices = 0, fewest = 0;
    HANDLE_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
    HANDLE_MPI(MPI_Comm_rank(host, &r->host_rank));
    HANDLE_MPI(MPI_Comm_size(host, &r->host_count));
    HANDLE_MPI(MPI_Comm_free(&host));
    cudaError_t error = cudaGetDeviceCount(&devices);
    if (error != cudaSuccess)
        devices = 0;
    HANDLE_MPI(MPI_Allreduce(&devices, &fewest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
    if (fewest == 0) { /* here or elsewhere; all leave, so nobody has to be ended */
        ranks_state = RANKS_ARE_DONE;
        MPI_Finalize();
        book_handle_error(error, "cudaGetDeviceCount(&devices)", __FILE__, __LINE__);
        book_exit(BOOK_EXIT_CANNOT_RUN);
    }
    r->device = r->host_rank % devices; /* with more ranks than devices some share one */
    HANDLE_ERROR(cudaSetDevice(r->device));
    HANDLE_MPI(MPI_Barrier(MPI_COMM_WORLD)); /* none begins what one without a device would end */
}

/* Ends the program in all ranks, which all must call it, with 2: what the command line asks for
 * cannot be done with so many. Rank 0 prints. */
static inline void ranks_refuse(const ranks *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (r->rank == 0) {
        vfprintf(stderr, format, arguments);
        fprintf(stderr, "\n");
    }
    va_end(arguments);
    ranks_state = RANKS_ARE_DONE;
    MPI_Finalize();
    book_exit(BOOK_EXIT_USAGE);
}

/* Starts MPI, reads the command line as book_parse does, and takes a device. */
#define ranks_open(argc, argv, purpose, options)                                                   \
    ranks_open_options((argc), (argv), (purpose), (options),                                       \
                       (int)(sizeof(options) / sizeof((options)[0])))

static inline ranks ranks_open_options(int argc, char **argv, const char *purpose,
                                       const book_option options[], int count) {
    ranks r = {};
    int go = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* for HANDLE_MPI */
    HANDLE_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &r.rank));
    HANDLE_MPI(MPI_Comm_size(MPI_COMM_WORLD, &r.count));
    if (r.rank == 0) {
        atexit(ranks_at_exit);
        book_parse_options(argc, argv, purpose, options, count);
        ranks_answer(1);
    } else {
        HANDLE_MPI(MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD));
        if (!go) {
            MPI_Finalize();
            exit(0);
        }
        atexit(ranks_at_exit);
        book_parse_options(argc, argv, purpose, options, count); /* what rank 0 has accepted */
    }
    ranks_state = r.count > 1 ? RANKS_WORK : RANKS_ARE_DONE;
    ranks_find_device(&r);
#if defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
    r.device_aware = MPIX_Query_cuda_support();
#endif
    return r;
}

/* Passed only if `ok` is true in every rank. Rank 0 prints, and all return the same exit code, for
 * main to return. The end of MPI. */
#define ranks_verdict(r, ok, ...)                                                                  \
    ranks_end((r)->rank == 0 ? book_verdict(ranks_all((ok)), __VA_ARGS__) : !ranks_all((ok)))

/* Whether it is true in every rank. */
static inline int ranks_all(int ok) {
    int all = 0;
    HANDLE_MPI(MPI_Allreduce(&ok, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD));
    return all;
}

/* Code is rank 0's: its output may have failed. */
static inline int ranks_end(int code) {
    HANDLE_MPI(MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD));
    ranks_state = RANKS_ARE_DONE;
    MPI_Finalize();
    return code;
}

#endif
