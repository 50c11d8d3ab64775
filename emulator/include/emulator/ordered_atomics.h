// ordered_atomics.h: atomic operations with a memory order and a scope: the functions __nv_atomic_*
// that nvcc has built in, and what cuda::atomic is made of; atomicCAS and atomicExch of 16 bytes,
// atomicAdd of vectors.
//
// The processor orders memory as it is told. What the checker knows of order are fences, so for it
// an operation that releases is one behind a fence, and one that acquires is one before a fence.
// (So a relaxed one after a release, or before an acquire, of the same thread counts as such, too.)
// A scope no wider than the block makes it the block's fence.
#ifndef CUDA_EMULATOR_ORDERED_ATOMICS_H
#define CUDA_EMULATOR_ORDERED_ATOMICS_H

#include "emulator/barrier.h"
#include "emulator/observed.h"
#include "emulator/spins.h"
#include "vector_types.h"

#include <type_traits>

// The numbers of orders are the compilers' own.
enum {
    __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

namespace cuda_emulator {

// The fences that an order stands for, told to observers.
CUDA_EMULATOR_INLINE void tell_order([[maybe_unused]] bool fence, [[maybe_unused]] int scope) {
    if constexpr (observed)
        if (fence && scope != __NV_THREAD_SCOPE_THREAD)
            tell_fence_passed(scope > __NV_THREAD_SCOPE_BLOCK);
}
CUDA_EMULATOR_INLINE void tell_before(int order, int scope) {
    if (order >= __ATOMIC_RELEASE)
        publishes(true);
    tell_order(order >= __ATOMIC_RELEASE, scope);
}
CUDA_EMULATOR_INLINE void tell_after(int order, int scope) {
    tell_order(order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE, scope);
}

// What the compiler is told. The checker, which gets to see it, needs no order, and takes one for
// the scope, as in atomics.h. A relaxed load begins an exchange to it, of which it will be told.
constexpr int processor_order(int order, int scope) {
    if (checked)
        return scope <= __NV_THREAD_SCOPE_BLOCK    ? __ATOMIC_ACQUIRE
               : scope == __NV_THREAD_SCOPE_SYSTEM ? __ATOMIC_SEQ_CST
                                                   : __ATOMIC_RELAXED;
    return order;
}
constexpr int processor_order_of_store(int order, int scope) {
    if (checked)
        return scope == __NV_THREAD_SCOPE_SYSTEM ? __ATOMIC_SEQ_CST : __ATOMIC_RELAXED;
    return order;
}
constexpr int processor_order_of_load(int order, int scope) {
    if (checked)
        return scope <= __NV_THREAD_SCOPE_BLOCK ? __ATOMIC_ACQUIRE : __ATOMIC_SEQ_CST;
    return order == __ATOMIC_CONSUME ? __ATOMIC_ACQUIRE : order;
}

CUDA_EMULATOR_INLINE void ordered_fence(int order, int scope) {
    if (order == __ATOMIC_RELAXED)
        return;
    if constexpr (!repeatable)
        __atomic_thread_fence(order);
    publishes(false);
    tell_order(true, scope);
}

// ---- values as bits ----

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 bits_of_16_bytes;

template <unsigned BYTES> struct bits_of_bytes {
    static_assert(BYTES == 0, "an atomic operation takes 1, 2, 4, 8 or 16 bytes");
    typedef int type;
};
template <> struct bits_of_bytes<1> { typedef unsigned char type; };
template <> struct bits_of_bytes<2> { typedef unsigned short type; };
template <> struct bits_of_bytes<4> { typedef unsigned int type; };
template <> struct bits_of_bytes<8> { typedef unsigned long long type; };
template <> struct bits_of_bytes<16> { typedef bits_of_16_bytes type; };

template <class T> using atomic_bits = typename bits_of_bytes<sizeof(T)>::type;

template <class T> CUDA_EMULATOR_INLINE atomic_bits<T> to_atomic_bits(const T &value) {
    static_assert(std::is_trivially_copyable<T>::value, "an atomic operation copies bits");
    return __builtin_bit_cast(atomic_bits<T>, value);
}

// ---- loads, stores and exchanges ----

// 16 bytes at a time: not every processor can, so these exclude one another.
inline volatile bool wide_atomics_taken;
class wide_atomics_lock {
public:
    wide_atomics_lock() : before_(block.interruptible) {
        block.interruptible = 0;
        compiler_fence();
        while (__atomic_test_and_set(&wide_atomics_taken, __ATOMIC_SEQ_CST))
            ;
    }
    ~wide_atomics_lock() {
        __atomic_clear(&wide_atomics_taken, __ATOMIC_SEQ_CST);
        compiler_fence();
        block.interruptible = before_;
    }
    wide_atomics_lock(const wide_atomics_lock &) = delete;
    wide_atomics_lock &operator=(const wide_atomics_lock &) = delete;

private:
    int before_;
};

// Returns what was there. It becomes `desired` if it was *compare, or if that is null; null for
// `desired` is a load.
CUDA_EMULATOR_UNCHECKED inline bits_of_16_bytes
wide_exchange_unchecked(bits_of_16_bytes *p, const bits_of_16_bytes *compare,
                        const bits_of_16_bytes *desired) {
    const wide_atomics_lock lock;
    const bits_of_16_bytes old = *p;
    if (desired != nullptr && (compare == nullptr || old == *compare))
        *p = *desired;
    return old;
}

CUDA_EMULATOR_INLINE bits_of_16_bytes wide_exchange(bits_of_16_bytes *p,
                                                    const bits_of_16_bytes *compare,
                                                    const bits_of_16_bytes *desired,
                                                    [[maybe_unused]] int scope) {
    if constexpr (checked) { // which knows of atomic operations on 8 bytes
        auto *halves = reinterpret_cast<unsigned long long *>(p);
        for (int i = 0; i < 2; ++i) {
            unsigned long long zero =
                0; // what changes nothing for certain, clang++ makes a load of
            if (desired != nullptr)
                __atomic_compare_exchange_n(halves + i, &zero, 0, false, processor_order(0, scope),
                                            __ATOMIC_RELAXED);
            else
                (void)__atomic_load_n(halves + i, processor_order_of_load(0, scope));
        }
    }
    return wide_exchange_unchecked(p, compare, desired);
}

template <class T> CUDA_EMULATOR_INLINE T ordered_load(const T *p, int order, int scope) {
    typedef atomic_bits<T> bits;
    tell_order(order == __ATOMIC_SEQ_CST, scope);
    bits value;
    if constexpr (sizeof(T) == 16)
        value = wide_exchange(const_cast<bits *>(reinterpret_cast<const bits *>(p)), nullptr,
                              nullptr, scope);
    else
        value = __atomic_load_n(reinterpret_cast<const bits *>(p),
                                processor_order_of_load(order, scope));
    tell_after(order, scope);
    return __builtin_bit_cast(T, value);
}

template <class T> CUDA_EMULATOR_INLINE void ordered_store(T *p, T value, int order, int scope) {
    typedef atomic_bits<T> bits;
    const bits desired = to_atomic_bits(value);
    if (order >= __ATOMIC_RELEASE)
        publishes(false);
    tell_before(order, scope);
    if constexpr (sizeof(T) == 16)
        wide_exchange(reinterpret_cast<bits *>(p), nullptr, &desired, scope);
    else
        __atomic_store_n(reinterpret_cast<bits *>(p), desired,
                         processor_order_of_store(order, scope));
    tell_order(order == __ATOMIC_SEQ_CST, scope);
}

template <class T> CUDA_EMULATOR_INLINE T ordered_exchange(T *p, T value, int order, int scope) {
    typedef atomic_bits<T> bits;
    const bits desired = to_atomic_bits(value);
    tell_before(order, scope);
    bits old;
    if constexpr (sizeof(T) == 16)
        old = wide_exchange(reinterpret_cast<bits *>(p), nullptr, &desired, scope);
    else
        old = __atomic_exchange_n(reinterpret_cast<bits *>(p), desired,
                                  processor_order(order, scope));
    if (old == bits() && desired != bits())
        may_have_lock();
    tell_after(order, scope);
    return __builtin_bit_cast(T, old);
}

// Compares bits. `expected` becomes what was there. None fails without a reason.
template <class T>
CUDA_EMULATOR_INLINE bool ordered_compare_exchange(T *p, T &expected, T value, int success,
                                                   int failure, int scope) {
    typedef atomic_bits<T> bits;
    const bits wanted = to_atomic_bits(expected), desired = to_atomic_bits(value);
    bits old = wanted;
    tell_before(success, scope);
    if constexpr (sizeof(T) == 16)
        old = wide_exchange(reinterpret_cast<bits *>(p), &wanted, &desired, scope);
    else
        __atomic_compare_exchange_n(reinterpret_cast<bits *>(p), &old, desired, false,
                                    processor_order(__ATOMIC_SEQ_CST, scope), __ATOMIC_RELAXED);
    const bool done = old == wanted;
    tried_to_swap(done);
    tell_after(done ? success : failure, scope);
    if (!done)
        expected = __builtin_bit_cast(T, old);
    return done;
}

// ---- other changes, which return what was there ----

// Any: old becomes change(old).
template <class T, class Change>
CUDA_EMULATOR_INLINE T ordered_update(T *p, Change change, int order, int scope) {
    typedef atomic_bits<T> bits;
    auto *cell = reinterpret_cast<bits *>(p);
    tell_before(order, scope);
    bits old = __atomic_load_n(cell, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(cell, &old,
                                        to_atomic_bits<T>(change(__builtin_bit_cast(T, old))), true,
                                        processor_order(order, scope), __ATOMIC_RELAXED))
        ;
    tell_after(order, scope);
    return __builtin_bit_cast(T, old);
}

#define CUDA_EMULATOR_FETCH(NAME, BUILTIN, ...)                                                    \
    template <class T>                                                                             \
    CUDA_EMULATOR_INLINE T ordered_##NAME(T *p, T value, int order, int scope) {                   \
        if constexpr (std::is_integral<T>::value) {                                                \
            typedef atomic_bits<T> bits;                                                           \
            tell_before(order, scope);                                                             \
            const bits old = BUILTIN(reinterpret_cast<bits *>(p), static_cast<bits>(value),        \
                                     processor_order(order, scope));                               \
            tell_after(order, scope);                                                              \
            return static_cast<T>(old);                                                            \
        } else {                                                                                   \
            return ordered_update(                                                                 \
                p, [value](T old) { return static_cast<T>(__VA_ARGS__); }, order, scope);          \
        }                                                                                          \
    }
CUDA_EMULATOR_FETCH(add, __atomic_fetch_add, old + value)
CUDA_EMULATOR_FETCH(sub, __atomic_fetch_sub, old - value)
CUDA_EMULATOR_FETCH(and, __atomic_fetch_and, old &value)
CUDA_EMULATOR_FETCH(or, __atomic_fetch_or, old | value)
CUDA_EMULATOR_FETCH(xor, __atomic_fetch_xor, old ^ value)
#undef CUDA_EMULATOR_FETCH

template <class T> CUDA_EMULATOR_INLINE T ordered_min(T *p, T value, int order, int scope) {
    return ordered_update(
        p, [value](T old) { return value < old ? value : old; }, order, scope);
}
template <class T> CUDA_EMULATOR_INLINE T ordered_max(T *p, T value, int order, int scope) {
    return ordered_update(
        p, [value](T old) { return old < value ? value : old; }, order, scope);
}

// The type of a parameter that is converted to T rather than taking part in finding T.
template <class T> struct of_that_type { typedef T type; };

// nvcc refuses what these do not take.
template <class T>
constexpr bool is_whole = std::is_integral<T>::value || std::is_same<T, bits_of_16_bytes>::value ||
                          std::is_same<T, int128>::value;
template <class T> constexpr bool has_extremes = std::is_integral<T>::value && sizeof(T) >= 4;
template <class T>
constexpr bool has_sums = (has_extremes<T> || std::is_floating_point<T>::value) &&
                          (sizeof(T) == 4 || !std::is_integral<T>::value ||
                           !std::is_signed<T>::value);

} // namespace cuda_emulator

// ------------------------------------------------------------------ nvcc's functions

#define CUDA_EMULATOR_WHOLE(T) static_assert(cuda_emulator::is_whole<T>, "only integers have _n")

template <class T>
CUDA_EMULATOR_INLINE T __nv_atomic_load_n(T *p, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    CUDA_EMULATOR_WHOLE(T);
    return cuda_emulator::ordered_load(p, order, scope);
}
template <class T>
CUDA_EMULATOR_INLINE void __nv_atomic_load(const T *p, T *value, int order,
                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *value = cuda_emulator::ordered_load(p, order, scope);
}
template <class T>
CUDA_EMULATOR_INLINE void __nv_atomic_store_n(T *p,
                                              typename cuda_emulator::of_that_type<T>::type value,
                                              int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    CUDA_EMULATOR_WHOLE(T);
    cuda_emulator::ordered_store<T>(p, value, order, scope);
}
template <class T>
CUDA_EMULATOR_INLINE void __nv_atomic_store(T *p, const T *value, int order,
                                            int scope = __NV_THREAD_SCOPE_SYSTEM) {
    cuda_emulator::ordered_store<T>(p, *value, order, scope);
}
template <class T>
CUDA_EMULATOR_INLINE void __nv_atomic_exchange(T *p, const T *value, T *old, int order,
                                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
    static_assert(sizeof(T) >= 4, "an atomic exchange takes 4, 8 or 16 bytes");
    *old = cuda_emulator::ordered_exchange<T>(p, *value, order, scope);
}
template <class T>
CUDA_EMULATOR_INLINE T __nv_atomic_exchange_n(T *p,
                                              typename cuda_emulator::of_that_type<T>::type value,
                                              int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    CUDA_EMULATOR_WHOLE(T);
    static_assert(sizeof(T) >= 4, "an atomic exchange takes 4, 8 or 16 bytes");
    return cuda_emulator::ordered_exchange<T>(p, value, order, scope);
}
// Whether it is weak makes no difference here.
template <class T>
CUDA_EMULATOR_INLINE bool __nv_atomic_compare_exchange(T *p, T *expected, const T *desired, bool,
                                                       int success, int failure,
                                                       int scope = __NV_THREAD_SCOPE_SYSTEM) {
    static_assert(sizeof(T) >= 2, "an atomic comparison and exchange takes 2, 4, 8 or 16 bytes");
    T found = *expected;
    const bool done =
        cuda_emulator::ordered_compare_exchange<T>(p, found, *desired, success, failure, scope);
    if (!done)
        *expected = found;
    return done;
}
template <class T>
CUDA_EMULATOR_INLINE bool
__nv_atomic_compare_exchange_n(T *p, T *expected,
                               typename cuda_emulator::of_that_type<T>::type desired, bool weak,
                               int success, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    CUDA_EMULATOR_WHOLE(T);
    return __nv_atomic_compare_exchange<T>(p, expected, &desired, weak, success, failure, scope);
}

#define CUDA_EMULATOR_FETCH(NAME, CONDITION)                                                       \
    template <class T>                                                                             \
    CUDA_EMULATOR_INLINE T __nv_atomic_fetch_##NAME(                                               \
        T *p, typename cuda_emulator::of_that_type<T>::type value, int order,                      \
        int scope = __NV_THREAD_SCOPE_SYSTEM) {                                                    \
        static_assert(cuda_emulator::CONDITION<T>, "nvcc has no such operation on this type");     \
        return cuda_emulator::ordered_##NAME<T>(p, value, order, scope);                           \
    }                                                                                              \
    template <class T>                                                                             \
    CUDA_EMULATOR_INLINE void __nv_atomic_##NAME(                                                  \
        T *p, typename cuda_emulator::of_that_type<T>::type value, int order,                      \
        int scope = __NV_THREAD_SCOPE_SYSTEM) {                                                    \
        __nv_atomic_fetch_##NAME(p, value, order, scope);                                          \
    }
CUDA_EMULATOR_FETCH(add, has_sums)
CUDA_EMULATOR_FETCH(sub, has_sums)
CUDA_EMULATOR_FETCH(and, has_extremes)
CUDA_EMULATOR_FETCH(or, has_extremes)
CUDA_EMULATOR_FETCH(xor, has_extremes)
CUDA_EMULATOR_FETCH(min, has_extremes)
CUDA_EMULATOR_FETCH(max, has_extremes)
#undef CUDA_EMULATOR_FETCH
#undef CUDA_EMULATOR_WHOLE

CUDA_EMULATOR_INLINE void __nv_atomic_thread_fence(int order,
                                                   int scope = __NV_THREAD_SCOPE_SYSTEM) {
    cuda_emulator::ordered_fence(order, scope);
}

// ------------------------------------------------------------------ 16 bytes, and vectors

#define CUDA_EMULATOR_WIDE(SUFFIX, SCOPE)                                                          \
    template <class T>                                                                             \
    CUDA_EMULATOR_INLINE std::enable_if_t<sizeof(T) == 16 && alignof(T) >= 16, T>                  \
        atomicCAS##SUFFIX(T *p, T compare, T value) {                                              \
        cuda_emulator::ordered_compare_exchange(p, compare, value, __ATOMIC_RELAXED,               \
                                                __ATOMIC_RELAXED, SCOPE);                          \
        return compare;                                                                            \
    }                                                                                              \
    template <class T>                                                                             \
    CUDA_EMULATOR_INLINE std::enable_if_t<sizeof(T) == 16 && alignof(T) >= 16, T>                  \
        atomicExch##SUFFIX(T *p, T value) {                                                        \
        return cuda_emulator::ordered_exchange(p, value, __ATOMIC_RELAXED, SCOPE);                 \
    }                                                                                              \
    /* Each element by itself: others may see some of them changed, and some not yet. */           \
    CUDA_EMULATOR_INLINE float2 atomicAdd##SUFFIX(float2 *p, float2 value) {                       \
        using cuda_emulator::ordered_add;                                                          \
        return {ordered_add(&p->x, value.x, __ATOMIC_RELAXED, SCOPE),                              \
                ordered_add(&p->y, value.y, __ATOMIC_RELAXED, SCOPE)};                             \
    }                                                                                              \
    CUDA_EMULATOR_INLINE float4 atomicAdd##SUFFIX(float4 *p, float4 value) {                       \
        using cuda_emulator::ordered_add;                                                          \
        return {ordered_add(&p->x, value.x, __ATOMIC_RELAXED, SCOPE),                              \
                ordered_add(&p->y, value.y, __ATOMIC_RELAXED, SCOPE),                              \
                ordered_add(&p->z, value.z, __ATOMIC_RELAXED, SCOPE),                              \
                ordered_add(&p->w, value.w, __ATOMIC_RELAXED, SCOPE)};                             \
    }
CUDA_EMULATOR_WIDE(, __NV_THREAD_SCOPE_DEVICE)
CUDA_EMULATOR_WIDE(_block, __NV_THREAD_SCOPE_BLOCK)
CUDA_EMULATOR_WIDE(_system, __NV_THREAD_SCOPE_SYSTEM)
#undef CUDA_EMULATOR_WIDE

#endif
