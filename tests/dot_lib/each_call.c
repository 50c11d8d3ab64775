/* each_call: a C program that calls the library twice and says how each call ended; see
 * each_call.sh */
#include "../../ch5_dot/dot_lib.h"
#include <stdio.h>

enum { N = 300 };

int main(void) {
    static float a[N], b[N];
    float expected = 0; /* whole numbers below 2^24: exact */
    int problems = 0;
    for (int i = 0; i < N; i++) {
        a[i] = (float)(i % 17);
        b[i] = (float)(i % 31 - 10);
        expected += a[i] * b[i];
    }
    for (int call = 0; call < 2; call++) {
        float result = -1, milliseconds = -1;
        cudaError_t err = dotproduct(&result, a, b, N, &milliseconds);
        printf("%s\n", cudaGetErrorName(err));
        if (err == cudaErrorNoDevice || err == cudaErrorInsufficientDriver)
            return 77; /* cannot run here */
        if (err == cudaSuccess ? result != expected || !(milliseconds >= 0)
                               : result != -1 || milliseconds != -1) {
            printf("result %g, milliseconds %g, expected %g\n", result, milliseconds, expected);
            problems++;
        }
        err = cudaGetLastError();
        if (err != cudaSuccess) {
            printf("left behind: %s\n", cudaGetErrorName(err));
            problems++;
        }
    }
    return problems != 0;
}
