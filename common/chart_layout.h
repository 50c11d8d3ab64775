/* chart_layout.h: where everything in a chart stands, in the words in which gnuplot is told.
 *
 * A chart is one panel or several below one another, as wide as the picture. Everything is placed
 * here, in pixels from the lower left corner; gnuplot only draws.
 */
#ifndef BOOK_CHART_LAYOUT_H
#define BOOK_CHART_LAYOUT_H

#include "book.h"
#include <math.h>

#define BOOK_CHART_LOG_X 1
#define BOOK_CHART_LOG_Y 2
#define BOOK_CHART_BARS 4
#define BOOK_CHART_SPANS 8

/* What a line or a bar is to the reader. The numbers are gnuplot's linetypes, below. */
enum {
    BOOK_CHART_LIBRARY = 1, /* what somebody else's code does */
    BOOK_CHART_FIRST,       /* what one begins with */
    BOOK_CHART_MIDDLE,      /* steps on the way */
    BOOK_CHART_BEST,        /* what they lead to */
    BOOK_CHART_APART,       /* for comparison only */
    BOOK_CHART_LIMIT        /* what none of them can pass */
};

/* How every chart begins; %s is gnuplot's name of the format, %d width and height. The colours
 * are of Okabe and Ito's palette, which the colour-blind can tell apart, without its yellow; on a
 * dark page they stand on their own white. `./book bench` reads these lines from here for charts of
 * its own. */
#define BOOK_CHART_LOOK                                                                            \
    "set terminal %s size %d,%d enhanced font 'sans-serif,13' background rgb 'white'\n"            \
    "set encoding utf8\n"                                                                          \
    "set linetype 1 linecolor rgb '#666666'\n"                                                     \
    "set linetype 2 linecolor rgb '#d55e00'\n"                                                     \
    "set linetype 3 linecolor rgb '#56b4e9'\n"                                                     \
    "set linetype 4 linecolor rgb '#0072b2'\n"                                                     \
    "set linetype 5 linecolor rgb '#cc79a7'\n"                                                     \
    "set linetype 6 linecolor rgb '#000000'\n"                                                     \
    "set border 3 linecolor rgb '#444444'\n"                                                       \
    "set tics nomirror scale 0.5\n"                                                                \
    "set grid ytics linetype 1 linecolor rgb '#dddddd' linewidth 1\n"                              \
    "set style fill solid\n"                                                                       \
    "unset key\n"

#define BOOK_CHART_WIDTH 800 /* pixels, as wide as a README */

typedef struct {
    double x, y;    /* of a span: its two ends */
    char label[16]; /* of a bar */
} book_chart_mark;

/* A line, or the bars of a panel. */
typedef struct {
    char name[200], panel_name[200];
    int role, panel;
    size_t first, count; /* of its marks */
    double name_at;      /* the height of its name */
} book_chart_line;

typedef struct {
    const char *path; /* NULL: no chart is wanted */
    const char *format;
    int axes; /* BOOK_CHART_LOG_X, BOOK_CHART_LOG_Y, BOOK_CHART_BARS, BOOK_CHART_SPANS */
    char title[200], x_label[200], y_label[200];
    book_chart_mark *marks;
    book_chart_line *lines, next; /* next: becomes one with its first mark */
    size_t mark_count, line_count;
    int height;   /* of the picture */
    FILE *stream; /* what gnuplot is to read */
} book_chart;

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

/* Values from low to high, and the pixels that they stand at. */
typedef struct {
    double low, high, from, to;
    int log;
} book_chart_scale;

static inline double book_chart_at(const book_chart_scale *s, double value) {
    double part = s->log ? log(value / s->low) / log(s->high / s->low)
                         : (value - s->low) / (s->high - s->low);
    return s->from + part * (s->to - s->from);
}

/* Has the scale reach value. */
static inline void book_chart_reach(book_chart_scale *s, double value) {
    s->low = fmin(s->low, value);
    s->high = fmax(s->high, value);
}

/* Leaves some room at both ends, also where all values are one. */
static inline void book_chart_widen(book_chart_scale *s) {
    if (s->log) {
        double factor = s->high > s->low ? pow(s->high / s->low, 0.04) : 10;
        s->low /= factor;
        s->high *= factor;
    } else {
        double room = s->high > s->low ? 0.04 * (s->high - s->low)
                      : s->high != 0   ? fabs(s->high) / 2
                                       : 1;
        s->low -= room;
        s->high += room;
    }
}

/* Numbers as one says them: 0.001, 5000, 20 000, 1 million. powers: or 10^-6, with a raised -6. */
static inline void book_chart_number(FILE *script, int digit, int exponent, int powers) {
    double value = digit * pow(10, exponent);
    if (powers && digit > 1)
        fprintf(script, "'%d·10^{%d}' %de%d", digit, exponent, digit, exponent);
    else if (powers && exponent != 0)
        fprintf(script, "'10^{%d}' 1e%d", exponent, exponent);
    else if (exponent >= 6)
        fprintf(script, "'%g million' %de%d", value / 1e6, digit, exponent);
    else if (exponent >= 4)
        fprintf(script, "'%g 000' %de%d", value / 1000, digit, exponent);
    else
        fprintf(script, "'%g' %de%d", value, digit, exponent);
}

/* Of a logarithmic axis, x or y: powers of ten, where there are few of them 2 and 5 times these,
 * where there is but one all multiples, and where there is none the middle. */
static inline void book_chart_log_tics(FILE *script, char axis, const book_chart_scale *s) {
    double decades = log10(s->high / s->low);
    int first = (int)floor(log10(s->low)), step = (int)ceil(decades / 8);
    int powers = s->low < 1e-3 || s->high >= 1e9;
    const char *between = "";
    fprintf(script, "set logscale %c\nset %ctics enhanced (", axis, axis);
    for (int exponent = first - (first % step + step) % step; exponent < first + decades + 1;
         exponent += step)
        for (int digit = 1; digit < 10; digit++) {
            double value = digit * pow(10, exponent);
            int wanted = digit == 1 || decades < 1 || (decades < 3 && (digit == 2 || digit == 5));
            if (!wanted || value < s->low || value > s->high)
                continue;
            fprintf(script, "%s", between);
            book_chart_number(script, digit, exponent, powers);
            between = ", ";
        }
    if (*between == '\0')
        fprintf(script, "'%.3g' %.17g", sqrt(s->low * s->high), sqrt(s->low * s->high));
    fprintf(script, ")\n");
}

/* Of the y axis where it is not logarithmic: multiples of 1, 2 or 5 times a power of ten, some ten
 * at most, and no nearer to one another than lines of text. */
static inline void book_chart_tics(FILE *script, const book_chart_scale *s) {
    double apart = fmax(20, (s->to - s->from) / 10);
    double least = apart * (s->high - s->low) / (s->to - s->from);
    double power = pow(10, floor(log10(least)));
    double digit = least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10;
    fprintf(script, "set ytics %.17g\n", digit * power);
}

/* The names of a panel's lines stand at their ends, but so far from one another that they can be
 * read: those that are too near push each other apart. */
static inline void book_chart_spread(book_chart_line *lines, size_t count, double from, double to) {
    const double apart = 18;
    for (int round = 0; round < 200; round++)
        for (size_t i = 0; i < count; i++) {
            for (size_t j = i + 1; j < count; j++) {
                double above = lines[i].name_at - lines[j].name_at;
                double push = fmax(apart - fabs(above), 0) / 2 * (above < 0 ? -1 : 1);
                lines[i].name_at += push;
                lines[j].name_at -= push;
            }
            lines[i].name_at = fmin(fmax(lines[i].name_at, from), to);
        }
}

/* ---- what gnuplot reads -------------------------------------------------------------------- */

/* Text at a place in the picture. more: what else gnuplot is to know about it. */
static inline void book_chart_text(const book_chart *chart, const char *text, double x, double y,
                                   const char *more) {
    fprintf(chart->stream, "set label ");
    book_chart_quoted(chart->stream, text);
    fprintf(chart->stream, " at screen %.5f, screen %.5f noenhanced %s\n", x / BOOK_CHART_WIDTH,
            y / chart->height, more);
}

/* The rectangle of a panel, and its axes. */
static inline void book_chart_axes(const book_chart *chart, const book_chart_scale *x,
                                   const book_chart_scale *y) {
    fprintf(chart->stream,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set bmargin at screen %.5f\nset tmargin at screen %.5f\n"
            "set xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n",
            x->from / BOOK_CHART_WIDTH, x->to / BOOK_CHART_WIDTH, y->from / chart->height,
            y->to / chart->height, x->low, x->high, y->low, y->high);
    if (x->log)
        book_chart_log_tics(chart->stream, 'x', x);
    if (y->log)
        book_chart_log_tics(chart->stream, 'y', y);
    else
        book_chart_tics(chart->stream, y);
}

/* The lines of a panel, each with its name behind its end. */
static inline void book_chart_lines(book_chart *chart, book_chart_line *lines, size_t count,
                                    const book_chart_scale *x, const book_chart_scale *y) {
    static const int symbols[] = {7, 5, 9, 11, 13, 15, 6, 4}; /* gnuplot's: a disc, a square ... */
    const double names = x->to + 14;
    FILE *script = chart->stream;
    for (size_t i = 0; i < count; i++)
        lines[i].name_at = book_chart_at(y, chart->marks[lines[i].first + lines[i].count - 1].y);
    book_chart_spread(lines, count, y->from, y->to);
    for (size_t i = 0; i < count; i++) {
        const book_chart_mark *marks = chart->marks + lines[i].first;
        const book_chart_mark *last = marks + lines[i].count - 1;
        char symbol[80];
        snprintf(symbol, sizeof symbol, "point linetype %d pointtype %d offset 1,-0.2",
                 lines[i].role, symbols[i % 8]);
        book_chart_text(chart, lines[i].name, names, lines[i].name_at, symbol);
        fprintf(script,
                "set arrow from %.17g,%.17g to screen %.5f, screen %.5f nohead linetype %d "
                "linewidth 0.5\n$line%zu << END\n",
                last->x, last->y, names / BOOK_CHART_WIDTH, lines[i].name_at / chart->height,
                lines[i].role, i);
        for (size_t k = 0; k < lines[i].count; k++)
            fprintf(script, "%.17g %.17g\n", marks[k].x, marks[k].y);
        fprintf(script, "END\n");
    }
    for (size_t i = 0; i < count; i++) {
        int same = 1; /* lines of this role so far */
        for (size_t k = 0; k < i; k++)
            same += lines[k].role == lines[i].role;
        /* Where points are dense they would hide the line. */
        fprintf(script, "%s $line%zu with %s linetype %d linewidth 2 dashtype %d",
                i == 0 ? "plot" : ",", i, lines[i].count > 40 ? "lines" : "linespoints",
                lines[i].role, same);
        if (lines[i].count <= 40)
            fprintf(script, " pointtype %d pointsize 0.7", symbols[i % 8]);
    }
    fprintf(script, "\n");
}

/* The bars of a panel, each with its label below it. */
static inline void book_chart_bars(const book_chart *chart, const book_chart_line *bars) {
    fprintf(chart->stream, "$bars << END\n");
    for (size_t k = 0; k < bars->count; k++) {
        const book_chart_mark *mark = &chart->marks[bars->first + k];
        fprintf(chart->stream, "%.17g %.17g %s\n", mark->x, mark->y, mark->label);
    }
    fprintf(chart->stream,
            "END\nset boxwidth 0.7\nplot $bars using 1:2:xticlabels(3) with boxes linetype %d\n",
            bars->role);
}

/* The spans of a panel: the first series in the topmost row, its name behind it. */
static inline void book_chart_spans(const book_chart *chart, const book_chart_line *rows,
                                    size_t count, const book_chart_scale *x,
                                    const book_chart_scale *y) {
    FILE *script = chart->stream;
    fprintf(script, "unset ytics\n");
    for (size_t i = 0; i < count; i++) {
        const double row = (double)(count - i);
        book_chart_text(chart, rows[i].name, x->to + 14, book_chart_at(y, row), "");
        fprintf(script, "$line%zu << END\n", i);
        for (size_t k = 0; k < rows[i].count; k++) {
            const book_chart_mark *mark = &chart->marks[rows[i].first + k];
            fprintf(script, "%.17g %g %.17g %.17g %g %g\n", (mark->x + mark->y) / 2, row, mark->x,
                    mark->y, row - 0.35, row + 0.35);
        }
        fprintf(script, "END\n");
    }
    for (size_t i = 0; i < count; i++)
        fprintf(script, "%s $line%zu with boxxyerror linetype %d fillstyle solid border linetype 1",
                i == 0 ? "plot" : ",", i, rows[i].role);
    fprintf(script, "\n");
}

/* From all data, everything that gnuplot reads. */
static inline void book_chart_lay_out(book_chart *chart) {
    const int bars = chart->axes & BOOK_CHART_BARS, spans = chart->axes & BOOK_CHART_SPANS;
    const int panels = chart->lines[chart->line_count - 1].panel + 1;
    const double left = 84, top = 64, bottom = 56;
    const double name = panels == 1 ? 0 : 28, panel = panels == 1 ? 370 : 84;
    const double step = name + panel + (panels == 1 ? 0 : 24); /* with the numbers of its x axis */
    double right = 24;
    for (size_t i = 0; i < chart->line_count && !bars; i++)
        right = fmin(fmax(right, 40 + 7.5 * (double)strlen(chart->lines[i].name)), 400);
    book_chart_scale x = {INFINITY, -INFINITY, left, BOOK_CHART_WIDTH - right,
                          chart->axes & BOOK_CHART_LOG_X};
    book_chart_scale all = {INFINITY, -INFINITY, 0, 0, chart->axes & BOOK_CHART_LOG_Y};
    for (size_t k = 0; k < chart->mark_count; k++) {
        book_chart_reach(&x, chart->marks[k].x);
        book_chart_reach(spans ? &x : &all, chart->marks[k].y);
    }
    if (bars) { /* the first and the last are bars, too, not points */
        x.low -= 0.6;
        x.high += 0.6;
    } else {
        book_chart_widen(&x);
    }
    book_chart_widen(&all);

    chart->height = (int)(top + bottom + panels * step - (step - name - panel));
    fprintf(chart->stream, BOOK_CHART_LOOK "set multiplot\n", chart->format, BOOK_CHART_WIDTH,
            chart->height);
    book_chart_text(chart, chart->title, 16, chart->height - 20, "font ',16'");
    book_chart_text(chart, chart->y_label, 16, chart->height - 44, "");
    book_chart_text(chart, chart->x_label, (x.from + x.to) / 2, 14, "center");
    for (size_t i = 0, count; i < chart->line_count; i += count) {
        book_chart_line *lines = &chart->lines[i];
        for (count = 1; i + count < chart->line_count; count++)
            if (lines[count].panel != lines->panel)
                break;
        book_chart_scale y = all;
        y.to = chart->height - top - lines->panel * step - name;
        y.from = y.to - panel;
        const char *own = "";
        if (bars) {
            double highest = 0;
            for (size_t k = 0; k < lines->count; k++)
                highest = fmax(highest, chart->marks[lines->first + k].y);
            own = highest > 0 && highest < all.high / 10 ? ", own scale" : "";
            y.low = 0;
            if (*own != '\0')
                y.high = 1.04 * highest;
        }
        if (spans) { /* of rows, the first being number `count` */
            y.low = 0.4;
            y.high = (double)count + 0.6;
        }
        if (panels > 1 || bars) {
            char caption[sizeof lines->name + 30];
            snprintf(caption, sizeof caption, "%s%s", bars ? lines->name : lines->panel_name, own);
            book_chart_text(chart, caption, x.from, y.to + 12, "font ',14'");
        }
        book_chart_axes(chart, &x, &y);
        if (bars)
            book_chart_bars(chart, lines);
        else if (spans)
            book_chart_spans(chart, lines, count, &x, &y);
        else
            book_chart_lines(chart, lines, count, &x, &y);
        fprintf(chart->stream, "unset label\nunset arrow\n");
    }
}

#endif
