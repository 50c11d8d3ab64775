// reductions.h: what a copy in bulk or a single store makes of the numbers where it arrives, if it
// does not replace them (PTX: cp.reduce.async.bulk, red.async): each of them atomically.
#ifndef CUDA_EMULATOR_REDUCTIONS_H
#define CUDA_EMULATOR_REDUCTIONS_H

#include "emulator/fragments.h"

#include <type_traits>

namespace cuda_emulator {

enum class number_kind { none, u32, s32, u64, s64, f16, bf16, f32, f64 };

namespace ptx {

// inc and dec count up to a number, and down from it.
enum class operation { add, dec, inc, max, min, and_op, or_op, xor_op };

} // namespace ptx

struct reduction {
    ptx::operation operation;
    number_kind of; // none: what was there is replaced
};

namespace ptx {

template <class T> constexpr number_kind kind_of_number() {
    if constexpr (std::is_same<T, f16>::value)
        return number_kind::f16;
    else if constexpr (std::is_same<T, bf16>::value)
        return number_kind::bf16;
    else if constexpr (std::is_floating_point<T>::value)
        return sizeof(T) == 4 ? number_kind::f32 : number_kind::f64;
    else if constexpr (std::is_signed<T>::value)
        return sizeof(T) == 4 ? number_kind::s32 : number_kind::s64;
    else
        return sizeof(T) == 4 ? number_kind::u32 : number_kind::u64;
}

template <operation OPERATION, class T> constexpr reduction reducing() {
    constexpr number_kind OF = kind_of_number<T>();
    constexpr bool COUNTS = OPERATION == operation::inc || OPERATION == operation::dec;
    constexpr bool IS_OF_BITS = OPERATION >= operation::and_op;
    static_assert(!COUNTS || OF == number_kind::u32, "inc and dec take u32");
    static_assert(!IS_OF_BITS || OF == number_kind::u32 || OF == number_kind::u64,
                  "and, or and xor take b32 and b64");
    static_assert(OPERATION == operation::add || (OF != number_kind::f32 && OF != number_kind::f64),
                  "of f32 and f64 there is only add");
    return {OPERATION, OF};
}

} // namespace ptx
} // namespace cuda_emulator

#endif
