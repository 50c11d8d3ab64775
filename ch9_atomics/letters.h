/* letters.h: what the histogram of a text looks like: in the terminal, as a picture, in a table.
 *
 * Counts are those of the 128 ASCII characters, and of the bytes that are none.
 */
#ifndef LETTERS_H
#define LETTERS_H

#include "../common/chart.h"
#include "../common/table.h"
#include "histogram_kernels.h"
#include <ctype.h>

/* Letter, count, percent, and a bar of 30 characters for the most frequent letter. */
static inline void letters_print_one(int c, unsigned long long count, double all, double most,
                                     const char *after) {
    const char *bar = "                              "
                      "##############################";
    int length = (int)(30 * (double)count / most + 0.5);
    if (*after == '\n') /* no blanks at the end of a line */
        printf("%c %11llu %6.2f%%%s%.*s\n", c, count, 100 * (double)count / all,
               length > 0 ? " " : "", length, bar + 30);
    else
        printf("%c %11llu %6.2f%% %.*s%.*s%s", c, count, 100 * (double)count / all, length,
               bar + 30, 30 - length, bar, after);
}

/* A line for each letter of the alphabet, lower case and upper case, and a line of sums.
 * all: how many characters are 100 %. */
static inline void letters_print(const unsigned long long counts[BINS], double all) {
    unsigned long long most = 1, letters = 0, digits = 0, blanks = 0, others = 0;
    for (int c = 0; c < CHARACTERS; c++) {
        *(isalpha(c)   ? &letters
          : isdigit(c) ? &digits
          : isspace(c) ? &blanks
                       : &others) += counts[c];
        if (isalpha(c) && counts[c] > most)
            most = counts[c];
    }
    for (int c = 'a'; c <= 'z'; c++) {
        letters_print_one(c, counts[c], all, (double)most, "  ");
        letters_print_one(toupper(c), counts[toupper(c)], all, (double)most, "\n");
    }
    printf("letters: %llu, digits: %llu, blanks and line ends: %llu, other ASCII: %llu\n", letters,
           digits, blanks, others);
    printf("bytes from 128 on: %llu\n", counts[CHARACTERS]);
}

/* A bar for each lower-case and each upper-case letter. unit: the count that is 1 on the axis. */
static inline void letters_draw(book_chart *chart, const unsigned long long counts[BINS],
                                double unit) {
    for (int upper = 0; upper < 2; upper++) {
        book_chart_series(chart, upper ? "upper case" : "lower case", BOOK_CHART_BEST);
        for (int c = 'a'; c <= 'z'; c++) {
            const char label[2] = {(char)c, '\0'};
            book_chart_bar(chart, label, (double)counts[upper ? toupper(c) : c] / unit);
        }
    }
}

/* The first two cells of a row of a table: the byte, and the character if there is one to see. */
#define LETTERS_NAME 16
static inline const char *letters_name(int bin, char name[LETTERS_NAME]) {
    if (bin == CHARACTERS)
        snprintf(name, LETTERS_NAME, ">=%d,", bin);
    else if (!isgraph(bin))
        snprintf(name, LETTERS_NAME, "%d,", bin);
    else if (bin == '"') /* twice, between quotation marks */
        snprintf(name, LETTERS_NAME, "%d,\"\"\"\"", bin);
    else
        snprintf(name, LETTERS_NAME, bin == ',' ? "%d,\"%c\"" : "%d,%c", bin, bin);
    return name;
}

/* A row for each counter: byte, character, percent, and the counts of the CPU and both kernels. */
static inline void letters_tabulate(book_table *table, const unsigned long long cpu[BINS],
                                    const unsigned long long global[BINS],
                                    const unsigned long long shared[BINS], double all) {
    for (int bin = 0; bin < BINS; bin++) {
        char name[LETTERS_NAME];
        book_table_row(table, "%s,%.17g,%llu,%llu,%llu", letters_name(bin, name),
                       bin < CHARACTERS ? 100 * (double)cpu[bin] / all : NAN, cpu[bin], global[bin],
                       shared[bin]);
    }
}

#endif
