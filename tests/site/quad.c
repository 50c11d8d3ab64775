/* quad.c: site/engine/posix/quad.c against the processor's compiler, bit by bit, for numbers at
 * random: many at the ends of what there is. */
#include <float.h>
#include <stdio.h>

#if LDBL_MANT_DIG == 113
#define QUAD long double
#else
#define QUAD __float128
#endif
#define __addtf3 quad_sum
#define __multf3 quad_product
#define __extenddftf2 quad_of_double
#define __extendsftf2 quad_of_float
#include "../../site/engine/posix/quad.c"

static uint64_t state = 88172645463325252;
static uint64_t any_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1d;
}

static quad any(void) {
    uint64_t high = any_bits(), low = any_bits(), form = any_bits();
    uint64_t few = any_bits() % 200, exponent = 0;
    switch (form % 8) {
    case 0:
        exponent = 0;
        break;
    case 1:
        exponent = INFINITE;
        break;
    case 2:
        exponent = 1 + few;
        break;
    case 3:
        exponent = INFINITE - 1 - few;
        break;
    case 4:
        exponent = any_bits() % INFINITE;
        break;
    default:
        exponent = 16383 - 100 + few;
    }
    if (form & 8)
        low = 0;
    if (form & 16)
        high &= ~(uint64_t)0xffffff;
    if (form & 32)
        high = form & 64 ? 0 : ONE - 1;
    if ((form & 128) && (form & 256))
        low = ~(uint64_t)0;
    return quad_of((any_bits() & SIGN) | exponent << 48 | (high & (ONE - 1)), low);
}

static long wrong;
static void expect(const char *what, quad got, quad expected) {
    bits a = bits_of(got), b = bits_of(expected);
    if ((is_nan(a) && is_nan(b)) || (a.high == b.high && a.low == b.low))
        return;
    if (wrong++ < 10)
        printf("%s: %016llx %016llx, expected %016llx %016llx\n", what, (unsigned long long)a.high,
               (unsigned long long)a.low, (unsigned long long)b.high, (unsigned long long)b.low);
}

int main(void) {
    enum { TIMES = 1000000 };
    for (int i = 0; i < TIMES; i++) {
        quad a = any(), b = any();
        expect("sum", quad_sum(a, b), a + b);
        expect("product", quad_product(a, b), a * b);
        uint64_t all = any_bits();
        if (i % 3 == 0) /* below the normal numbers */
            all &= ~((uint64_t)0x7ff << 52);
        double wide;
        __builtin_memcpy(&wide, &all, sizeof wide);
        expect("double", quad_of_double(wide), wide);
        uint32_t half = (uint32_t)all & (i % 5 == 0 ? 0x807fffff : 0xffffffff);
        float narrow;
        __builtin_memcpy(&narrow, &half, sizeof narrow);
        expect("float", quad_of_float(narrow), narrow);
    }
    if (wrong == 0)
        printf("PASSED: %d sums and products\n", TIMES);
    return wrong != 0;
}
