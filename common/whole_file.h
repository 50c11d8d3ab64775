/* whole_file.h: writes a file whole or not at all.
 *
 * What is to be written is complete in memory. It goes into a new, hidden file in the same folder,
 * which takes the path's name only when all of it has been written, so no full disk and no Ctrl-C
 * leaves half a file, or harms the one that was there before. (A power cut may: nothing here waits
 * until the disk has it.)
 *
 * USAGE
 *   char error[WHOLE_FILE_ERROR];
 *   if (!whole_file_check(path, error))                  before the work: can it be created?
 *       ... error says why not ...
 *   if (!whole_file_write(path, bytes, size, error))     after it
 *       ... error says why not ...
 *
 * A pipe, a device, or the file that standard output already goes to (/dev/stdout) cannot be
 * replaced by a new file and is written to as it is. Nothing is written, and nothing removed, where
 * the environment has BOOK_WRITES=no: the program runs once more, only to be checked, and what it
 * wrote the first time stays. For C and C++, from many source files.
 */
#ifndef WHOLE_FILE_H
#define WHOLE_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define WHOLE_FILE_ERROR (PATH_MAX + 200) /* bytes of the longest message */

/* Puts "cannot write 'path': why" into error and returns 0. number: an errno. */
static inline int whole_file_fail(const char *path, int number, char error[WHOLE_FILE_ERROR]) {
    snprintf(error, WHOLE_FILE_ERROR, "cannot write '%s': %s", path, strerror(number));
    return 0;
}

/* Whether path is the file that standard output goes to, under whatever name. */
static inline int whole_file_is_output(const char *path) {
    struct stat found, output;
    return stat(path, &found) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
           output.st_dev == found.st_dev && output.st_ino == found.st_ino;
}

/* Whether path is there and is not a file that a new one may take the place of. */
static inline int whole_file_is_stream(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && (!S_ISREG(found.st_mode) || whole_file_is_output(path));
}

/* Whether files are written at all. */
static inline int whole_file_writes(void) {
    const char *writes = getenv("BOOK_WRITES");
    return writes == NULL || strcmp(writes, "no") != 0;
}

/* The file that is being written. Whoever interrupts the program must not find it afterwards. */
static char whole_file_unfinished[PATH_MAX];
static volatile sig_atomic_t whole_file_is_gone; /* a signal has removed it */

static inline void whole_file_interrupted(int number);

/* on = 1: from now on a signal that ends the program removes the unfinished file first, and then
 * does what it would have done. Not those that are ignored. */
static inline void whole_file_guard(int on) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ}; /* last: ulimit -f */
    static struct sigaction before[5];
    for (int i = 0; i < 5; i++) {
        struct sigaction now;
        memset(&now, 0, sizeof now);
        now.sa_handler = whole_file_interrupted;
        if (!on)
            sigaction(signals[i], &before[i], NULL);
        else if (sigaction(signals[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &now, NULL);
    }
}

static inline void whole_file_interrupted(int number) {
    whole_file_is_gone = 1;
    unlink(whole_file_unfinished);
    whole_file_guard(0);
    raise(number);
}

/* Sets target to the file that path stands for, which for a symbolic link is where it leads, and
 * folder to the length of its folder's name. Returns 0 or an errno. */
static inline int whole_file_target(const char *path, char target[PATH_MAX], int *folder) {
    struct stat found;
    size_t length = strlen(path);
    if (length == 0)
        return ENOENT;
    if (path[length - 1] == '/')
        return EISDIR;
    if (length >= PATH_MAX)
        return ENAMETOOLONG;
    if (stat(path, &found) == 0) {
        if (realpath(path, target) == NULL || access(target, W_OK) != 0)
            return errno;
    } else if (errno == ENOENT) {
        strcpy(target, path);
    } else {
        return errno;
    }
    const char *slash = strrchr(target, '/');
    *folder = slash == NULL ? 0 : (int)(slash - target) + 1;
    length = strlen(target);
    return length - (size_t)*folder > NAME_MAX || length + 40 > PATH_MAX ? ENAMETOOLONG : 0;
}

/* Creates the unfinished file beside the target. Returns its descriptor, or -1 and errno. After it
 * comes whole_file_end. */
static inline int whole_file_begin(const char *path, char target[PATH_MAX]) {
    int folder = 0;
    errno = whole_file_target(path, target, &folder);
    if (errno != 0)
        return -1;
    /* The name is known before the file is there, whenever a signal comes. */
    whole_file_guard(1);
    for (int i = 0; i < 1000; i++) {
        snprintf(whole_file_unfinished, PATH_MAX, "%.*s.unfinished-%ld-%d", folder, target,
                 (long)getpid(), i);
        int descriptor = open(whole_file_unfinished, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor != -1)
            return descriptor;
        if (errno != EEXIST)
            break;
    }
    int number = errno;
    whole_file_guard(0);
    errno = number;
    return -1;
}

/* Gives the unfinished file its name, or removes it if there was an error (an errno) before.
 * Returns 0 or an errno. */
static inline int whole_file_end(const char *target, int number) {
    if (number == 0 && rename(whole_file_unfinished, target) != 0) {
        number = errno;
        /* A signal that came to another thread ends the program in a moment: that is no error. */
        struct timespec millisecond = {0, 1000000};
        for (int i = 0; whole_file_is_gone && i < 5000; i++)
            nanosleep(&millisecond, NULL);
    }
    if (number != 0)
        unlink(whole_file_unfinished);
    whole_file_guard(0);
    return number;
}

/* Whether whole_file_write could create path, as far as can be known without doing it: nothing is
 * changed. Returns 1, or 0 and the reason in error. */
static inline int whole_file_check(const char *path, char error[WHOLE_FILE_ERROR]) {
    char target[PATH_MAX];
    struct stat found;
    if (stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        return whole_file_fail(path, EISDIR, error);
    if (whole_file_is_stream(path))
        return access(path, W_OK) == 0 || whole_file_fail(path, errno, error);
    int descriptor = whole_file_begin(path, target);
    if (descriptor == -1)
        return whole_file_fail(path, errno, error);
    close(descriptor);
    whole_file_end(target, ECANCELED); /* to check is all that was wanted */
    return 1;
}

/* Writes all of the bytes and closes the descriptor. Returns 0, or an errno. */
static inline int whole_file_fill(int descriptor, const void *bytes, size_t size) {
    FILE *stream = fdopen(descriptor, "wb");
    if (stream == NULL) {
        int number = errno;
        close(descriptor);
        return number;
    }
    errno = 0;
    int number = fwrite(bytes, 1, size, stream) == size ? 0 : errno != 0 ? errno : EIO;
    if (fclose(stream) != 0 && number == 0) /* a full disk may show only now */
        number = errno;
    return number;
}

/* Makes path a file of these bytes. Returns 1, or 0 and the reason in error. */
static inline int whole_file_write(const char *path, const void *bytes, size_t size,
                                   char error[WHOLE_FILE_ERROR]) {
    if (!whole_file_writes())
        return 1;
    if (whole_file_is_output(path)) /* by the same way, or one would write over the other */
        return (fwrite(bytes, 1, size, stdout) == size && fflush(stdout) == 0) ||
               whole_file_fail(path, errno, error);
    if (whole_file_is_stream(path)) {
        int descriptor = open(path, O_WRONLY);
        int number = descriptor == -1 ? errno : whole_file_fill(descriptor, bytes, size);
        return number == 0 || whole_file_fail(path, number, error);
    }
    char target[PATH_MAX];
    int descriptor = whole_file_begin(path, target);
    int number =
        descriptor == -1 ? errno : whole_file_end(target, whole_file_fill(descriptor, bytes, size));
    return number == 0 || whole_file_fail(path, number, error);
}

#endif
