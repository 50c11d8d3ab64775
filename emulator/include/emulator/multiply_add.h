// multiply_add.h: the fused multiply-adds of device code, as nvcc makes them.
//
// Which product goes into which sum the text decides, so that all compilers give the same bits: the
// rewriter marks the operators (passes/multiply_adds.cpp), and here types decide. What is no float
// or double is calculated as it stands.
#ifndef CUDA_EMULATOR_MULTIPLY_ADD_H
#define CUDA_EMULATOR_MULTIPLY_ADD_H

#include "emulator/block.h"

#include <type_traits>
#include <utility>

// Whether the processor has the instruction; without it each one would be a call of a function.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__FP_FAST_FMA)
#define CUDA_EMULATOR_FUSES 1
#endif
#define CUDA_EMULATOR_IN_PLACE inline __attribute__((always_inline)) constexpr

namespace cuda_emulator {
namespace multiply_adds {

// What the rewriter writes beside operators. Operators of a program that are not found from here
// (those of a namespace, for types of CUDA) take the operands themselves. ASKS: in a function of
// host and device, which fuses where a kernel runs.
template <bool ASKS> struct mark {};
template <bool ASKS> struct mark_of_sum {};

// A number; or a reference to anything else.
template <class T, bool ASKS> struct operand {
    T value;
    CUDA_EMULATOR_IN_PLACE operator T() const { return static_cast<T>(value); }
};

// Not yet rounded.
template <class T, bool ASKS> struct product {
    T a, b;
    CUDA_EMULATOR_IN_PLACE operator T() const { return a * b; }
};

// What a product is added to.
template <class T, bool ASKS> struct target {
    T value;
    CUDA_EMULATOR_IN_PLACE operator T() const { return static_cast<T>(value); }
};

template <class T> struct traits {
    using number = T;
    static constexpr bool is_marked = false, is_product = false, asks = false;
};
template <class T, bool ASKS> struct traits<operand<T, ASKS>> {
    using number = T;
    static constexpr bool is_marked = true, is_product = false, asks = ASKS;
};
template <class T, bool ASKS> struct traits<product<T, ASKS>> {
    using number = T;
    static constexpr bool is_marked = true, is_product = true, asks = ASKS;
};
// The type that an operand has in the text, as that of a function's result: see profiled.h.
template <class T> CUDA_EMULATOR_IN_PLACE auto unmarked(T (*)()) {
    return static_cast<typename traits<T>::number (*)()>(nullptr);
}
template <class T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;
template <class T> using traits_of = traits<bare<T>>;

template <class T> CUDA_EMULATOR_IN_PLACE decltype(auto) value_of(T &&x) {
    if constexpr (traits_of<T>::is_product)
        return x.a * x.b;
    else if constexpr (traits_of<T>::is_marked)
        return static_cast<typename traits_of<T>::number &&>(x.value);
    else
        return static_cast<T &&>(x);
}
template <class T> using value_type = decltype(value_of(std::declval<T>()));

template <bool ASKS> CUDA_EMULATOR_IN_PLACE bool are_fused() {
#ifdef CUDA_EMULATOR_FUSES
    return !__builtin_is_constant_evaluated() && (!ASKS || block.current != nullptr);
#else
    return false;
#endif
}
template <class T> CUDA_EMULATOR_IN_PLACE T fused(T a, T b, T c) {
    if constexpr (std::is_same_v<T, float>)
        return __builtin_fmaf(a, b, c);
    else
        return __builtin_fma(a, b, c);
}

// Whether the sum of a product and another operand has the type of the product.
template <class Product, class Other, class = void> constexpr bool goes_into_sum = false;
template <class Product, class Other>
constexpr bool goes_into_sum<Product, Other,
                             std::enable_if_t<traits_of<Product>::is_product &&
                                              std::is_arithmetic_v<bare<value_type<Other>>>>> =
    std::is_same_v<decltype(std::declval<value_type<Product>>() +
                            std::declval<value_type<Other>>()),
                   typename traits_of<Product>::number>;

template <class L, class R>
constexpr bool any_marked = traits_of<L>::is_marked || traits_of<R>::is_marked;
template <class L, class R> constexpr bool any_asks = traits_of<L>::asks || traits_of<R>::asks;

template <class T, bool ASKS, std::enable_if_t<std::is_scalar_v<T>, int> = 0>
CUDA_EMULATOR_IN_PLACE operand<T, ASKS> operator->*(T x, mark<ASKS>) {
    return {x};
}
template <class T, bool ASKS, std::enable_if_t<std::is_scalar_v<T>, int> = 0>
CUDA_EMULATOR_IN_PLACE operand<T, ASKS> operator->*(mark<ASKS>, T x) {
    return {x};
}
template <class T, bool ASKS, std::enable_if_t<!std::is_scalar_v<std::decay_t<T>>, int> = 0>
CUDA_EMULATOR_IN_PLACE operand<T &&, ASKS> operator->*(T &&x, mark<ASKS>) {
    return {static_cast<T &&>(x)};
}
template <class T, bool ASKS, std::enable_if_t<!std::is_scalar_v<std::decay_t<T>>, int> = 0>
CUDA_EMULATOR_IN_PLACE operand<T &&, ASKS> operator->*(mark<ASKS>, T &&x) {
    return {static_cast<T &&>(x)};
}
template <class T, bool ASKS>
CUDA_EMULATOR_IN_PLACE target<T &&, ASKS> operator->*(T &&x, mark_of_sum<ASKS>) {
    return {static_cast<T &&>(x)};
}

// Of two numbers a product that waits for its sum.
template <class L, class R, std::enable_if_t<any_marked<L, R>, int> = 0,
          class Result = decltype(std::declval<value_type<L>>() * std::declval<value_type<R>>())>
CUDA_EMULATOR_IN_PLACE auto operator*(L &&l, R &&r) {
    constexpr bool asks = any_asks<L, R>;
    if constexpr ((std::is_same_v<Result, float> ||
                   std::is_same_v<Result, double>)&&std::is_arithmetic_v<bare<value_type<L>>> &&
                  std::is_arithmetic_v<bare<value_type<R>>>)
        return product<Result, asks>{static_cast<Result>(value_of(static_cast<L &&>(l))),
                                     static_cast<Result>(value_of(static_cast<R &&>(r)))};
    else
        return operand<Result, asks>{value_of(static_cast<L &&>(l)) *
                                     value_of(static_cast<R &&>(r))};
}

// -(a * b)
template <class T, bool ASKS>
CUDA_EMULATOR_IN_PLACE product<T, ASKS> operator-(product<T, ASKS> x) {
    return {-x.a, x.b};
}
template <class T, bool ASKS> CUDA_EMULATOR_IN_PLACE auto operator-(operand<T, ASKS> x) {
    return operand<decltype(-value_of(x)), ASKS>{-value_of(x)};
}

// Of two products the first one is not rounded.
template <class L, class R, std::enable_if_t<any_marked<L, R>, int> = 0,
          class = decltype(std::declval<value_type<L>>() + std::declval<value_type<R>>())>
CUDA_EMULATOR_IN_PLACE decltype(auto) operator+(L &&l, R &&r) {
    if constexpr (goes_into_sum<L, R>) {
        if (are_fused<any_asks<L, R>>())
            return fused(l.a, l.b, static_cast<decltype(l.a)>(value_of(r)));
    } else if constexpr (goes_into_sum<R, L>) {
        if (are_fused<any_asks<L, R>>())
            return fused(r.a, r.b, static_cast<decltype(r.a)>(value_of(l)));
    }
    return value_of(static_cast<L &&>(l)) + value_of(static_cast<R &&>(r));
}
template <class L, class R, std::enable_if_t<any_marked<L, R>, int> = 0,
          class = decltype(std::declval<value_type<L>>() - std::declval<value_type<R>>())>
CUDA_EMULATOR_IN_PLACE decltype(auto) operator-(L &&l, R &&r) {
    if constexpr (goes_into_sum<L, R>) {
        if (are_fused<any_asks<L, R>>())
            return fused(l.a, l.b, -static_cast<decltype(l.a)>(value_of(r)));
    } else if constexpr (goes_into_sum<R, L>) {
        if (are_fused<any_asks<L, R>>())
            return fused(-r.a, r.b, static_cast<decltype(r.a)>(value_of(l)));
    }
    return value_of(static_cast<L &&>(l)) - value_of(static_cast<R &&>(r));
}

// Returns what an assignment does; but of what is volatile the value, which nobody has to read.
template <class T, class Number> CUDA_EMULATOR_IN_PLACE decltype(auto) store(T &to, Number number) {
    if constexpr (std::is_volatile_v<T>) {
        const bare<T> value = static_cast<bare<T>>(number);
        to = value;
        return value;
    } else {
        return to = static_cast<T>(number);
    }
}
template <class T, bool ASKS, class R,
          class = decltype(std::declval<T>() += std::declval<value_type<R>>())>
CUDA_EMULATOR_IN_PLACE decltype(auto) operator+=(target<T, ASKS> sum, R &&r) {
    if constexpr (goes_into_sum<R, T>)
        if (are_fused<ASKS>())
            return store(sum.value, fused(r.a, r.b, static_cast<decltype(r.a)>(sum.value)));
    if constexpr (std::is_volatile_v<std::remove_reference_t<T>>)
        return store(sum.value, sum.value + value_of(static_cast<R &&>(r)));
    else
        return static_cast<T>(sum.value) += value_of(static_cast<R &&>(r));
}
template <class T, bool ASKS, class R,
          class = decltype(std::declval<T>() -= std::declval<value_type<R>>())>
CUDA_EMULATOR_IN_PLACE decltype(auto) operator-=(target<T, ASKS> sum, R &&r) {
    if constexpr (goes_into_sum<R, T>)
        if (are_fused<ASKS>())
            return store(sum.value, fused(-r.a, r.b, static_cast<decltype(r.a)>(sum.value)));
    if constexpr (std::is_volatile_v<std::remove_reference_t<T>>)
        return store(sum.value, sum.value - value_of(static_cast<R &&>(r)));
    else
        return static_cast<T>(sum.value) -= value_of(static_cast<R &&>(r));
}

} // namespace multiply_adds

inline constexpr multiply_adds::mark<false> fused{};
inline constexpr multiply_adds::mark<true> fused_on_device{};
inline constexpr multiply_adds::mark_of_sum<false> fused_sum{};
inline constexpr multiply_adds::mark_of_sum<true> fused_sum_on_device{};

} // namespace cuda_emulator

#endif
