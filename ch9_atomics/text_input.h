/* text_input.h: the text that the histograms of this chapter count, read piece by piece.
 *
 * USAGE
 *   text_input input;
 *   text_input_open(&input, file, n);      before any CUDA call; ends the program with 2, with a
 *                                          message, where there is nothing that can be read
 *   while ((got = text_input_read(&input, buffer, size)) > 0)
 *       ... got bytes, fewer than size only at the end ...
 *   text_input_progress(&input);           a bar on stderr, if that is a terminal
 *   text_input_close(&input);
 *
 * file: a path, or "-" for standard input. n >= 0: that many bytes of made-up text. Neither (NULL
 * and -1): the READMEs of the suite, and made-up text where they are not found.
 */
#ifndef TEXT_INPUT_H
#define TEXT_INPUT_H

#include "../common/book.h"
#include <glob.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char name[PATH_MAX + 100]; /* what it is, in words */
    long long total;           /* bytes; -1 where nobody knows before the end */
    long long done;            /* bytes that have been read */
    const char *file;          /* what --file says, or NULL */
    glob_t readmes;            /* or these */
    size_t next;               /* the file to be opened next */
    FILE *stream;              /* the file that is open */
    double shown;              /* when the bar was drawn last, in seconds; 0: never */
} text_input;

/* Byte i of made-up text: no word makes sense, but letters are about as frequent as in English. */
static inline unsigned char text_input_made_up(long long i) {
    static const char sample[] =
        "When many threads add to the same place in memory, each of them must find there what the "
        "one before has left. CUDA has functions that read, add and write as one step, which no "
        "other thread can get in between. Keep 9 of 10 threads waiting, and the rest is very "
        "quick; just a few zebras expect more. Who asks for less than that? (It is 1 or 2.)\n";
    unsigned long long mixed = (unsigned long long)(i + 1) * 0x9e3779b97f4a7c15ULL;
    mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93ULL;
    return (unsigned char)sample[(mixed >> 32) % (sizeof sample - 1)];
}

/* Ends the program because the file cannot be read. code: 2 before the work, 1 in the midst. */
static inline void text_input_fail(const char *path, int number, int code) {
    fflush(stdout);
    fprintf(stderr, "option --file: cannot read '%s': %s\n", path, strerror(number));
    book_exit(code);
}

/* Finds README.md and the chapters' README.md in folder, or in one of those that it lies in.
 * Returns how many. */
static inline size_t text_input_find_readmes(text_input *input, char folder[PATH_MAX]) {
    char pattern[PATH_MAX + 40];
    for (;;) {
        snprintf(pattern, sizeof pattern, "%s/ch9_atomics/README.md", folder);
        if (access(pattern, R_OK) == 0) {
            snprintf(pattern, sizeof pattern, "%s/README.md", folder);
            glob(pattern, 0, NULL, &input->readmes);
            snprintf(pattern, sizeof pattern, "%s/ch*/README.md", folder);
            glob(pattern, GLOB_APPEND, NULL, &input->readmes);
            return input->readmes.gl_pathc;
        }
        char *slash = strrchr(folder, '/');
        if (slash == NULL)
            return 0;
        *slash = '\0';
    }
}

/* Looks for the READMEs from where the program lies (it may have been built into build/...), then
 * from where it is run. */
static inline size_t text_input_use_readmes(text_input *input) {
    char folder[PATH_MAX] = "";
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = '\0';
    size_t found = text_input_find_readmes(input, folder);
    if (found == 0 && getcwd(folder, sizeof folder) != NULL)
        found = text_input_find_readmes(input, folder);
    return found;
}

static inline void text_input_open(text_input *input, const char *file, long long n) {
    struct stat status;
    memset(input, 0, sizeof *input);
    input->file = file;
    input->total = n;
    if (file != NULL && n >= 0) {
        fprintf(stderr, "options --file and --n: give one of them\n");
        exit(BOOK_EXIT_USAGE);
    }
    if (file != NULL && strcmp(file, "-") == 0) {
        input->stream = stdin;
        snprintf(input->name, sizeof input->name, "standard input");
    } else if (file != NULL) {
        input->stream = fopen(file, "rb");
        if (input->stream == NULL || fstat(fileno(input->stream), &status) != 0)
            text_input_fail(file, errno, BOOK_EXIT_USAGE);
        if (S_ISDIR(status.st_mode))
            text_input_fail(file, EISDIR, BOOK_EXIT_USAGE);
        if (S_ISREG(status.st_mode) && status.st_size > 0) /* files of /proc say 0, and lie */
            input->total = status.st_size;
        snprintf(input->name, sizeof input->name, "%s", file);
    } else if (n < 0 && text_input_use_readmes(input) > 0) {
        input->total = 0;
        for (size_t i = 0; i < input->readmes.gl_pathc; i++)
            if (stat(input->readmes.gl_pathv[i], &status) == 0)
                input->total += status.st_size;
        snprintf(input->name, sizeof input->name, "%zu READMEs of this suite",
                 input->readmes.gl_pathc);
    } else {
        input->total = n < 0 ? 100000 : n;
        snprintf(input->name, sizeof input->name, "made-up text%s",
                 n < 0 ? " (the READMEs of this suite are not here)" : "");
    }
}

/* Reads size bytes into buffer, or what there still is. Returns how many. */
static inline size_t text_input_read(text_input *input, unsigned char *buffer, size_t size) {
    size_t got = 0;
    if (input->file == NULL && input->readmes.gl_pathc == 0)
        for (; got < size && input->done + (long long)got < input->total; got++)
            buffer[got] = text_input_made_up(input->done + (long long)got);
    while (got < size && (input->stream != NULL || input->next < input->readmes.gl_pathc)) {
        const char *path = input->file;
        if (path == NULL)
            path = input->readmes.gl_pathv[input->next];
        if (input->stream == NULL)
            input->stream = fopen(path, "rb");
        if (input->stream == NULL)
            text_input_fail(path, errno, BOOK_EXIT_FAILED);
        errno = 0;
        got += fread(buffer + got, 1, size - got, input->stream);
        if (ferror(input->stream))
            text_input_fail(path, errno, BOOK_EXIT_FAILED);
        if (got < size) {
            if (input->stream != stdin)
                fclose(input->stream);
            input->stream = NULL;
            input->next++;
        }
    }
    input->done += (long long)got;
    return got;
}

/* Reads all of the text into memory; the caller frees it. */
static inline unsigned char *text_input_read_all(text_input *input, size_t *size) {
    size_t room = 1 << 20, got;
    unsigned char *text = (unsigned char *)malloc(room);
    HANDLE_NULL(text);
    *size = 0;
    while ((got = text_input_read(input, text + *size, room - *size)) > 0) {
        *size += got;
        if (*size == room) {
            room *= 2;
            text = (unsigned char *)realloc(text, room);
            HANDLE_NULL(text);
        }
    }
    return text;
}

static inline void text_input_progress(text_input *input) {
    double now = book_seconds();
    if (!isatty(STDERR_FILENO) || (input->shown != 0 && now - input->shown < 0.1))
        return;
    input->shown = now;
    if (input->total > 0) {
        double part = (double)input->done / (double)input->total;
        int bar = part < 1 ? (int)(40 * part) : 40;
        fprintf(stderr, "\r[%.*s%.*s] %3.0f %%", bar, "########################################",
                40 - bar, "                                        ", part < 1 ? 100 * part : 100);
    } else {
        fprintf(stderr, "\r%.1f MB", (double)input->done / 1e6);
    }
}

/* Takes the bar away and frees everything. */
static inline void text_input_close(text_input *input) {
    if (input->shown != 0)
        fprintf(stderr, "\r%50s\r", "");
    if (input->stream != NULL && input->stream != stdin)
        fclose(input->stream);
    if (input->readmes.gl_pathc > 0)
        globfree(&input->readmes);
}

#endif
