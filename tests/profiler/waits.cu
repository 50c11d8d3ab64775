// waits.cu: threads that have looked in vain twice let the others go on: few looks are counted.
#include <cstdio>

__global__ void flags(volatile int *flag) {
    if (threadIdx.x == 63)
        //= 1 none if: passes 2, both 1, threads 1
        *flag = 1;
    //= 1 global store: requests 1, threads 1, sectors 1, ideal 1
    else
        while (*flag == 0)
            //= 1 none loop: passes 4, both 0, threads 31.5
            //= 1 global load: requests 6, threads 31.5, sectors 6, ideal 6
            ;
}

__global__ void locks(int *word, int *count) {
    if (threadIdx.x == 63)
        //= 2 none if: passes 2, both 1, threads 1
        atomicExch(word, 0);
    //= 2 global atomic: requests 1, threads 1, sectors 1, ideal 1
    while (atomicCAS(word, 0, 1) != 0)
        //= 2 global atomic: requests 4, threads 31.75, sectors 4, ideal 4
        ;
    *(volatile int *)count = *(volatile int *)count + 1;
    //= 2 global load: requests 2, threads 32, sectors 2, ideal 2
    //= 2 global store: requests 2, threads 32, sectors 2, ideal 2
    atomicExch(word, 0);
    //= 2 global atomic: requests 2, threads 32, sectors 2, ideal 2
}

int main() {
    int *words;
    cudaMalloc(&words, 3 * sizeof(int));
    cudaMemset(words, 0, 3 * sizeof(int));
    flags<<<1, 64>>>(words);
    const int closed = 1;
    cudaMemcpy(words + 1, &closed, sizeof closed, cudaMemcpyHostToDevice);
    locks<<<1, 64>>>(words + 1, words + 2);
    int count = 0;
    cudaMemcpy(&count, words + 2, sizeof count, cudaMemcpyDeviceToHost);
    std::printf("%d of 64\n", count);
    cudaFree(words);
    return count != 64;
}
