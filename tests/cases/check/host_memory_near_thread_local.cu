// Memory of the host that lies beside the thread-local variables is the host's like any other. (Where it lies depends on
// the system: one run in 14 of a program that allocated 135 KB had it there, and nothing was said.)
// $ ./book check
// exit: 98
// says: kernel touches memory of the host in kernel add_one
// says: {here}: thread 0 of block \(0,0,0\) reads 4 bytes
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

__global__ void add_one(int *p) {
    *p += 1; // here
}

static thread_local int variable;

// The free page that is nearest to the variable.
static int *page_near_variable() {
    char *const middle = (char *)&variable - (long)&variable % 4096;
    for (long distance = 4096; distance < 768 * 1024; distance += 4096)
        for (char *at : {middle - distance, middle + distance}) {
            void *page = mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
            if (page == at)
                return (int *)page;
        }
    return (int *)malloc(4096);
}

int main() {
    int *p = page_near_variable();
    *p = 1;
    add_one<<<1, 1>>>(p);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    printf("%d, %ld KB away\n", *p, ((char *)p - (char *)&variable) / 1024);
}
