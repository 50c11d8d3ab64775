/* byte_file.h: the file that histogram_mpi counts, as rank 0 opens or makes it, and counts it once
 * more by itself.
 */
#ifndef BYTE_FILE_H
#define BYTE_FILE_H

#include "../common/book.h"
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#define BINS 256

/* Opens the file, and says why MPI cannot read it by parts; "" if it can. */
static inline const char *open_file(FILE **stream, const char *file) {
    struct stat status;
    *stream = fopen(file, "rb");
    if (*stream == NULL || fstat(fileno(*stream), &status) != 0)
        return strerror(errno);
    return S_ISREG(status.st_mode) ? "" : "it is not a regular file";
}

/* A file of n made-up bytes, and its path. */
static inline FILE *make_file(char path[PATH_MAX], long long n) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, PATH_MAX, "%s/histogram_mpi.XXXXXX", folder != NULL ? folder : "/tmp");
    int f = mkstemp(path);
    FILE *stream = f < 0 ? NULL : fdopen(f, "w+b");
    int written = stream != NULL;
    for (unsigned long long i = 0; i < (unsigned long long)n && written; i++) /* i * i may wrap */
        written = putc((int)((i * i >> 7 ^ i * 31) & 255), stream) != EOF;
    if (!written || fflush(stream) != 0) {
        fprintf(stderr, "cannot write '%s': %s\n", path, strerror(errno));
        unlink(path);
        book_exit(BOOK_EXIT_FAILED);
    }
    rewind(stream);
    return stream;
}

/* One byte after the other. Returns how many there are. */
static inline long long count_on_cpu(FILE *stream, unsigned long long counts[BINS]) {
    static unsigned char bytes[1 << 16];
    long long n = 0;
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, stream)) > 0) {
        for (size_t i = 0; i < got; i++)
            counts[bytes[i]]++;
        n += (long long)got;
    }
    return n;
}

#endif
