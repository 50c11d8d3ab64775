// Programs that wait for what is typed: see endings() in site/engine/test.js.
//
// run: numbers 0 ~ ^how many\? 10$ ~ ^14$ ~ ^16$ ~ ^18$ ~ ^all$
// reads: numbers "5\n" "7 " "8\n9"
// run: lines 0 ~ ^x\? 2\.5 word and;a line; -1$
// reads: lines "2.5\n" "word and\n" "a line\n"
// run: characters 0 ~ ^b$ ~ ^a-1$
// reads: characters "ab\n"
#include "../common/book.h"

#include <iostream>
#include <string>

__global__ void twice(int *p) {
    __syncthreads();
    *p *= 2;
}

int main(int argc, char **argv) {
    const std::string how = argc > 1 ? argv[1] : "";
    int n = 0, *dev = nullptr;
    HANDLE_ERROR(cudaMalloc(&dev, sizeof n));
    if (how == "numbers") {
        printf("how many? ");
        while (scanf("%d", &n) == 1) {
            HANDLE_ERROR(cudaMemcpy(dev, &n, sizeof n, cudaMemcpyHostToDevice));
            twice<<<1, 1>>>(dev);
            HANDLE_LAUNCH("twice");
            HANDLE_ERROR(cudaMemcpy(&n, dev, sizeof n, cudaMemcpyDeviceToHost));
            printf("%d\n", n);
        }
        puts("all");
    }
    if (how == "lines") {
        std::string line, all;
        double x = 0;
        std::cout << "x? ";
        std::cin >> x >> std::ws;
        while (std::getline(std::cin, line))
            all += line + ";";
        std::cout << x << " " << all << " " << getchar() << std::endl;
    }
    if (how == "characters") {
        char rest[9];
        const int first = getchar();
        printf("%s", fgets(rest, sizeof rest, stdin));
        printf("%c%d\n", first, getchar());
    }
    HANDLE_ERROR(cudaFree(dev));
}
