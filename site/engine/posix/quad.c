/* quad.c: sum and product of two numbers of type long double, which has 128 bits here and is
 * calculated in integers: several times as fast as the compiler's own functions, which these
 * replace. The compiler calls them by name.
 *
 * Bits: 1 for the sign, 15 for the exponent, 112 for the fraction. The significand of a normal
 * number is the fraction with a 1 in front. All results are rounded to the nearest number, of two
 * to the even one. */
#include <stdint.h>

/* A struct goes to a function through memory, unless the function is expanded. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define SIGN ((uint64_t)1 << 63)
#define ONE ((uint64_t)1 << 48) /* in front of the fraction, in the upper half */
#define INFINITE 0x7fff         /* the exponent of infinity, and of what is no number */

#ifndef QUAD /* the test of these functions has another name for the type */
#define QUAD long double
#endif
typedef QUAD quad;
typedef struct {
    uint64_t high, low;
} bits;

ALWAYS_INLINE bits bits_of(quad x) {
    unsigned __int128 all;
    __builtin_memcpy(&all, &x, sizeof all);
    return (bits){(uint64_t)(all >> 64), (uint64_t)all};
}

ALWAYS_INLINE quad quad_of(uint64_t high, uint64_t low) {
    unsigned __int128 all = (unsigned __int128)high << 64 | low;
    quad x;
    __builtin_memcpy(&x, &all, sizeof x);
    return x;
}

ALWAYS_INLINE int exponent_of(bits x) {
    return (int)(x.high >> 48) & INFINITE;
}

ALWAYS_INLINE int is_zero(bits x) {
    return ((x.high & ~SIGN) | x.low) == 0;
}

ALWAYS_INLINE int is_nan(bits x) {
    return (x.high & ~SIGN) > (uint64_t)INFINITE << 48 ||
           ((x.high & ~SIGN) == (uint64_t)INFINITE << 48 && x.low != 0);
}

ALWAYS_INLINE bits shifted_left(bits x, int by) {
    if (by == 0)
        return x;
    if (by >= 64)
        return (bits){x.low << (by - 64), 0};
    return (bits){x.high << by | x.low >> (64 - by), x.low << by};
}

/* The last bit also stands for those that fall off: it is 1 if one of them is. */
ALWAYS_INLINE bits shifted_right(bits x, int by) {
    if (by == 0)
        return x;
    if (by >= 128)
        return (bits){0, (x.high | x.low) != 0};
    if (by > 64)
        return (bits){0, x.high >> (by - 64) | ((x.high << (128 - by) | x.low) != 0)};
    if (by == 64)
        return (bits){0, x.high | (x.low != 0)};
    return (bits){x.high >> by, x.high << (64 - by) | x.low >> by | (x.low << (64 - by) != 0)};
}

ALWAYS_INLINE int leading_zeros(bits x) {
    return x.high != 0 ? __builtin_clzll(x.high) : 64 + __builtin_clzll(x.low);
}

/* The number of that significand, the first bit of which is that of a normal number with that
 * exponent. Without it the exponent is 1, and the number one below the normal ones. */
ALWAYS_INLINE quad rounded(uint64_t sign, int exponent, bits significand, int more) {
    uint64_t half = (uint64_t)1 << (more - 1), rest = significand.low & (2 * half - 1);
    uint64_t low = significand.low >> more | significand.high << (64 - more);
    uint64_t high = (significand.high >> more) + ((uint64_t)(exponent - 1) << 48);
    if (exponent >= INFINITE)
        return quad_of(sign | (uint64_t)INFINITE << 48, 0);
    /* Up may well be one exponent further. */
    int up = rest > half || (rest == half && (low & 1));
    low += (uint64_t)up;
    high += up && low == 0;
    return quad_of(sign | high, low);
}

/* A significand, and the exponent that goes with it, below the normal numbers too. */
ALWAYS_INLINE bits significand_of(bits x, int *exponent) {
    uint64_t fraction = x.high & (ONE - 1);
    *exponent = exponent_of(x);
    if (*exponent != 0)
        return (bits){fraction | ONE, x.low};
    *exponent = 1;
    return (bits){fraction, x.low};
}

/* The first of them that is no number; that it is not one is then known. */
static quad nan_of(bits a, bits b) {
    bits nan = is_nan(a) ? a : b;
    return quad_of(nan.high | ONE >> 1, nan.low);
}

static quad no_number(void) {
    return quad_of((uint64_t)INFINITE << 48 | ONE >> 1, 0);
}

quad __addtf3(quad x, quad y) {
    bits a = bits_of(x), b = bits_of(y);
    if ((a.high & ~SIGN) < (b.high & ~SIGN) ||
        ((a.high & ~SIGN) == (b.high & ~SIGN) && a.low < b.low)) { /* the larger first */
        bits larger = b;
        b = a;
        a = larger;
    }
    uint64_t sign = a.high & SIGN, differ = (a.high ^ b.high) & SIGN;
    if (exponent_of(a) == INFINITE) {
        if (is_nan(a))
            return nan_of(a, b);
        return exponent_of(b) == INFINITE && differ ? no_number() : quad_of(a.high, a.low);
    }
    if (is_zero(b))
        return is_zero(a) && differ ? 0 : quad_of(a.high, a.low);

    enum { MORE = 3 }; /* bits behind the significand, enough to round by */
    int exponent, smaller;
    bits to = shifted_left(significand_of(a, &exponent), MORE), add = significand_of(b, &smaller);
    add = shifted_right(shifted_left(add, MORE), exponent - smaller);
    if (!differ) {
        to.low += add.low;
        to.high += add.high + (to.low < add.low);
        if (to.high >> (49 + MORE)) {
            to = shifted_right(to, 1);
            exponent++;
        }
        return rounded(sign, exponent, to, MORE);
    }
    uint64_t borrow = to.low < add.low;
    to.low -= add.low;
    to.high -= add.high + borrow;
    if ((to.high | to.low) == 0)
        return 0;
    int up = leading_zeros(to) - (15 - MORE);
    up = up < exponent ? up : exponent - 1;
    return rounded(sign, exponent - up, shifted_left(to, up), MORE);
}

ALWAYS_INLINE bits product_of(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
    return (bits){a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

quad __multf3(quad x, quad y) {
    bits a = bits_of(x), b = bits_of(y);
    uint64_t sign = (a.high ^ b.high) & SIGN;
    int exponent_a, exponent_b;
    if (is_nan(a) || is_nan(b))
        return nan_of(a, b);
    if (exponent_of(a) == INFINITE || exponent_of(b) == INFINITE)
        return is_zero(a) || is_zero(b) ? no_number() : quad_of(sign | (uint64_t)INFINITE << 48, 0);
    if (is_zero(a) || is_zero(b))
        return quad_of(sign, 0);

    /* Both begin with the first of 128 bits. So does the product of two that were a double each,
     * and their lower halves are 0. */
    a = significand_of(a, &exponent_a);
    b = significand_of(b, &exponent_b);
    int up_a = leading_zeros(a), up_b = leading_zeros(b);
    a = shifted_left(a, up_a);
    b = shifted_left(b, up_b);
    int exponent = exponent_a + exponent_b - 16383 - (up_a - 15) - (up_b - 15) + 1;
    bits product = product_of(a.high, b.high);
    uint64_t rest = 0, below = 0; /* the 64 bits behind the product, and whether more are there */
    if ((a.low | b.low) != 0) {
        bits first = product_of(a.high, b.low), second = product_of(a.low, b.high);
        bits third = product_of(a.low, b.low);
        unsigned __int128 middle = (unsigned __int128)first.low + second.low + third.high;
        unsigned __int128 sum =
            (unsigned __int128)first.high + second.high + (uint64_t)(middle >> 64) + product.low;
        rest = (uint64_t)middle;
        below = third.low != 0;
        product.low = (uint64_t)sum;
        product.high += (uint64_t)(sum >> 64);
    }
    if (!(product.high >> 63)) {
        product = shifted_left(product, 1);
        product.low |= rest >> 63;
        rest <<= 1;
        exponent--;
    }
    product.low |= (rest | below) != 0;
    if (exponent < 1) {
        product = shifted_right(product, 1 - exponent);
        exponent = 1;
    }
    return rounded(sign, exponent, product, 15);
}

quad __extenddftf2(double x) {
    uint64_t all;
    __builtin_memcpy(&all, &x, sizeof all);
    uint64_t sign = all & SIGN, exponent = all >> 52 & 0x7ff,
             fraction = all & (((uint64_t)1 << 52) - 1);
    if (exponent == 0x7ff) {
        exponent = INFINITE;
        fraction |= fraction != 0 ? (uint64_t)1 << 51 : 0;
    } else if (exponent != 0) {
        exponent += 16383 - 1023;
    } else if (fraction != 0) { /* below the normal numbers of a double */
        int up = __builtin_clzll(fraction) - 11;
        fraction = fraction << up & (((uint64_t)1 << 52) - 1);
        exponent = (uint64_t)(16383 - 1023 + 1 - up);
    }
    return quad_of(sign | exponent << 48 | fraction >> 4, fraction << 60);
}

quad __extendsftf2(float x) {
    return __extenddftf2(x);
}
