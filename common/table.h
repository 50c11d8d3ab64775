/* table.h: writes the table that a program prints to a file as well, as CSV (--csv FILE).
 *
 * USAGE
 *   const char *csv = NULL;                                   what --csv sets, a BOOK_TEXT
 *   book_table table;
 *   book_table_open(&table, csv, "n,method,error");           the header row; after book_parse
 *   book_table_row(&table, "%d,%s,%.17g", n, name, error);    as printf, a row, no newline
 *   book_table_close(&table);                                 writes the file and says so
 *
 * Without --csv, csv is NULL and all three do nothing. Floating-point numbers want %.17g (double)
 * or %.9g (float): so many digits that reading them gives the same number again. A cell of text
 * that holds a comma or a quotation mark goes between quotation marks.
 *
 * The file appears at book_table_close, whole; a program that ends before leaves none. A file that
 * cannot be created is a usage error (exit code 2) at book_table_open, before any work is done.
 * A row with more or fewer cells than the header, or a file that cannot be written in the end (a
 * full disk), ends the program with exit code 1. Messages name the option and the file.
 *
 * For C and C++, from as many source files as you like. Rows wait in memory: for tables of
 * results, not for data by the gigabyte.
 */
#ifndef BOOK_TABLE_H
#define BOOK_TABLE_H

#include "book.h"
#include "whole_file.h"

typedef struct {
    const char *path; /* NULL: no table is wanted */
    int columns;
    FILE *stream; /* into text */
    char *text;
    size_t size;
} book_table;

/* Ends the program with "option --csv: " and the reason. */
static inline void book_table_fail(book_table *table, const char *reason, int code) {
    fflush(stdout);
    fprintf(stderr, "option --csv: %s\n", reason);
    if (table->stream != NULL)
        fclose(table->stream);
    free(table->text);
    book_exit(code);
}

/* Cells of a row: its commas outside of quotation marks, and one. */
static inline int book_table_cells(const char *row) {
    int cells = 1, quoted = 0;
    for (; *row != '\0'; row++) {
        if (*row == '"')
            quoted = !quoted;
        cells += *row == ',' && !quoted;
    }
    return cells;
}

/* Begins a table that is to become the file path, with a row of the columns' names. */
static inline void book_table_open(book_table *table, const char *path, const char *header) {
    memset(table, 0, sizeof *table);
    table->path = path;
    if (path == NULL)
        return;
    char error[WHOLE_FILE_ERROR];
    if (!whole_file_check(path, error))
        book_table_fail(table, error, BOOK_EXIT_USAGE);
    table->columns = book_table_cells(header);
    table->stream = open_memstream(&table->text, &table->size);
    HANDLE_NULL(table->stream);
    fprintf(table->stream, "%s\n", header);
}

/* Adds a row. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static inline void
book_table_row(book_table *table, const char *format, ...) {
    if (table->path == NULL)
        return;
    fflush(table->stream);
    size_t start = table->size;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(table->stream, format, arguments);
    va_end(arguments);
    if (fflush(table->stream) != 0)
        book_table_fail(table, "out of host memory", BOOK_EXIT_FAILED);
    int cells = book_table_cells(table->text + start);
    if (cells != table->columns) {
        char error[200];
        snprintf(error, sizeof error, "a row has %d cells where the header has %d: %s", cells,
                 table->columns, table->text + start);
        book_table_fail(table, error, BOOK_EXIT_FAILED);
    }
    fputc('\n', table->stream);
}

/* Writes the file, says so, and frees everything. */
static inline void book_table_close(book_table *table) {
    if (table->path == NULL)
        return;
    int bad = fclose(table->stream) != 0;
    table->stream = NULL;
    if (bad)
        book_table_fail(table, "out of host memory", BOOK_EXIT_FAILED);
    char error[WHOLE_FILE_ERROR];
    if (!whole_file_write(table->path, table->text, table->size, error))
        book_table_fail(table, error, BOOK_EXIT_FAILED);
    if (!whole_file_is_stream(table->path))
        printf("wrote %s\n", table->path);
    free(table->text);
    memset(table, 0, sizeof *table);
}

#endif
