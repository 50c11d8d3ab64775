/* copy_chart.h: how fast the copies of copy_timed were, as a chart. */
#ifndef COPY_CHART_H
#define COPY_CHART_H

#include "../common/chart.h"

#define MOST_SIZES 21 // 1, 4, 16 ... 2^40

enum { PAGEABLE, PINNED, KINDS };
static const char *const kind_names[KINDS] = {"pageable", "pinned"};
enum { TO_DEVICE, TO_HOST, DIRECTIONS };
static const char *const direction_names[DIRECTIONS] = {"to device", "to host"};

static inline void draw(book_chart *chart, double rates[MOST_SIZES][KINDS][DIRECTIONS], int sizes,
                        long long from, long long bus) {
    for (int k = 0; k < KINDS; k++)
        for (int d = 0; d < DIRECTIONS; d++) {
            char name[40];
            snprintf(name, sizeof name, "%s, %s", kind_names[k], direction_names[d]);
            book_chart_series(chart, name, k == PINNED ? BOOK_CHART_BEST : BOOK_CHART_FIRST);
            for (int i = 0; i < sizes; i++)
                book_chart_point(chart, (double)from * pow(4, i), rates[i][k][d]);
        }
    book_chart_series(chart, "the bus", BOOK_CHART_LIMIT);
    for (int i = 0; i < sizes && bus > 0; i++)
        book_chart_point(chart, (double)from * pow(4, i), (double)bus);
}

#endif
