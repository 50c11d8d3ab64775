/* picture.h: where a program's picture or animation goes, a window or a file, and how a reader says
 * so. The bitmap classes (cpu_bitmap.h, cpu_anim.h, gpu_anim.h) are built on it.
 *
 *   option      environment    meaning
 *   --out       BOOK_OUT       the file to write; no window then
 *   --frames    BOOK_FRAMES    how many frames an animation has
 *   --tick      BOOK_TICK      the time of its first frame
 *
 * A program offers the options by a row in its table (BOOK_PICTURE_OPTIONS for a picture,
 * BOOK_ANIMATION_OPTIONS for an animation). One that knows nothing of them, such as a listing from
 * the book, obeys the environment. Where neither names a file and there is no display, the file is
 * named after the program. C++, since the classes are.
 *
 * BUILDING
 *   -DBOOK_NAME='"ripple"'    the name of the program, where it is not the executable's
 *   and see image_file.h, window.h
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "book.h"
#include "image_file.h"

#include <time.h>

#define BOOK_MAX_SIZE                                                                              \
    1048560 /* of --size: 65535 blocks, the most a grid has in y, of 16 pixels                     \
             */
#define BOOK_MAX_FRAMES 1000000
#define BOOK_MAX_TICK 2000000000
#define BOOK_DEFAULT_FRAMES 44 /* the ripple's period, 14 pi ticks, is 43.98 */

struct book_picture_settings {
    const char *out;  /* NULL: not asked for */
    long long frames; /* 0: not asked for */
    long long tick;
};

/* A number from the environment, checked as an option's is. */
inline long long book_environment_number(const char *name, long long low, long long high,
                                         long long otherwise) {
    const char *text = getenv(name);
    if (text == NULL || *text == '\0')
        return otherwise;
    return book_number("environment variable ", name, text, low, high);
}

/* The settings of this run: the environment's, until book_parse puts the options over them. */
inline book_picture_settings *book_picture(void) {
    static book_picture_settings settings = {
        NULL, book_environment_number("BOOK_FRAMES", 1, BOOK_MAX_FRAMES, 0),
        book_environment_number("BOOK_TICK", 0, BOOK_MAX_TICK, 0)};
    return &settings;
}

#define BOOK_PICTURE_OPTIONS                                                                       \
    {                                                                                              \
        "out", BOOK_TEXT, &book_picture()->out, 0, 0,                                              \
            "file to write instead of opening a window: .png, .webp or .ppm"                       \
    }

#define BOOK_ANIMATION_OPTIONS                                                                     \
    BOOK_PICTURE_OPTIONS, {"frames",                                                               \
                           BOOK_INTEGER,                                                           \
                           &book_picture()->frames,                                                \
                           1,                                                                      \
                           BOOK_MAX_FRAMES,                                                        \
                           "frames of a file (44 if not given); a window repeats so many"},        \
    {                                                                                              \
        "tick", BOOK_INTEGER, &book_picture()->tick, 0, BOOK_MAX_TICK, "time of the first frame"   \
    }

inline const char *book_program_name(void) {
#ifdef BOOK_NAME
    return BOOK_NAME;
#else
    return program_invocation_short_name;
#endif
}

/* Ends the program with a sentence about its picture. */
inline void book_picture_error(int code, const char *about, const char *problem) {
    fflush(stdout);
    fprintf(stderr, "%s: %s%s%s\n", book_program_name(), about, *about ? ": " : "", problem);
    book_exit(code);
}

/* Bytes of a picture of width x height RGBA pixels. Ends the program where there is no such picture
 * or no room for it. */
inline size_t book_picture_bytes(int width, int height) {
    char problem[200];
    if (width < 1 || height < 1) {
        snprintf(problem, sizeof problem, "a picture of %d x %d pixels: both must be 1 or more",
                 width, height);
        book_picture_error(BOOK_EXIT_USAGE, "", problem);
    }
    return (size_t)width * height * 4;
}

/* Zeroed memory for such a picture, to be freed by the caller. */
inline unsigned char *book_picture_memory(int width, int height) {
    size_t bytes = book_picture_bytes(width, height);
    /* The system promises more memory than it has, and ends the program when it is used. */
    long long available = -1;
    char line[200], problem[200];
    FILE *info = fopen("/proc/meminfo", "r");
    while (info != NULL && fgets(line, sizeof line, info) != NULL)
        if (sscanf(line, "MemAvailable: %lld kB", &available) == 1)
            break;
    if (info != NULL)
        fclose(info);
    unsigned char *pixels = NULL;
    if (available < 0 || bytes / 1024 < (size_t)available)
        pixels = (unsigned char *)calloc(bytes, 1);
    if (pixels == NULL) {
        snprintf(problem, sizeof problem,
                 "out of host memory: a picture of %d x %d pixels takes %.1f GB", width, height,
                 bytes / 1e9);
        book_picture_error(BOOK_EXIT_FAILED, "", problem);
    }
    return pixels;
}

/* Where one bitmap goes. */
class book_output {
public:
    bool to_file; /* else to a window */

    /* Decides, and for a file finds out now whether it can be written: not after an hour's work. */
    book_output(int width, int height, bool animated)
        : to_file(true), width(width), height(height), animated(animated) {
        const char *environment = getenv("BOOK_OUT");
        const char *display = getenv("DISPLAY");
        if (book_picture()->out != NULL)
            open("--out", book_picture()->out);
        else if (environment != NULL && *environment != '\0')
            open("BOOK_OUT", environment);
        else if (display != NULL && *display != '\0')
            to_file = false;
        else
            open_default();
    }

    /* No window can be had: why. */
    void no_window(const char *why) {
        fprintf(stderr, "%s: no window (%s): writing a file\n", book_program_name(), why);
        to_file = true;
        open_default();
    }

    long long frames(void) const {
        if (!animated)
            return 1;
        return book_picture()->frames > 0 ? book_picture()->frames : BOOK_DEFAULT_FRAMES;
    }

    /* The time of frame number index: in a window it goes on for ever, or repeats --frames. */
    int tick(long long index) const {
        long long repeat = to_file ? frames() : book_picture()->frames;
        return (int)(book_picture()->tick + index % (repeat > 0 ? repeat : BOOK_MAX_FRAMES));
    }

    /* Adds the next of all frames. After the last one, the file is begun anew. */
    void add(const unsigned char *pixels) {
        if (file.added == frames())
            open(who, file_path);
        if (!image_file_add(&file, pixels))
            fail();
        show_progress();
    }

    /* Completes the file, and says what was written. */
    void finish(void) {
        if (!image_file_close(&file))
            fail();
        if (strcmp(file.first, file.last) == 0)
            printf("wrote %s\n", file.first);
        else
            printf("wrote %s ... %s\n", file.first, file.last);
    }

private:
    int width, height;
    bool animated;
    image_file file;
    const char *who; /* named the file */
    char file_path[PATH_MAX];
    struct timespec begun; /* when the first frame was there: before it the device had to start */
    double shown;          /* when the progress was last shown, in seconds after that */

    void open(const char *named_by, const char *path) {
        who = named_by;
        if (path != file_path)
            snprintf(file_path, sizeof file_path, "%s", path);
        shown = 0;
        if (!image_file_open(&file, path, width, height, frames()))
            fail();
    }

    void open_default(void) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s%s", book_program_name(),
                 image_file_best_extension(animated, width, height));
        open("without --out", path);
    }

    void fail(void) {
        char about[PATH_MAX + 20];
        snprintf(about, sizeof about, "%s '%s'", who, file_path);
        if (shown > 0)
            fprintf(stderr, "\r\033[K");
        book_picture_error(file.bad_request ? BOOK_EXIT_USAGE : BOOK_EXIT_FAILED, about,
                           file.error);
    }

    /* A line that is written over, once it takes long enough to wonder. */
    void show_progress(void) {
        const int columns = 30;
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (file.added == 1)
            begun = now;
        double seconds = (double)(now.tv_sec - begun.tv_sec) + (now.tv_nsec - begun.tv_nsec) * 1e-9;
        bool last = file.added == frames();
        if (!isatty(STDERR_FILENO) || (shown == 0 && last) || (seconds < shown + 0.2 && !last))
            return;
        shown = seconds;
        if (last) {
            fprintf(stderr, "\r\033[K");
            return;
        }
        int done = (int)(columns * file.added / frames());
        fprintf(stderr, "\r\033[K[%.*s%*s] frame %lld of %lld, %.0f s left", done,
                "==============================", columns - done, "", file.added, frames(),
                seconds / (double)(file.added - 1) * (double)(frames() - file.added));
    }
};

#endif
