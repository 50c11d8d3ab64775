/* ladder.h: climbs a ladder: kernels that all do the same, each with one change that makes it
 * faster than the one before it.
 *
 * A rung is a file with a kernel and a function that launches it, and a row of the ladder's table,
 * which is in its steps.h:
 *
 *   static const ladder_rung<dot_work> dot_rungs[DOT_STEPS] = {
 *       {"book", "what it changes", dot_launch_book},     name, change, launch
 *       ...
 *
 * USAGE
 *   ladder climbed = {};
 *   climbed.repeat = 20;                              timed launches of each rung, unless --repeat
 *   book_option options[] = {..., LADDER_OPTIONS(climbed)};
 *   book_parse(argc, argv, "purpose", options);
 *   ladder_open(&climbed, "title", ", %.4f ms, %.1f GB/s", "step,n,milliseconds,rate");
 *   int right = ladder_climb(&climbed, "", dot_rungs, &work, &data, compare, amount);
 *   ladder_close(&climbed);
 *
 * compare(rung, work, data, line) clears what a kernel could have left behind, has the rung run, by
 * ladder_run, and returns whether its result is right. What there is to say of it goes into the
 * line. Then the rung is timed, on a GPU: on a CPU that acts as one times would tell nothing. So a
 * chart, which shows times, can be drawn only on a GPU.
 */
#ifndef BOOK_LADDER_H
#define BOOK_LADDER_H

#include "book.h"
#include "chart.h"
#include "table.h"

#define LADDER_MOST 16 /* rungs */

template <typename Work> struct ladder_rung {
    const char *name, *change; /* the change in a few words, for the tables of bench/ */
    void (*launch)(const Work *work, cudaStream_t stream); /* does not wait for it */
};

typedef struct {
    long long repeat; /* timed launches of each rung */
    const char *csv, *chart_file;
    const char *times; /* how a time is printed, and behind it the rate, with its unit at the end */
    double milliseconds[LADDER_MOST]; /* of a launch of each rung of the last climb; NaN on a CPU */
    book_table table;
    book_chart chart;
} ladder;

/* What compare says of a rung. */
typedef struct {
    int step;        /* the rung's number, from 0 */
    char words[200]; /* between the rung's name and its time */
    char after[100]; /* behind the time */
    char cells[300]; /* between name and time in a row of the table, as CSV */
} ladder_line;

/* Options that every ladder takes. */
#define LADDER_OPTIONS(l)                                                                          \
    {"repeat", BOOK_INTEGER, &(l).repeat, 1, 1000, "timed launches of each step"},                 \
        {"csv", BOOK_TEXT, &(l).csv, 0, 0, "FILE: writes the table there too"}, {                  \
        "chart", BOOK_TEXT, &(l).chart_file, 0, 0, "FILE.svg or FILE.png: draws how fast they are" \
    }

/* Begins the table and the chart, if they are wanted. header: of the table; its last two columns
 * are the milliseconds of a launch and the rate. */
static inline void ladder_open(ladder *l, const char *title, const char *times,
                               const char *header) {
    l->times = times;
    book_table_open(&l->table, l->csv, header);
    book_chart_open(&l->chart, l->chart_file, title, "step", strrchr(times, ' ') + 1,
                    BOOK_CHART_BARS);
    book_chart_of_times(&l->chart);
}

/* Launches a rung, and does not wait for it. */
template <typename Work>
static void ladder_launch(const ladder_rung<Work> *rung, const Work *work, cudaStream_t stream) {
    rung->launch(work, stream);
    HANDLE_ERROR(cudaGetLastError()); /* of this launch; HANDLE_LAUNCH would wait for the kernel */
}

/* Launches it, and waits until it is done. */
template <typename Work> static void ladder_run(const ladder_rung<Work> *rung, const Work *work) {
    ladder_launch(rung, work, 0);
    HANDLE_LAUNCH(rung->name);
}

/* Milliseconds of a launch of the rung. */
template <typename Work>
static double ladder_time(const ladder_rung<Work> *rung, const Work *work, long long repeat) {
    book_timer timer;
    book_timer_start(&timer);
    for (long long launch = 0; launch < repeat; launch++)
        ladder_launch(rung, work, 0);
    double milliseconds = book_timer_stop(&timer) / (double)repeat;
    HANDLE_LAUNCH(rung->name);
    return milliseconds;
}

/* Runs all rungs of a table, the first one first, and prints a line for each. series: the name of
 * their bars in the chart. amount: of what the rate is about, in millions for a launch; so bytes
 * become GB/s. Returns how many are right. */
template <typename Work, typename Data, int COUNT>
static int ladder_climb(ladder *l, const char *series, const ladder_rung<Work> (&rungs)[COUNT],
                        const Work *work, Data *data,
                        int (*compare)(const ladder_rung<Work> *rung, const Work *work, Data *data,
                                       ladder_line *line),
                        double amount) {
    static_assert(COUNT <= LADDER_MOST, "a ladder of more rungs needs a larger LADDER_MOST");
    int right = 0, width = 0;
    for (int i = 0; i < COUNT; i++)
        if (width < (int)strlen(rungs[i].name))
            width = (int)strlen(rungs[i].name);
    book_chart_series(&l->chart, series, BOOK_CHART_BEST);
    for (int i = 0; i < COUNT; i++) {
        ladder_line line = {};
        line.step = i;
        right += compare(&rungs[i], work, data, &line);
        double time = BOOK_ON_GPU ? ladder_time(&rungs[i], work, l->repeat) : NAN;
        printf("%-*s  %s", width, rungs[i].name, line.words);
        if (BOOK_ON_GPU)
            printf(l->times, time, amount / time);
        printf("%s\n", line.after);
        book_table_row(&l->table, "%s,%s,%.17g,%.17g", rungs[i].name, line.cells, time,
                       amount / time);
        book_chart_bar(&l->chart, rungs[i].name, amount / time);
        l->milliseconds[i] = time;
    }
    book_timed();
    return right;
}

/* On a GPU, after the climb: prints how fast the first and the last of the rungs are beside a copy
 * of as many bytes. It overwrites `to`. */
static inline void ladder_copy(const ladder *l, int rungs, void *to, const void *from,
                               size_t bytes) {
    if (!BOOK_ON_GPU)
        return;
    book_timer timer;
    book_timer_start(&timer);
    for (long long launch = 0; launch < l->repeat; launch++)
        HANDLE_ERROR(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, 0));
    double copy = book_timer_stop(&timer) / (double)l->repeat;
    printf("a copy: %.4f ms, %.1f GB/s; the first step is %.2f, the last %.2f times as fast\n",
           copy, 2e-6 * (double)bytes / copy, copy / l->milliseconds[0],
           copy / l->milliseconds[rungs - 1]);
}

/* Writes the files. */
static inline void ladder_close(ladder *l) {
    book_table_close(&l->table);
    book_chart_close(&l->chart);
}

#endif
