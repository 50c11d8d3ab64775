// Arithmetic and conversions with a stated rounding, __fadd_rn to __ull2double_rd, give the bits
// that the host's processor gives when it is switched to that rounding. Random bits, all pairs of
// special numbers, and what random bits never hit: sums that cancel, results at both ends of the
// range, results that are exact or halfway between two numbers.
//
//   rounding [triples of numbers for each operation and rounding, 2000000]
//
// Exit status: 0 all right, 1 some result is wrong, 77 there is no device, or the host has one
// rounding.
#include "check.h"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

#ifndef FE_DOWNWARD
int main() {
    std::printf("the host's processor has only one rounding\n");
    return 77;
}
#else

// X(number, what it is called before _rn, its arguments, the same in C)
#define FLOAT_OPERATIONS(X)                                                                        \
    X(0, __fadd, (x, y), x + y)                                                                    \
    X(1, __fsub, (x, y), x - y)                                                                    \
    X(2, __fmul, (x, y), x *y)                                                                     \
    X(3, __fdiv, (x, y), x / y)                                                                    \
    X(4, __fmaf, (x, y, z), std::fma(x, y, z))                                                     \
    X(5, __frcp, (x), 1 / x)                                                                       \
    X(6, __fsqrt, (x), std::sqrt(x))
#define DOUBLE_OPERATIONS(X)                                                                       \
    X(0, __dadd, (x, y), x + y)                                                                    \
    X(1, __dsub, (x, y), x - y)                                                                    \
    X(2, __dmul, (x, y), x *y)                                                                     \
    X(3, __ddiv, (x, y), x / y)                                                                    \
    X(4, __fma, (x, y, z), std::fma(x, y, z))                                                      \
    X(5, __drcp, (x), 1 / x)                                                                       \
    X(6, __dsqrt, (x), std::sqrt(x))
#define CONVERSIONS(X)                                                                             \
    X(0, __int2float, (static_cast<int>(n)), static_cast<float>(static_cast<int>(n)))              \
    X(1, __uint2float, (static_cast<unsigned>(n)), static_cast<float>(static_cast<unsigned>(n)))   \
    X(2, __ll2float, (static_cast<long long>(n)), static_cast<float>(static_cast<long long>(n)))   \
    X(3, __ull2float, (n), static_cast<float>(static_cast<unsigned long long>(n)))                 \
    X(4, __ll2double, (static_cast<long long>(n)), static_cast<double>(static_cast<long long>(n))) \
    X(5, __ull2double, (n), static_cast<double>(static_cast<unsigned long long>(n)))

template <class T> struct triple { T x, y, z; };

#define ON_DEVICE(NUMBER, NAME, ARGUMENTS, IN_C)                                                   \
    case 4 * NUMBER:                                                                               \
        return NAME##_rn ARGUMENTS;                                                                \
    case 4 * NUMBER + 1:                                                                           \
        return NAME##_rz ARGUMENTS;                                                                \
    case 4 * NUMBER + 2:                                                                           \
        return NAME##_ru ARGUMENTS;                                                                \
    case 4 * NUMBER + 3:                                                                           \
        return NAME##_rd ARGUMENTS;
#define ON_HOST(NUMBER, NAME, ARGUMENTS, IN_C)                                                     \
    case NUMBER:                                                                                   \
        return IN_C;
#define NAME_OF(NUMBER, NAME, ARGUMENTS, IN_C) #NAME,

__device__ float on_device(int which, const triple<float> &in) {
    const float x = in.x, y = in.y, z = in.z;
    switch (which) { FLOAT_OPERATIONS(ON_DEVICE) }
    return 0;
}
__device__ double on_device(int which, const triple<double> &in) {
    const double x = in.x, y = in.y, z = in.z;
    switch (which) { DOUBLE_OPERATIONS(ON_DEVICE) }
    return 0;
}
__device__ double on_device(int which, const unsigned long long &n) {
    switch (which) { CONVERSIONS(ON_DEVICE) }
    return 0;
}
__device__ float on_device(int which, const double &n) {
    switch (which) { ON_DEVICE(0, __double2float, (n), ) }
    return 0;
}

static float on_host(int operation, const triple<float> &in) {
    const float x = in.x, y = in.y, z = in.z;
    switch (operation) { FLOAT_OPERATIONS(ON_HOST) }
    return 0;
}
static double on_host(int operation, const triple<double> &in) {
    const double x = in.x, y = in.y, z = in.z;
    switch (operation) { DOUBLE_OPERATIONS(ON_HOST) }
    return 0;
}
static double on_host(int operation, const unsigned long long &n) {
    switch (operation) { CONVERSIONS(ON_HOST) }
    return 0;
}
static float on_host(int, const double &n) {
    return static_cast<float>(n);
}

static const char *const float_names[] = {FLOAT_OPERATIONS(NAME_OF)};
static const char *const double_names[] = {DOUBLE_OPERATIONS(NAME_OF)};
static const char *const conversion_names[] = {CONVERSIONS(NAME_OF)};
static const char *const narrowing_name[] = {"__double2float"};

template <class In, class Out>
__global__ void evaluate(int which, const In *in, Out *out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = on_device(which, in[i]);
}

// Not inlined, so that nothing in it moves to where the processor rounds otherwise.
template <class In, class Out>
__attribute__((noinline)) static void reference(int operation, const std::vector<In> &in,
                                                std::vector<Out> &out) {
    for (size_t i = 0; i < in.size(); ++i)
        out[i] = on_host(operation, in[i]);
}

template <class T> static bool same(T a, T b) {
    return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static std::string text_of(double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%a", x);
    return text;
}
template <class T> static std::string text_of(const triple<T> &in) {
    return text_of(in.x) + ", " + text_of(in.y) + ", " + text_of(in.z);
}
static std::string text_of(unsigned long long n) {
    return std::to_string(n);
}

template <class Out, class In, size_t Operations>
static void compare(const char *const (&names)[Operations], const std::vector<In> &inputs) {
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    static const char *const mode_names[] = {"_rn", "_rz", "_ru", "_rd"};
    const int count = static_cast<int>(inputs.size());
    const device_array<In> in(inputs);
    const device_array<Out> out(inputs.size());
    std::vector<Out> expected(inputs.size());
    for (int operation = 0; operation < static_cast<int>(Operations); ++operation)
        for (int mode = 0; mode < 4; ++mode) {
            evaluate<<<(count + 255) / 256, 256>>>(4 * operation + mode, static_cast<In *>(in),
                                                   static_cast<Out *>(out), count);
            CHECK_LAUNCH();
            std::fesetround(modes[mode]);
            reference(operation, inputs, expected);
            std::fesetround(FE_TONEAREST);
            if (std::is_integral<In>::value) // some code for a conversion makes -0 of 0, rounding
                                             // down
                for (Out &x : expected)
                    x += 0;
            const std::vector<Out> got = out.get();
            size_t wrong = 0;
            std::string text;
            for (size_t i = 0; i < got.size(); ++i)
                if (!same(got[i], expected[i]) && ++wrong <= 5)
                    text += "\n    (" + text_of(inputs[i]) + ") is " + text_of(double(got[i])) +
                            ", expected " + text_of(double(expected[i]));
            check_that(wrong == 0,
                       std::string(names[operation]) + mode_names[mode] + ": " +
                           std::to_string(wrong) + " of " + std::to_string(got.size()) +
                           " results are wrong" + text,
                       __FILE__, __LINE__);
        }
}

static unsigned long long random_bits() {
    static unsigned long long state = 1;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const unsigned long long high = state ^ state >> 29;
    return high * 0x9e3779b97f4a7c15ull ^ high >> 32;
}

static int random_below(int n) {
    return static_cast<int>(random_bits() >> 33) % n;
}

template <class T> struct numbers {
    using limits = std::numeric_limits<T>;

    static T any() {
        const unsigned long long bits =
            random_bits() << (64 - 8 * sizeof(T)) >> (64 - 8 * sizeof(T));
        T x;
        std::memcpy(&x, &bits, sizeof x);
        return x;
    }
    // Of the size of 2^exponent.
    static T sized(int exponent) {
        const T one_to_two = 1 + static_cast<T>(random_bits() >> (65 - limits::digits)) /
                                     (T(1ull << (limits::digits - 1)));
        return std::ldexp(random_below(2) ? one_to_two : -one_to_two, exponent);
    }
    // With few significant bits, so that results are often exact or halfway between two numbers.
    static T round_number() {
        return std::ldexp(static_cast<T>(random_below(1 << 13) - (1 << 12)), random_below(9) - 4);
    }
    // x, or a number a few away from it.
    static T near(T x) {
        for (int i = random_below(3); i > 0; --i)
            x = std::nextafter(x, random_below(2) ? limits::infinity() : -limits::infinity());
        return x;
    }

    static std::vector<T> special() {
        std::vector<T> all;
        for (T x : {T(0),
                    limits::denorm_min(),
                    3 * limits::denorm_min(),
                    limits::min() / 2,
                    limits::min(),
                    limits::min() * 3,
                    limits::epsilon() / 2,
                    limits::epsilon(),
                    T(0.5),
                    1 - limits::epsilon() / 2,
                    T(1),
                    1 + limits::epsilon(),
                    T(1.5),
                    T(2),
                    T(3),
                    T(10),
                    1 / limits::epsilon(),
                    2 / limits::epsilon(),
                    std::sqrt(limits::max()),
                    std::sqrt(limits::min()),
                    limits::max() / 2,
                    limits::max() / 4 * 3,
                    std::nextafter(limits::max(), T(0)),
                    limits::max(),
                    limits::infinity(),
                    limits::quiet_NaN(),
                    std::nextafter(limits::min(), T(0))}) {
            all.push_back(x);
            all.push_back(-x);
        }
        return all;
    }

    static triple<T> of_kind(int kind) {
        const int lowest = limits::min_exponent - limits::digits, highest = limits::max_exponent;
        T x, y, z;
        switch (kind) {
        case 0:
            return {any(), any(), any()};
        case 1: // of like size
            x = sized(random_below(60)), y = sized(random_below(60)), z = sized(random_below(120));
            return {x, y, z};
        case 2: // cancels
            x = sized(random_below(8)), y = random_below(2) ? near(-x) : sized(random_below(8));
            return {x, y, near(-(x * y))};
        case 3:   // a product, quotient or sum at the lower end of the range
        case 4: { // or at the upper
            const int end = (kind == 3 ? lowest : highest) + random_below(9) - 5;
            const int exponent = random_below(highest - lowest) + lowest;
            x = sized(exponent), y = sized(random_below(2) ? end - exponent : exponent - end);
            return {x, y,
                    random_below(2) ? sized(end + random_below(2 * limits::digits))
                                    : near(-(x * y))};
        }
        case 5: // exact, or nearly
            x = round_number(), y = round_number();
            z = random_below(2) ? round_number()
                                : sized(random_below(4 * limits::digits) - 3 * limits::digits);
            return {near(random_below(2) ? x : x * y), y, z};
        case 6: // a square, or beside it
            x = sized(random_below(limits::max_exponent) - limits::max_exponent / 2);
            return {near(x * x), x, near(-(x * x * x))};
        default: // x * y + z where one of them is far below the other
            x = sized(random_below(100) - 50), y = round_number();
            return {x, y, sized((random_below(2) ? 1 : -1) * random_below(highest))};
        }
    }

    static std::vector<triple<T>> triples(size_t count) {
        std::vector<triple<T>> all;
        const std::vector<T> one = special();
        for (T x : one)
            for (T y : one) {
                for (T z : one)
                    all.push_back({x, y, z});
                all.push_back({x, y, near(-(x * y))});
                all.push_back({any(), x, y});
            }
        for (int kind = 0; all.size() < count; kind = (kind + 1) % 8)
            all.push_back(of_kind(kind));
        return all;
    }
};

// Of all sizes; beside powers of two and halfway between two floats or doubles.
static std::vector<unsigned long long> integers(size_t count) {
    std::vector<unsigned long long> all = {0,          1,           ~0ull,     ~0ull >> 1,
                                           1ull << 63, ~0ull >> 33, 1ull << 31};
    while (all.size() < count) {
        unsigned long long n = random_bits() >> random_below(64);
        if (random_below(2))
            n = n >> random_below(64) << random_below(64);
        n += static_cast<unsigned long long>(random_below(3)) - 1;
        all.push_back(random_below(2) ? n : 0 - n);
    }
    return all;
}

// Of all sizes, and beside those that a float can have or that lie halfway between two.
static std::vector<double> doubles(size_t count) {
    std::vector<double> all = numbers<double>::special();
    for (float x : numbers<float>::special())
        for (double y : {double(x), std::nextafter(double(x), HUGE_VAL),
                         std::nextafter(double(x), -HUGE_VAL), x * 0.5, x * 1.5})
            all.push_back(y);
    while (all.size() < count) {
        const float x = numbers<float>::any();
        all.push_back(numbers<double>::any());
        all.push_back(numbers<double>::sized(random_below(300) - 160));
        all.push_back(numbers<double>::near(x));
        all.push_back(numbers<double>::near((double(x) + double(numbers<float>::near(x))) / 2));
    }
    return all;
}

int main(int argc, char **argv) {
    check_device();
    long count = argc > 1 ? std::atol(argv[1]) : 2000000;
    std::fesetround(FE_UPWARD);
    std::vector<double> up(1);
    reference(3, std::vector<triple<double>>{{1, 3, 0}}, up);
    std::fesetround(FE_TONEAREST);
    CHECK(up[0] == 0x1.5555555555556p-2); // or the references would be of another rounding
    // Not all at once, as memory for it might be.
    for (; count > 0; count -= 500000) {
        const size_t some = static_cast<size_t>(std::min(count, 500000l));
        compare<float>(float_names, numbers<float>::triples(some));
        compare<double>(double_names, numbers<double>::triples(some));
        compare<double>(conversion_names, integers(some));
        compare<float>(narrowing_name, doubles(some));
    }
    return check_result();
}

#endif
