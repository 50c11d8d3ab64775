// atomics.h: atomic functions on 32- and 64-bit integers, float and double.
//
// Each returns the value before the operation. As on a GPU they are relaxed: they order no other
// access, so nothing happens before anything else by them alone. That takes a __threadfence(). The
// _block and _system variants need no other code here; who observes the run knows the scope by the
// order.
#ifndef CUDA_EMULATOR_ATOMICS_H
#define CUDA_EMULATOR_ATOMICS_H

#include "emulator/block.h"
#include "emulator/observed.h"
#include "emulator/spins.h"

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace cuda_emulator {

// Observed, they have an order that keeps clang from making a load of atomicAdd(p, 0), which would
// be no such operation any more.
constexpr int order_of_device = observed ? __ATOMIC_ACQ_REL : __ATOMIC_RELAXED;
constexpr int order_of_block = observed ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED;
constexpr int order_of_system = observed ? __ATOMIC_SEQ_CST : __ATOMIC_RELAXED;

// What all threads of a block run on one worker for, an addition must only not be interrupted. One
// that other processors could see takes several times as long.
template <int ORDER, class T> CUDA_EMULATOR_OBSERVED_INLINE T add_atomically(T *address, T value) {
#ifdef CUDA_EMULATOR_FAST_SWITCH
    if (is_of_this_thread(address))
        return add_uninterrupted(address, value);
#endif
    return __atomic_fetch_add(address, value, ORDER);
}

// An addition of which nobody wants the old value: it takes half the time.
template <class T> CUDA_EMULATOR_OBSERVED_INLINE void only_add(T *address, T value) {
#ifdef CUDA_EMULATOR_FAST_SWITCH
    if (is_of_this_thread(address)) {
        only_add_uninterrupted(address, value);
        return;
    }
#endif
    __atomic_fetch_add(address, value, order_of_device);
}

// What the rewriter puts in front of the arguments of an atomicAdd() whose result nobody uses.
struct only_added {};

// And in front of the address of what it knows to be shared memory: in_block() &bins[i].
struct in_block {};
template <class T> struct pointer_in_block {
    T *address;
    operator T *() const { return address; }
};
template <class T> pointer_in_block<T> operator&(in_block, T &variable) {
    return {&variable};
}

template <class P>
constexpr bool points_to_integer =
    std::is_same<P, int *>::value || std::is_same<P, unsigned *>::value ||
    std::is_same<P, unsigned long long *>::value;

// What a GPU does in one instruction, where the profiler or the recorder is: it is told of that
// one, and there is nobody to come between, as one thread runs at a time.
#if defined(CUDA_EMULATOR_PROFILED_H) || defined(CUDA_EMULATOR_RECORDED_H)
template <int ORDER, class T, class Change>
CUDA_EMULATOR_APART auto atomic_update(T *address, Change change) {
    tell_atomic(address, sizeof(T), CUDA_EMULATOR_RETURN_ADDRESS);
    const T old = *address;
    *address = change(old);
    return old;
}
#else
// A compare-and-swap loop: repeats old -> change(old) until no other thread came between. Compares
// bits, not values, so that a NaN in memory does not make it loop for ever. (`auto`: rounding.h.)
template <int ORDER, class T, class Change>
CUDA_EMULATOR_OBSERVED_INLINE auto atomic_update(T *address, Change change) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomics take 32- or 64-bit types");
    T old;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    for (;;) {
        T desired = change(old);
        if (__atomic_compare_exchange(address, &old, &desired, true, ORDER, __ATOMIC_RELAXED))
            return old;
    }
}
#endif

} // namespace cuda_emulator

// One function and its _block and _system variants, for one type.
#define CUDA_EMULATOR_ATOMIC_SCOPE(NAME, T, ORDER, ...)                                            \
    CUDA_EMULATOR_OBSERVED_INLINE T NAME(T *address, T value) {                                    \
        constexpr int order = ::cuda_emulator::ORDER;                                              \
        __VA_ARGS__                                                                                \
    }
#define CUDA_EMULATOR_ATOMIC(NAME, T, ...)                                                         \
    CUDA_EMULATOR_ATOMIC_SCOPE(NAME, T, order_of_device, __VA_ARGS__)                              \
    CUDA_EMULATOR_ATOMIC_SCOPE(NAME##_block, T, order_of_block, __VA_ARGS__)                       \
    CUDA_EMULATOR_ATOMIC_SCOPE(NAME##_system, T, order_of_system, __VA_ARGS__)

#define CUDA_EMULATOR_ATOMIC_INTEGER(NAME, ...)                                                    \
    CUDA_EMULATOR_ATOMIC(NAME, int, __VA_ARGS__)                                                   \
    CUDA_EMULATOR_ATOMIC(NAME, unsigned int, __VA_ARGS__)                                          \
    CUDA_EMULATOR_ATOMIC(NAME, unsigned long long, __VA_ARGS__)

#define CUDA_EMULATOR_RELAXED(OPERATION) return OPERATION(address, value, order);

CUDA_EMULATOR_ATOMIC_INTEGER(atomicAdd,
                             return ::cuda_emulator::add_atomically<order>(address, value);)
CUDA_EMULATOR_ATOMIC_INTEGER(atomicAnd, CUDA_EMULATOR_RELAXED(__atomic_fetch_and))
CUDA_EMULATOR_ATOMIC_INTEGER(atomicOr, CUDA_EMULATOR_RELAXED(__atomic_fetch_or))
CUDA_EMULATOR_ATOMIC_INTEGER(atomicXor, CUDA_EMULATOR_RELAXED(__atomic_fetch_xor))
CUDA_EMULATOR_ATOMIC_INTEGER(atomicExch, if (value == 0) ::cuda_emulator::publishes(true);
                             const auto old = __atomic_exchange_n(address, value, order);
                             if (old == 0 && value != 0) ::cuda_emulator::may_have_lock();
                             return old;)
CUDA_EMULATOR_ATOMIC(atomicSub, int, CUDA_EMULATOR_RELAXED(__atomic_fetch_sub))
CUDA_EMULATOR_ATOMIC(atomicSub, unsigned int, CUDA_EMULATOR_RELAXED(__atomic_fetch_sub))

#define CUDA_EMULATOR_UPDATE(T, EXPRESSION)                                                        \
    return ::cuda_emulator::atomic_update<order>(address,                                          \
                                                 [value](T old) -> T { return EXPRESSION; });

CUDA_EMULATOR_ATOMIC(atomicAdd, float, CUDA_EMULATOR_UPDATE(float, old + value))
CUDA_EMULATOR_ATOMIC(atomicAdd, double, CUDA_EMULATOR_UPDATE(double, old + value))
CUDA_EMULATOR_ATOMIC(atomicExch, float, float old; __atomic_exchange(address, &value, &old, order);
                     return old;)

#define CUDA_EMULATOR_ATOMIC_EXTREME(T)                                                            \
    CUDA_EMULATOR_ATOMIC(atomicMin, T, CUDA_EMULATOR_UPDATE(T, value < old ? value : old))         \
    CUDA_EMULATOR_ATOMIC(atomicMax, T, CUDA_EMULATOR_UPDATE(T, value > old ? value : old))
CUDA_EMULATOR_ATOMIC_EXTREME(int)
CUDA_EMULATOR_ATOMIC_EXTREME(unsigned int)
CUDA_EMULATOR_ATOMIC_EXTREME(long long)
CUDA_EMULATOR_ATOMIC_EXTREME(unsigned long long)

// Counts up to `value` and then starts again at 0; counts down to 0 and then starts at `value`.
CUDA_EMULATOR_ATOMIC(atomicInc, unsigned int,
                     CUDA_EMULATOR_UPDATE(unsigned int, old >= value ? 0 : old + 1))
CUDA_EMULATOR_ATOMIC(atomicDec, unsigned int,
                     CUDA_EMULATOR_UPDATE(unsigned int, old == 0 || old > value ? value : old - 1))

#define CUDA_EMULATOR_ATOMIC_CAS(NAME, T, ORDER)                                                   \
    CUDA_EMULATOR_OBSERVED_INLINE T NAME(T *address, T compare, T value) {                         \
        ::cuda_emulator::tried_to_swap(__atomic_compare_exchange_n(                                \
            address, &compare, value, false, ::cuda_emulator::ORDER, __ATOMIC_RELAXED));           \
        return compare;                                                                            \
    }
#define CUDA_EMULATOR_ATOMIC_CAS_SCOPES(T)                                                         \
    CUDA_EMULATOR_ATOMIC_CAS(atomicCAS, T, order_of_device)                                        \
    CUDA_EMULATOR_ATOMIC_CAS(atomicCAS_block, T, order_of_block)                                   \
    CUDA_EMULATOR_ATOMIC_CAS(atomicCAS_system, T, order_of_system)
CUDA_EMULATOR_ATOMIC_CAS_SCOPES(int)
CUDA_EMULATOR_ATOMIC_CAS_SCOPES(unsigned int)
CUDA_EMULATOR_ATOMIC_CAS_SCOPES(unsigned long long)
CUDA_EMULATOR_ATOMIC_CAS_SCOPES(unsigned short)

template <class P, class V>
CUDA_EMULATOR_OBSERVED_INLINE void atomicAdd(::cuda_emulator::only_added, P &&address, V value) {
    if constexpr (::cuda_emulator::points_to_integer<std::decay_t<P>>) {
        using type = std::remove_pointer_t<std::decay_t<P>>;
        ::cuda_emulator::only_add<type>(address, static_cast<type>(value));
    } else {
        atomicAdd(address, value);
    }
}
template <class T, class V>
CUDA_EMULATOR_OBSERVED_INLINE void atomicAdd(::cuda_emulator::only_added how,
                                             ::cuda_emulator::pointer_in_block<T> to, V value) {
#ifdef CUDA_EMULATOR_FAST_SWITCH
    if constexpr (::cuda_emulator::points_to_integer<T *>)
        return ::cuda_emulator::only_add_uninterrupted(to.address, static_cast<T>(value));
#endif
    atomicAdd(how, to.address, value);
}

#undef CUDA_EMULATOR_ATOMIC
#undef CUDA_EMULATOR_ATOMIC_SCOPE
#undef CUDA_EMULATOR_ATOMIC_INTEGER
#undef CUDA_EMULATOR_ATOMIC_EXTREME
#undef CUDA_EMULATOR_ATOMIC_CAS
#undef CUDA_EMULATOR_ATOMIC_CAS_SCOPES
#undef CUDA_EMULATOR_RELAXED
#undef CUDA_EMULATOR_UPDATE

#endif
