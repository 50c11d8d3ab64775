// divergence.cu: threads of a warp that go different ways, and where they meet again. One warp.
#include <cstdio>

// The lane says how many turns. 0 + 1 + ... + 31 = 496 accesses, in 31 turns.
__global__ void turns(int *out) {
    int sum = 0;
    for (int i = 0; i < (int)threadIdx.x; ++i)
        //= 1 none loop: passes 31, both 31, threads 16
        sum += out[i * 32 + threadIdx.x];
    //= 1 global load: requests 31, threads 16, sectors 76, ideal 76
    out[threadIdx.x] = sum;
    //= 1 global store: requests 1, threads 32, sectors 4, ideal 4
}

// In each turn of the outer loop they meet again.
__global__ void inner_turns(int *out) {
    int sum = 0;
    int turn = 0;
    do {
        //= 2 none loop: passes 4, both 0, threads 32
        sum += out[turn * 32];
        //= 2 global load: requests 4, threads 32, sectors 4, ideal 4
        for (int i = 0; i < (int)(threadIdx.x % 4); ++i)
            //= 2 none loop: passes 12, both 12, threads 16
            sum += out[i * 32];
        //= 2 global load: requests 12, threads 16, sectors 12, ideal 12
        out[turn * 32 + threadIdx.x] = sum;
        //= 2 global store: requests 4, threads 32, sectors 16, ideal 16
    } while (++turn < 4);
}

__global__ void both_ways(int *out) {
    if (threadIdx.x % 2 == 0)
        //= 3 none if: passes 1, both 1, threads 16
        out[threadIdx.x] = 1;
    //= 3 global store: requests 1, threads 16, sectors 4, ideal 2
    else
        out[threadIdx.x + 32] = 2;
    //= 3 global store: requests 1, threads 16, sectors 4, ideal 2
    out[threadIdx.x + 64] = 3;
    //= 3 global store: requests 1, threads 32, sectors 4, ideal 4
}

__global__ void leaves_early(int *out, int n) {
    if ((int)threadIdx.x >= n)
        //= 4 none if: passes 1, both 1, threads 12
        return;
    out[threadIdx.x] = 1;
    //= 4 global store: requests 1, threads 20, sectors 3, ideal 3
    for (int i = 0;; ++i) {
        //= 4 none loop: passes 20, both 19, threads 10.5
        if (i == (int)threadIdx.x)
            //= 4 none if: passes 20, both 19, threads 1
            return;
        out[64 + i * 32 + threadIdx.x] = i;
        //= 4 global store: requests 19, threads 10, sectors 41, ideal 33
    }
}

// break leaves one loop, continue a turn.
__global__ void breaks(int *out) {
    int i = 0;
    while (i < 8) {
        //= 5 none loop: passes 8, both 1, threads 29
        ++i;
        if (i % 2 == 0)
            //= 5 none if: passes 8, both 0, threads 28
            continue;
        if (i > 4 && threadIdx.x < 8)
            //= 5 none if: passes 4, both 1, threads 8
            break;
        out[threadIdx.x] = i;
        //= 5 global store: requests 4, threads 28, sectors 14, ideal 14
    }
    out[32 + threadIdx.x] = i;
    //= 5 global store: requests 1, threads 32, sectors 4, ideal 4
}

__global__ void cases(int *out) {
    switch (threadIdx.x % 4) {
    //= 6 none switch: passes 1, both 1, threads 10.67
    case 0:
        out[threadIdx.x] = 1;
        //= 6 global store: requests 1, threads 8, sectors 4, ideal 1
        break;
    case 1:
    case 2:
        out[threadIdx.x] = 2;
        //= 6 global store: requests 1, threads 16, sectors 4, ideal 2
        break;
    default:
        break;
    }
    out[64 + threadIdx.x] = 0;
    //= 6 global store: requests 1, threads 32, sectors 4, ideal 4
}

// Each warp goes one way: nothing is divided. Two warps.
__global__ void by_warps(int *out) {
    if (threadIdx.x / 32 == 0)
        //= 9 none if: passes 2, both 0, threads 32
        out[threadIdx.x] = 1;
    //= 9 global store: requests 1, threads 32, sectors 4, ideal 4
    switch (threadIdx.x / 32) {
    //= 9 none switch: passes 2, both 0, threads 32
    case 0:
    case 7:
        break;
    case 1:
        out[threadIdx.x] = 2;
        //= 9 global store: requests 1, threads 32, sectors 4, ideal 4
    }
    // The same arm for different values, no arm at all, and one that falls into another.
    switch (threadIdx.x % 4) {
    //= 9 none switch: passes 2, both 2, threads 10.67
    case 0:
    case 1:
        out[threadIdx.x] = 3;
        //= 9 global store: requests 2, threads 16, sectors 8, ideal 4
        [[fallthrough]];
    case 2:
        out[64 + threadIdx.x] = 4;
        //= 9 global store: requests 2, threads 24, sectors 8, ideal 6
    }
}

// A loop that a macro hides is not marked: the nth accesses of the threads meet.
#define REPEAT(n, statement)                                                                       \
    for (int r = 0; r < (n); ++r)                                                                  \
    statement
__global__ void hidden(int *out, int n) {
    REPEAT(n, out[r * 32 + threadIdx.x] = 1);
    //= 7 global store: requests 5, threads 32, sectors 20, ideal 20
    REPEAT((int)threadIdx.x % 3, out[r * 32 + threadIdx.x] = 1);
    //= 7 global store: requests 2, threads 15.5, sectors 8, ideal 5
}

// A function in two loops, one of which has as many turns as the lane says.
__device__ __noinline__ int load(const int *from) {
    return *from;
    //= 8 global load: requests 34, threads 17.41, sectors 34, ideal 34
}
__global__ void calls(int *out) {
    int sum = 0;
    for (int i = 0; i < (int)threadIdx.x; ++i)
        sum += load(out + i);
    for (int i = 0; i < 3; ++i)
        sum += load(out + i);
    out[threadIdx.x] = sum;
    //= 8 global store: requests 1, threads 32, sectors 4, ideal 4
}

// Where it depends on the first part of an expression whether a thread comes to an access.
__global__ void choices(int *out, int n) {
    const int t = (int)threadIdx.x;
    int sum = t < n ? out[t] : out[t + 32] + (t < 8 ? 1 : 0);
    //= 10 none ?:: passes 1, both 1, threads 12
    //= 10 global load: requests 2, threads 16, sectors 5, ideal 5
    if (t % 2 == 0 && out[t * 8] == 0)
        //= 10 none &&: passes 1, both 1, threads 16
        //= 10 none if: passes 1, both 1, threads 16
        //= 10 global load: requests 1, threads 16, sectors 16, ideal 2
        sum += 2;
    for (int i = 0; i < 2 && (t < 4 || out[i] == 0); ++i)
        //= 10 none loop: passes 2, both 0, threads 32
        //= 10 none ||: passes 2, both 2, threads 28
        //= 10 global load: requests 2, threads 28, sectors 2, ideal 2
        ++sum;
    if (int *where = t < 30 ? out + 512 : nullptr)
        //= 10 none if: passes 1, both 1, threads 30
        where[t] = sum;
    //= 10 global store: requests 1, threads 30, sectors 4, ideal 4
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * 32 * sizeof(int));
    cudaMemset(out, 0, 32 * 32 * sizeof(int));
    turns<<<1, 32>>>(out);
    inner_turns<<<1, 32>>>(out);
    both_ways<<<1, 32>>>(out);
    leaves_early<<<1, 32>>>(out, 20);
    breaks<<<1, 32>>>(out);
    cases<<<1, 32>>>(out);
    hidden<<<1, 32>>>(out, 5);
    calls<<<1, 32>>>(out);
    by_warps<<<1, 64>>>(out);
    cudaMemset(out, 0, 32 * 32 * sizeof(int));
    choices<<<1, 32>>>(out, 12);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    cudaFree(out);
    return error != cudaSuccess;
}
