/* places.h: where tex_array reads its textures, and what it finds there: as a table, as a chart. */
#ifndef PLACES_H
#define PLACES_H

#include "../common/chart.h"
#include "ways.h"

#define COLUMNS 10 /* of the table: so many of the ways */
#define SHOWN 18   /* of the table, before and behind the edges */
#define DRAWN 120  /* and of the chart, from -n to 2n */
#define PLACES (SHOWN + DRAWN)

/* Sets x to the places of a texture of n texels, in texels. */
static inline void choose_places(float x[PLACES], int n) {
    const float near_edge[SHOWN / 2] = {-2.25f, -1.5f, -0.75f, -0.25f, 0.25f,
                                        0.5f,   0.75f, 1.25f,  1.5f};
    for (int k = 0; k < SHOWN / 2; k++) {
        x[k] = near_edge[k];
        x[SHOWN - 1 - k] = n - near_edge[k];
    }
    for (int k = 0; k < DRAWN; k++)
        x[SHOWN + k] = (k + 0.5f) * n / 40 - n;
}

/* found: what each way gives at those places. */
static inline void print_table(const float x[PLACES], const float found[WAYS][PLACES]) {
    printf("%8s  %-27s %-27s %s\n%8s", "", "point filter", "linear filter", "bytes, clamp", "x");
    for (int i = 0; i < COLUMNS; i++)
        printf(" %6s", i < 8 ? way_name(ways[i].addressing) : i == 8 ? "point" : "linear");
    printf("\n");
    for (int k = 0; k < SHOWN; k++) {
        printf("%8g", x[k]);
        for (int i = 0; i < COLUMNS; i++)
            printf(" %6.4g", found[i][k]);
        printf("\n");
    }
}

/* A panel for each way to go on beyond the edges, a line for each filter. */
static inline void draw_modes(book_chart *chart, const float x[PLACES],
                              const float found[WAYS][PLACES]) {
    for (int mode = 0; mode < 4; mode++) {
        book_chart_panel(chart, way_name(ways[mode].addressing));
        for (int linear = 0; linear < 2; linear++) {
            book_chart_series(chart, linear ? "linear" : "point",
                              linear ? BOOK_CHART_BEST : BOOK_CHART_FIRST);
            for (int k = SHOWN; k < PLACES; k++)
                book_chart_point(chart, x[k], found[mode + 4 * linear][k]);
        }
    }
}

#endif
