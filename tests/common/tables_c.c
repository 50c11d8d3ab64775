/* tables_c: table.h and chart.h in a C source file (see tables.cu) */
#include "../common/chart.h"
#include "../common/table.h"

void add_rows_of_c(book_table *table, book_chart *chart);

void add_rows_of_c(book_table *table, book_chart *chart) {
    book_table_row(table, "%d,%s,%.17g", 3, "from C", 1e300);
    book_chart_series(chart, "from C", BOOK_CHART_BEST);
    book_chart_point(chart, 5, 7);
    book_chart_point(chart, 50, 70);
    book_chart_series(chart, "without a point", BOOK_CHART_LIMIT);
}
