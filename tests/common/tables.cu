// tables: table.h and chart.h in two source files of one program; the other one is C
//
// --mode: 0 a table and a chart, 1 a row with a cell too few, 2 a chart without points, 3 ends
// early, as HANDLE_ERROR does, 4 a chart of bars, 5 one of spans.
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"

extern "C" void add_rows_of_c(book_table *table, book_chart *chart);

int main(int argc, char **argv) {
    long long mode = 0;
    const char *csv = NULL, *file = NULL;
    book_option options[] = {
        {"mode", BOOK_INTEGER, &mode, 0, 5, "what to do"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "a file"},
        {"chart", BOOK_TEXT, &file, 0, 0, "a file"},
    };
    book_parse(argc, argv, "test", options);

    book_table table;
    book_chart chart;
    book_table_open(&table, csv, "n,name,value");
    book_chart_open(&chart, file, "The author's \"title\" `date` $HOME\nof one line", "n", "value",
                    mode == 4   ? BOOK_CHART_BARS
                    : mode == 5 ? BOOK_CHART_SPANS
                                : BOOK_CHART_LOG_X | BOOK_CHART_LOG_Y);
    book_table_row(&table, "%d,%s,%.17g", 1, "plain", 0.1);
    book_table_row(&table, "%d,%s,%.17g", 2, "\"comma, and \"\"quotes\"\"\"", 1.0 / 3);
    if (mode == 1)
        book_table_row(&table, "%d,%s", 3, "too few");
    if (mode == 4) {
        book_chart_series(&chart, "odd", BOOK_CHART_FIRST);
        book_chart_bar(&chart, "one", 1);
        book_chart_bar(&chart, "three", 3);
        book_chart_series(&chart, "even", BOOK_CHART_BEST);
        book_chart_bar(&chart, "one", 2);
        book_chart_bar(&chart, "three", 0);
        book_chart_series(&chart, "hardly any", BOOK_CHART_MIDDLE);
        book_chart_bar(&chart, "one", 0.01);
    } else if (mode == 5) {
        book_chart_panel(&chart, "above");
        book_chart_series(&chart, "in two parts", BOOK_CHART_FIRST);
        book_chart_span(&chart, 0, 1);
        book_chart_span(&chart, 2, 4);
        book_chart_series(&chart, "meanwhile", BOOK_CHART_BEST);
        book_chart_span(&chart, 1, 2);
        book_chart_panel(&chart, "below");
        book_chart_series(&chart, "never", BOOK_CHART_MIDDLE);
        book_chart_span(&chart, NAN, 2);
        book_chart_series(&chart, "at last", BOOK_CHART_MIDDLE);
        book_chart_span(&chart, 3, 4);
    } else if (mode != 2) {
        book_chart_series(&chart, "it's one", BOOK_CHART_FIRST);
        book_chart_point(&chart, 1, 0.1);
        book_chart_point(&chart, 10, NAN);
        book_chart_point(&chart, 100, 0);
        book_chart_point(&chart, 1000, 1.0 / 3);
        add_rows_of_c(&table, &chart);
        book_chart_series(&chart, "ends there too", BOOK_CHART_FIRST);
        book_chart_point(&chart, 1, 0.2);
        book_chart_point(&chart, 1000, 1.0 / 3);
        book_chart_panel(&chart, "Another panel");
        book_chart_series(&chart, "alone", BOOK_CHART_LIBRARY);
        book_chart_point(&chart, 20, 3);
    }
    if (mode == 3)
        HANDLE_ERROR(cudaErrorInvalidValue);
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(1, "done");
}
