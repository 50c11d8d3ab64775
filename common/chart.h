/* chart.h: draws lines or bars with gnuplot, as SVG or PNG (--chart FILE).
 *
 * USAGE
 *   const char *file = NULL;                                  what --chart sets, a BOOK_TEXT
 *   book_chart chart;
 *   book_chart_open(&chart, file, "Error of a sum", "elements", "relative error",
 *                   BOOK_CHART_LOG_X | BOOK_CHART_LOG_Y);     after book_parse; 0: linear axes
 *   book_chart_of_times(&chart);                              if it shows times: only with a GPU
 *   book_chart_series(&chart, "Kahan", BOOK_CHART_BEST);      begins a line: its name, its role
 *   book_chart_point(&chart, n, error);                       its next point
 *   book_chart_bar(&chart, "e", 12.7);                        or its next bar: BOOK_CHART_BARS
 *   book_chart_span(&chart, from, to);                        or its next span: BOOK_CHART_SPANS
 *   book_chart_close(&chart);                                 draws, writes the file, says so
 *
 * Without --chart, file is NULL and everything does nothing. The points of one series come one
 * after the other, then the next series. A point that a chart cannot show is left out: NaN and
 * infinity, and on a logarithmic axis 0 and what is below; the line joins its neighbours.
 *
 * A line's name stands at its end. Its colour is that of its role, the same in every chart of this
 * suite; the second line of a role is dashed. Lines share one panel, until book_chart_panel(&chart,
 * "wrap") begins another one below. Bars have a panel for each series, and one that would hardly
 * be seen beside the others has a scale of its own, and says so. Spans are drawn as on a calendar,
 * a row for each series of a panel.
 *
 * .svg is for browsers and READMEs, .png for everything else. Another extension, or a file that
 * cannot be created, is a usage error (exit code 2) at book_chart_open, before any work is done.
 * Where gnuplot is not installed the program ends there with 77, cannot run here, and names the
 * package. When gnuplot fails, or the file cannot be written in the end (a full disk), it ends
 * with 1. The file appears whole or not at all.
 *
 * For C and C++, from as many source files as you like.
 */
#ifndef BOOK_CHART_H
#define BOOK_CHART_H

#include "chart_layout.h"
#include "whole_file.h"
#include <strings.h>

/* Ends the program with "option --chart: " and the reason. */
static inline void book_chart_fail(const char *reason, int code) {
    fflush(stdout);
    fprintf(stderr, "option --chart: %s\n", reason);
    book_exit(code);
}

/* Begins a chart that is to become the file path. axes: which are logarithmic, BOOK_CHART_BARS if
 * it has bars, BOOK_CHART_SPANS if it has spans, or 0. */
static inline void book_chart_open(book_chart *chart, const char *path, const char *title,
                                   const char *x_label, const char *y_label, int axes) {
    memset(chart, 0, sizeof *chart);
    chart->path = path;
    if (path == NULL)
        return;
    char error[WHOLE_FILE_ERROR];
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    const char *dot = strrchr(name, '.') == NULL ? "" : strrchr(name, '.');
    chart->format = strcasecmp(dot, ".svg") == 0 ? "svg"
                    : strcasecmp(dot, ".png") == 0
                        ? "pngcairo fontscale 0.75" /* its letters count in points, 72 to an inch */
                        : NULL;
    if (chart->format == NULL) {
        snprintf(error, sizeof error, "'%s' has an unknown extension '%s'; accepted: .svg, .png",
                 path, dot);
        book_chart_fail(error, BOOK_EXIT_USAGE);
    }
    if (!whole_file_check(path, error))
        book_chart_fail(error, BOOK_EXIT_USAGE);
#ifndef __wasm__
    if (system("command -v gnuplot >/dev/null 2>&1") != 0)
        book_chart_fail("charts are drawn by gnuplot, which is not installed (package "
                        "gnuplot-nox or gnuplot); --csv works without",
                        BOOK_EXIT_CANNOT_RUN);
#endif
    chart->axes = axes;
    snprintf(chart->title, sizeof chart->title, "%s", title);
    snprintf(chart->x_label, sizeof chart->x_label, "%s", x_label);
    snprintf(chart->y_label, sizeof chart->y_label, "%s", y_label);
}

/* Ends the program with 77, cannot run here, if the chart is wanted and there would be no times
 * that it could show. */
static inline void book_chart_of_times(const book_chart *chart) {
    if (!BOOK_ON_GPU && chart->path != NULL)
        book_chart_fail("it shows times, and on a CPU that acts as the device these would tell "
                        "nothing; --csv works without",
                        BOOK_EXIT_CANNOT_RUN);
}

/* Begins a panel below those before, with its name above it. */
static inline void book_chart_panel(book_chart *chart, const char *name) {
    if (chart->path == NULL)
        return;
    snprintf(chart->next.panel_name, sizeof chart->next.panel_name, "%s", name);
    chart->next.panel = chart->line_count == 0 ? 0 : chart->lines[chart->line_count - 1].panel + 1;
}

/* Begins a series. One without a point that can be shown is left out of the chart. */
static inline void book_chart_series(book_chart *chart, const char *name, int role) {
    if (chart->path == NULL)
        return;
    if (chart->axes & BOOK_CHART_BARS)
        book_chart_panel(chart, name);
    snprintf(chart->next.name, sizeof chart->next.name, "%s", name);
    chart->next.role = role;
    chart->next.first = chart->mark_count;
}

/* Adds a mark to the series; with the first one the series is there. */
static inline void book_chart_add(book_chart *chart, double x, double y, const char *label) {
    if (chart->next.first == chart->mark_count) {
        chart->lines = (book_chart_line *)realloc(chart->lines,
                                                  (chart->line_count + 1) * sizeof *chart->lines);
        HANDLE_NULL(chart->lines);
        chart->lines[chart->line_count++] = chart->next;
    }
    chart->marks =
        (book_chart_mark *)realloc(chart->marks, (chart->mark_count + 1) * sizeof *chart->marks);
    HANDLE_NULL(chart->marks);
    book_chart_mark *mark = &chart->marks[chart->mark_count++];
    mark->x = x;
    mark->y = y;
    snprintf(mark->label, sizeof mark->label, "%s", label);
    chart->lines[chart->line_count - 1].count++;
}

/* Adds a point to the series. */
static inline void book_chart_point(book_chart *chart, double x, double y) {
    if (chart->path == NULL)
        return;
    if (!isfinite(x) || !isfinite(y) || ((chart->axes & BOOK_CHART_LOG_X) && x <= 0) ||
        ((chart->axes & BOOK_CHART_LOG_Y) && y <= 0))
        return;
    book_chart_add(chart, x, y, "");
}

/* Adds a bar to the series, of height y. label: what stands below it; letters and digits. */
static inline void book_chart_bar(book_chart *chart, const char *label, double y) {
    if (chart->path == NULL || !isfinite(y))
        return;
    book_chart_add(chart, (double)(chart->mark_count - chart->next.first), y, label);
}

/* Adds a span to the series: something lasted from there to there. */
static inline void book_chart_span(book_chart *chart, double from, double to) {
    if (chart->path == NULL || !isfinite(from) || !isfinite(to))
        return;
    book_chart_add(chart, from, to, "");
}

#ifdef __wasm__
/* No program can be started from a page, which draws the chart itself, from the words that gnuplot
 * would read. */
static inline FILE *book_chart_draw(const char *script, size_t size) {
    return fmemopen((void *)script, size, "r");
}
#else
/* A file that has no name, or NULL. Where the program was started without a standard input or
 * output, tmpfile takes their numbers, which are others' in gnuplot's process: 3 is the least. */
static inline FILE *book_chart_file(void) {
    FILE *file = tmpfile();
    int descriptor = file == NULL ? -1 : fcntl(fileno(file), F_DUPFD, 3);
    if (file != NULL)
        fclose(file);
    file = descriptor == -1 ? NULL : fdopen(descriptor, "w+b");
    if (file == NULL && descriptor != -1)
        close(descriptor);
    return file;
}

/* Lets gnuplot draw into a file that has no name. Returns it, or NULL; then what gnuplot had to say
 * is on stderr. */
static inline FILE *book_chart_draw(const char *script, size_t size) {
    FILE *drawn = book_chart_file(), *said = book_chart_file();
    int ok = drawn != NULL && said != NULL;
    if (ok) {
        /* Should gnuplot end early, writing to it must not end this program. -d: draw the same
         * whatever the user has set in ~/.gnuplot. */
        void (*before)(int) = signal(SIGPIPE, SIG_IGN);
        char command[100];
        snprintf(command, sizeof command, "exec gnuplot -d >/proc/self/fd/%d 2>/proc/self/fd/%d",
                 fileno(drawn), fileno(said));
        FILE *gnuplot = popen(command, "w");
        ok = gnuplot != NULL && fwrite(script, 1, size, gnuplot) == size;
        if (gnuplot != NULL)
            ok = pclose(gnuplot) == 0 && ok;
        signal(SIGPIPE, before);
        fflush(stdout);
        rewind(said);
        for (int c = ok ? EOF : fgetc(said); c != EOF; c = fgetc(said))
            fputc(c, stderr);
    }
    if (said != NULL)
        fclose(said);
    if (ok)
        return drawn;
    if (drawn != NULL)
        fclose(drawn);
    return NULL;
}
#endif

/* Draws the chart, writes the file, says so, and frees everything. */
static inline void book_chart_close(book_chart *chart) {
    if (chart->path == NULL)
        return;
    if (chart->line_count == 0)
        book_chart_fail("there is no point to draw", BOOK_EXIT_FAILED);
    char *script = NULL;
    size_t size = 0;
    chart->stream = open_memstream(&script, &size);
    HANDLE_NULL(chart->stream);
    book_chart_lay_out(chart);
    if (fclose(chart->stream) != 0)
        book_chart_fail("out of host memory", BOOK_EXIT_FAILED);
    FILE *drawn = book_chart_draw(script, size);
    if (drawn == NULL)
        book_chart_fail("gnuplot failed", BOOK_EXIT_FAILED);

    fseek(drawn, 0, SEEK_END);
    long bytes = ftell(drawn);
    rewind(drawn);
    char *picture = bytes > 0 ? (char *)malloc((size_t)bytes) : NULL;
    int ok = picture != NULL && fread(picture, 1, (size_t)bytes, drawn) == (size_t)bytes;
    fclose(drawn);
    char error[WHOLE_FILE_ERROR] = "gnuplot drew nothing";
    ok = ok && whole_file_write(chart->path, picture, (size_t)bytes, error);
    if (!ok)
        book_chart_fail(error, BOOK_EXIT_FAILED);
    if (!whole_file_is_stream(chart->path))
        printf("wrote %s\n", chart->path);
    free(picture);
    free(script);
    free(chart->lines);
    free(chart->marks);
    memset(chart, 0, sizeof *chart);
}

#endif
