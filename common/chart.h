/* chart.h: draws lines or bars with gnuplot, as SVG or PNG (--chart FILE).
 *
 * USAGE
 *   const char *file = NULL;                                  what --chart sets, a BOOK_TEXT
 *   book_chart chart;
 *   book_chart_open(&chart, file, "Error of a sum", "elements", "relative error",
 *                   BOOK_CHART_LOG_X | BOOK_CHART_LOG_Y);     after book_parse; 0: linear axes
 *   book_chart_series(&chart, "Kahan");                       begins a line, named in the key
 *   book_chart_point(&chart, n, error);                       its next point
 *   book_chart_bar(&chart, "e", 12.7);                        or its next bar: BOOK_CHART_BARS
 *   book_chart_close(&chart);                                 draws, writes the file, says so
 *
 * Without --chart, file is NULL and everything does nothing. The points of one series come one
 * after the other, then the next series. A point that a chart cannot show is left out: NaN and
 * infinity, and on a logarithmic axis 0 and what is below; the line joins its neighbours. Of bars,
 * those that come first in their series stand side by side, then those that come second, and so on.
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

#include "book.h"
#include "whole_file.h"
#include <strings.h>

#define BOOK_CHART_LOG_X 1
#define BOOK_CHART_LOG_Y 2
#define BOOK_CHART_BARS 4

/* How every chart begins; %s is gnuplot's name of the format. `./book bench` reads these lines from
 * here for charts of its own. */
#define BOOK_CHART_LOOK                                                                            \
    "set terminal %s size 800,500 noenhanced background rgb 'white'\n"                             \
    "set grid\n"                                                                                   \
    "set key outside right top\n"

typedef struct {
    const char *path; /* NULL: no chart is wanted */
    int axes;         /* BOOK_CHART_LOG_X, BOOK_CHART_LOG_Y, BOOK_CHART_BARS */
    char name[200];   /* of the series that points are added to */
    int begun;        /* whether it has one */
    int series;       /* that have one */
    FILE *stream;     /* into script: what gnuplot is to read */
    char *script;
    size_t size;
    FILE *names_stream; /* into names: the plot command, which comes after all data */
    char *names;
    size_t names_size;
} book_chart;

/* Ends the program with "option --chart: " and the reason. */
static inline void book_chart_fail(book_chart *chart, const char *reason, int code) {
    fflush(stdout);
    fprintf(stderr, "option --chart: %s\n", reason);
    if (chart->stream != NULL)
        fclose(chart->stream);
    if (chart->names_stream != NULL)
        fclose(chart->names_stream);
    free(chart->script);
    free(chart->names);
    book_exit(code);
}

/* Writes text as gnuplot reads it between single quotes, where '' is one of them. A line's end
 * would end the command, and what follows (a title may be the name of a file) be the next one. */
static inline void book_chart_quoted(FILE *stream, const char *text) {
    fputc('\'', stream);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputc('\'', stream);
        fputc((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text, stream);
    }
    fputc('\'', stream);
}

/* Begins a chart that is to become the file path. axes: which are logarithmic, BOOK_CHART_BARS if
 * it has bars, or 0. */
static inline void book_chart_open(book_chart *chart, const char *path, const char *title,
                                   const char *x_label, const char *y_label, int axes) {
    memset(chart, 0, sizeof *chart);
    chart->path = path;
    chart->axes = axes;
    if (path == NULL)
        return;
    char error[WHOLE_FILE_ERROR];
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    const char *dot = strrchr(name, '.') == NULL ? "" : strrchr(name, '.');
    int svg = strcasecmp(dot, ".svg") == 0;
    if (!svg && strcasecmp(dot, ".png") != 0) {
        snprintf(error, sizeof error, "'%s' has an unknown extension '%s'; accepted: .svg, .png",
                 path, dot);
        book_chart_fail(chart, error, BOOK_EXIT_USAGE);
    }
    if (!whole_file_check(path, error))
        book_chart_fail(chart, error, BOOK_EXIT_USAGE);
    if (system("command -v gnuplot >/dev/null 2>&1") != 0)
        book_chart_fail(chart,
                        "charts are drawn by gnuplot, which is not installed (package "
                        "gnuplot-nox or gnuplot); --csv works without",
                        BOOK_EXIT_CANNOT_RUN);
    chart->stream = open_memstream(&chart->script, &chart->size);
    HANDLE_NULL(chart->stream);
    chart->names_stream = open_memstream(&chart->names, &chart->names_size);
    HANDLE_NULL(chart->names_stream);
    FILE *script = chart->stream;
    fprintf(script, BOOK_CHART_LOOK "set title ", svg ? "svg" : "pngcairo");
    book_chart_quoted(script, title);
    fprintf(script, "\nset xlabel ");
    book_chart_quoted(script, x_label);
    fprintf(script, "\nset ylabel ");
    book_chart_quoted(script, y_label);
    fprintf(script, "\n%s%s", axes & BOOK_CHART_LOG_X ? "set logscale x\nset format x '%g'\n" : "",
            axes & BOOK_CHART_LOG_Y ? "set logscale y\nset format y '%g'\n" : "");
    if (axes & BOOK_CHART_BARS)
        fprintf(script, "set style data histograms\nset style fill solid\nset yrange [0:*]\n");
}

/* Ends the data of the series before, if there is one. */
static inline void book_chart_end_series(book_chart *chart) {
    if (chart->series > 0)
        fprintf(chart->stream, "END\n");
}

/* Begins a series. One without a point that can be shown is left out of the chart. */
static inline void book_chart_series(book_chart *chart, const char *name) {
    if (chart->path == NULL)
        return;
    snprintf(chart->name, sizeof chart->name, "%s", name);
    chart->begun = 0;
}

/* Begins the data of the series with its first point. */
static inline void book_chart_begin_series(book_chart *chart) {
    if (chart->begun)
        return;
    book_chart_end_series(chart);
    chart->begun = 1;
    chart->series++;
    fprintf(chart->stream, "$series%d << END\n", chart->series);
    fprintf(chart->names_stream, "%s$series%d using %s title ", chart->series == 1 ? "plot " : ", ",
            chart->series,
            chart->axes & BOOK_CHART_BARS ? "2:xtic(1)" : "1:2 with linespoints linewidth 2");
    book_chart_quoted(chart->names_stream, chart->name);
}

/* Adds a point to the series. */
static inline void book_chart_point(book_chart *chart, double x, double y) {
    if (chart->path == NULL)
        return;
    if (!isfinite(x) || !isfinite(y) || ((chart->axes & BOOK_CHART_LOG_X) && x <= 0) ||
        ((chart->axes & BOOK_CHART_LOG_Y) && y <= 0))
        return;
    book_chart_begin_series(chart);
    fprintf(chart->stream, "%.17g %.17g\n", x, y);
}

/* Adds a bar to the series, of height y. label: what stands below it; letters and digits. */
static inline void book_chart_bar(book_chart *chart, const char *label, double y) {
    if (chart->path == NULL)
        return;
    book_chart_begin_series(chart);
    fprintf(chart->stream, "%s %.17g\n", label, y);
}

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

/* Draws the chart, writes the file, says so, and frees everything. */
static inline void book_chart_close(book_chart *chart) {
    if (chart->path == NULL)
        return;
    if (chart->series == 0)
        book_chart_fail(chart, "there is no point to draw", BOOK_EXIT_FAILED);
    book_chart_end_series(chart);
    fflush(chart->names_stream);
    fprintf(chart->stream, "%s\n", chart->names);
    if (fflush(chart->stream) != 0)
        book_chart_fail(chart, "out of host memory", BOOK_EXIT_FAILED);
    FILE *drawn = book_chart_draw(chart->script, chart->size);
    if (drawn == NULL)
        book_chart_fail(chart, "gnuplot failed", BOOK_EXIT_FAILED);

    fseek(drawn, 0, SEEK_END);
    long size = ftell(drawn);
    rewind(drawn);
    char *picture = size > 0 ? (char *)malloc((size_t)size) : NULL;
    int ok = picture != NULL && fread(picture, 1, (size_t)size, drawn) == (size_t)size;
    fclose(drawn);
    char error[WHOLE_FILE_ERROR] = "gnuplot drew nothing";
    ok = ok && whole_file_write(chart->path, picture, (size_t)size, error);
    free(picture);
    if (!ok)
        book_chart_fail(chart, error, BOOK_EXIT_FAILED);
    if (!whole_file_is_stream(chart->path))
        printf("wrote %s\n", chart->path);
    fclose(chart->stream);
    fclose(chart->names_stream);
    free(chart->script);
    free(chart->names);
    memset(chart, 0, sizeof *chart);
}

#endif
