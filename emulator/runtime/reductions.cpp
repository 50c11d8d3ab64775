// reductions.cpp: numbers that are combined where a copy arrives; see emulator/reductions.h.
#include "engines.h"
#include "emulator/half.h"
#include "scheduler.h"

#include <cstring>

namespace cuda_emulator {

namespace {

// A number, and its bits in memory.
template <class T> struct plain_number {
    using type = T;
    using bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
    static T value(bits b) { return math::bit_cast<T>(b); }
    static bits of(T x) { return math::bit_cast<bits>(x); }
};
template <class Format> struct half_number {
    using type = float;
    using bits = unsigned short;
    static float value(bits b) { return math::widened(Format(), b); }
    static bits of(float x) { return math::nearest(Format(), x); }
};

template <class T> T combined(ptx::operation how, T a, T b) {
    using ptx::operation;
    if constexpr (std::is_integral<T>::value) {
        using bits = std::make_unsigned_t<T>;
        const auto x = static_cast<bits>(a), y = static_cast<bits>(b);
        switch (how) {
        case operation::add:
            return static_cast<T>(x + y);
        case operation::inc:
            return x >= y ? T(0) : static_cast<T>(x + 1);
        case operation::dec:
            return x == 0 || x > y ? b : static_cast<T>(x - 1);
        case operation::and_op:
            return static_cast<T>(x & y);
        case operation::or_op:
            return static_cast<T>(x | y);
        case operation::xor_op:
            return static_cast<T>(x ^ y);
        default:
            break;
        }
    } else if (how == operation::add) {
        return a + b;
    }
    const bool takes_b = how == operation::min ? b < a : a < b;
    return takes_b || a != a ? b : a; // of a NaN and a number the number
}

template <class Number>
void combine_one(ptx::operation how, unsigned char *to, const unsigned char *from) {
    using bits = typename Number::bits;
    bits mine;
    std::memcpy(&mine, from, sizeof mine);
    auto *at = reinterpret_cast<bits *>(to);
    bits old = __atomic_load_n(at, __ATOMIC_RELAXED), changed;
    do
        changed = Number::of(combined(how, Number::value(old), Number::value(mine)));
    while (
        !__atomic_compare_exchange_n(at, &old, changed, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

void (*combiner_of(number_kind of))(ptx::operation, unsigned char *, const unsigned char *) {
    switch (of) {
    case number_kind::s32:
        return combine_one<plain_number<int>>;
    case number_kind::u64:
        return combine_one<plain_number<unsigned long long>>;
    case number_kind::s64:
        return combine_one<plain_number<long long>>;
    case number_kind::f16:
        return combine_one<half_number<math::half_format>>;
    case number_kind::bf16:
        return combine_one<half_number<math::bfloat16_format>>;
    case number_kind::f32:
        return combine_one<plain_number<float>>;
    case number_kind::f64:
        return combine_one<plain_number<double>>;
    default:
        return combine_one<plain_number<unsigned>>;
    }
}

unsigned bytes_of(number_kind of) {
    switch (of) {
    case number_kind::f16:
    case number_kind::bf16:
        return 2;
    case number_kind::u64:
    case number_kind::s64:
    case number_kind::f64:
        return 8;
    default:
        return 4;
    }
}

} // namespace

void reduce_for_kernel(reduction how, unsigned char *to, const unsigned char *from,
                       std::size_t bytes, void *place, call_place where) {
    const auto combine = combiner_of(how.of);
    const unsigned size = bytes_of(how.of);
    for (std::size_t i = 0; i < bytes; i += size) {
        if (place != nullptr)
            tell_for_kernel([=] { tell_atomic(to + i, size, place); });
        this_worker->copies_for = &where;
        compiler_fence();
        combine(how.operation, to + i, from + i);
        compiler_fence();
        this_worker->copies_for = nullptr;
    }
}

} // namespace cuda_emulator
