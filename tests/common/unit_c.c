/* unit_c: book.h in a C source file (see unit_a.cu) */
#include "../common/book.h"

int checks_of_unit_c(void);

int checks_of_unit_c(void) {
    int failures = 0, count = 0;
    void *host = malloc(16), *dev = NULL;
    book_timer timer;
    HANDLE_NULL(host);
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    book_timer_start(&timer);
    HANDLE_ERROR(cudaMalloc(&dev, 16));
    HANDLE_ERROR(cudaMemset(dev, 1, 16));
    HANDLE_ERROR(cudaMemcpy(host, dev, 16, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev));
    failures += !(book_timer_stop(&timer) >= 0);
    failures += ((unsigned char *)host)[15] != 1;
    failures += !book_close(2.0, 2.0, 0.0) || book_close(NAN, 2.0, 1.0);
    free(host);
    return failures + (count < 1);
}
