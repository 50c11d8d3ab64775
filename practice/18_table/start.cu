// 18_table: a block for each cell of a table
#include "../common/book.h"

__global__ void fill(int *table) {
    // Which cell is this block's?
}

void solve(int *dev_table, int columns, int rows) {
    // The launch.
}

int main() {
    static int table[9][12], *dev_table;
    HANDLE_ERROR(cudaMalloc((void **)&dev_table, sizeof table));
    HANDLE_ERROR(cudaMemset(dev_table, 0, sizeof table));
    solve(dev_table, 12, 9);
    HANDLE_LAUNCH("fill");
    HANDLE_ERROR(cudaMemcpy(table, dev_table, sizeof table, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_table));

    int right = 0;
    for (int y = 0; y < 9; y++) {
        for (int x = 0; x < 12; x++) {
            printf("%4d", table[y][x]);
            right += table[y][x] == (x + 1) * (y + 1);
        }
        printf("\n");
    }
    return book_verdict(right == 108, "%d of 108 cells are right", right);
}
