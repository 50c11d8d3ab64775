// k<<<1, 1>>>(x); __global__ void k() {}  ключ "
/* k<<<1, 1>>>(x); ' */
const char *a = "k<<<1, 1>>>(x); \" __global__ \
extern __shared__";
const char *b = R"x(k<<<1, 1>>>(x); )" __global__ void k() { }
#include "plain.h"
)x", *c = u8R"(<<<)", *d = LR"(<<<")", *e = L"<<<", f = '<', g = '\'', h = '"';
#error don't <<<
#if 0
it's <<< here, and __global__ void k() { isn't /* a kernel
#include "no_such.h"
#elif 0
neither is <<< this
#else
int used;
#endif
#if 1
int one;
#else
it's <<< not compiled
#endif
#pragma weird <<< line
// a comment that goes on \
   <<< here
std::ostream &operator<< <int>(std::ostream &, t<int>);
friend bool operator< <T>(T, T);
auto o = &operator<< <int>, p = operator<<<int>(s, x);
int q = a << b < c, r = 1'000'000 << 2, s = a < b << c, v = x <<= 3;
template <template <class> class T> struct u;
std::vector<std::vector<std::vector<int>>> w(3);
bool x = a<::b>::c, y = w >>> 3;
int ключ = 1; // héhé
#define EMPTY
#define HASH(x) #x
__shared__ int plain;
extern "C" void f();
extern int g[];
static int h;
