/* bank_report.h: what bank_conflicts has found, beside what it should be on paper: as a table on
 * the screen and in a file, and as a chart.
 */
#ifndef BANK_REPORT_H
#define BANK_REPORT_H

#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"

#define WARP 32
#define BANKS 32
#define LONGEST 32 // stride
#define TYPES 5
#define TILES 4

typedef struct {
    int steps;    // in which the banks can serve a warp
    float cycles; // from one read to the next that depends on it
} measurement;

typedef struct {
    measurement strided[TYPES][LONGEST]; // [type][L - 1]
    measurement tiles[TILES];
} measurements;

static const char *const type_names[TYPES] = {"char", "short", "float", "double", "float4"};
static const int type_bytes[TYPES] = {1, 2, 4, 8, 16};

static inline int greatest_common_divisor(int a, int b) {
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

// The steps as they are worked out on paper. From a word on, all threads want different words, and
// each bank that is used at all is used by equally many. Closer than a word the 32 threads are all
// in different banks or want the same word; in between it takes counting.
static inline int predict(int bytes, int stride) {
    if (bytes >= 4)
        return bytes / 4 * greatest_common_divisor(stride, 4 * BANKS / bytes);
    if (bytes * stride < 4)
        return 1;
    int threads[BANKS] = {0}, most = 0;
    for (int t = 0; t < WARP; t++) {
        int bank = t * stride * bytes / 4 % BANKS;
        threads[bank]++;
        most = threads[bank] > most ? threads[bank] : most;
    }
    return most;
}

// Prints what was found, and writes it to the table. Returns how many numbers of steps are right.
static inline int print_steps(const measurements *found, book_table *table) {
    int right = 0;
    printf("steps in which a warp reads s[threadIdx.x * L], counted from its addresses%s\n L",
           BOOK_ON_GPU ? ", and clock cycles" : "");
    for (int type = 0; type < TYPES; type++)
        printf(BOOK_ON_GPU ? "%14s" : "%8s", type_names[type]);
    printf("\n");
    for (int stride = 1; stride <= LONGEST; stride++) {
        printf("%2d", stride);
        for (int type = 0; type < TYPES; type++) {
            const measurement *m = &found->strided[type][stride - 1];
            int predicted = predict(type_bytes[type], stride);
            right += m->steps == predicted;
            printf("%8d", m->steps);
            if (BOOK_ON_GPU)
                printf("%6.1f", m->cycles);
            book_table_row(table, "%s,%d,%d,%d,%d,%.9g", type_names[type], type_bytes[type], stride,
                           predicted, m->steps, BOOK_ON_GPU ? m->cycles : NAN);
        }
        printf("\n");
    }
    static const char *const names[TILES] = {"row of tile[32][32]", "column of tile[32][32]",
                                             "row of tile[32][33]", "column of tile[32][33]"};
    static const int predicted[TILES] = {1, 32, 1, 1}, strides[TILES] = {1, 32, 1, 33};
    for (int i = 0; i < TILES; i++) {
        const measurement *m = &found->tiles[i];
        right += m->steps == predicted[i];
        printf("%-22s %2d", names[i], m->steps);
        if (BOOK_ON_GPU)
            printf("%6.1f", m->cycles);
        printf("\n");
        book_table_row(table, "%s,4,%d,%d,%d,%.9g", names[i], strides[i], predicted[i], m->steps,
                       BOOK_ON_GPU ? m->cycles : NAN);
    }
    return right;
}

static inline void draw_steps(const measurements *found, book_chart *chart) {
    for (int type = 0; type < TYPES; type++) {
        book_chart_series(chart, type_names[type], BOOK_CHART_BEST);
        for (int stride = 1; stride <= LONGEST; stride++) {
            const measurement *m = &found->strided[type][stride - 1];
            char label[12];
            snprintf(label, sizeof label, "%d", stride);
            book_chart_bar(chart, label, BOOK_ON_GPU ? m->cycles : m->steps);
        }
    }
}

// 1 if the reads of a type that take more steps take more time: the mean over all strides with the
// same number of steps rises with that number.
static inline int times_rise(const measurement results[LONGEST]) {
    double last = 0;
    int groups = 0;
    for (int steps = 1; steps <= 2 * BANKS; steps++) {
        double sum = 0;
        int strides = 0;
        for (int i = 0; i < LONGEST; i++)
            if (results[i].steps == steps) {
                sum += results[i].cycles;
                strides++;
            }
        if (strides == 0)
            continue;
        if (!(sum / strides > last))
            return 0;
        last = sum / strides;
        groups++;
    }
    return groups >= 2;
}

#endif
