// A load in a loop that may wait for another thread is done anew in each round; others are ordinary
// loads.
__device__ int peek(const int *p) {
    int x;
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
    return x;
}

__device__ int peek_through(const int *p) {
    return peek(p);
}

__global__ void waits(const int *p, int *out) {
    do {
        *out = peek_through(p);
    } while (*out == 0);
}

__device__ int once(const int *p) {
    int x;
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
    return x;
}

__global__ void counts(const int *p, int *out) {
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += once(p + i);
    *out = sum;
}

__global__ void gives_up(const int *p, int *out) {
    for (int tries = 0; tries < 1000; tries++) {
        int x;
        asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
        if (x != 0)
            break;
    }
}

__global__ void looks(const int *p, int *out) {
    int x;
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
    *out = x;
}

// Nothing but what is loaded ends these loops.
__global__ void until(const int *p, int *out) {
    int x = 0;
    for (int rounds = 0; x == 0; rounds++)
        asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
    for (int rounds = 0; rounds < 1000000 && x == 1; rounds++)
        asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
    *out = x;
}

__global__ void jumps_back(const int *p, int *out) {
    int x;
again:
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
    if (x == 0)
        goto again;
    *out = x;
}

__device__ void calls_itself(const int *p) {
    int x;
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
    if (x == 0)
        calls_itself(p);
}

struct flag {
    const int *p;
    __device__ bool operator!() const {
        int x;
        asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
        return x == 0;
    }
};

__global__ void asks(flag f, int *out) {
    while (!f)
        ++*out;
}

int main() {
    while (true)
        looks<<<1, 1>>>(nullptr, nullptr);
}
