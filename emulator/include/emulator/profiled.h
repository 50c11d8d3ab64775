// profiled.h: what the rewriter's output and the headers call where the profiler is (see
// emulator/profiler/README.md).
#ifndef CUDA_EMULATOR_PROFILED_H
#define CUDA_EMULATOR_PROFILED_H

#include "emulator/builtin_variables.h"

#include <stddef.h>
#include <type_traits>

struct __half;
struct __half2;
struct __nv_bfloat16;
struct __nv_bfloat162;

namespace cuda_emulator {

// Where the current thread is in its loops and calls, as one number. Threads that have the same one
// at the same place in the code are there in the same turn of every loop around it.
#ifndef __wasm__
extern CUDA_EMULATOR_THREAD unsigned long long
    profiled_context __asm__("cuda_emulator_profiled_context");
#endif

// Where the thread is once it has gone one step on from `outer`: into a call, or into a turn of a
// loop. An odd factor and a shift: different steps lead to different numbers, but for one in 2^64.
constexpr unsigned long long context_within(unsigned long long outer, unsigned long long step) {
    const unsigned long long product = (outer ^ step) * 0x9E3779B97F4A7C15u;
    return product ^ (product >> 29);
}

// The kernel's own code begins, and ends, in the current thread.
void profiled_body_begins();
void profiled_body_ends();
// A loop that waits has looked in vain for what another thread will do: see spins.h.
void profiled_look();
void copy_unseen(void *to, const volatile void *from, size_t bytes); // the profiler is not told

// The number above, read and written where compilers see no access to memory: they would tell the
// profiler of it, and would read from memory in each turn what a loop does not change.
#if defined(__x86_64__) && defined(__linux__) && (!defined(__PIC__) || defined(__PIE__))
inline __attribute__((always_inline)) unsigned long long read_context() {
    unsigned long long value;
    asm volatile("movq %%fs:cuda_emulator_profiled_context@tpoff, %0" : "=r"(value));
    return value;
}
inline __attribute__((always_inline)) void write_context(unsigned long long value) {
    asm volatile("movq %0, %%fs:cuda_emulator_profiled_context@tpoff" : : "r"(value));
}
#elif defined(__wasm__)
// A variable of the processor's, which has no address.
#define CUDA_EMULATOR_CONTEXT ".globaltype cuda_emulator_profiled_context, i64\n\t"
inline __attribute__((always_inline)) unsigned long long read_context() {
    unsigned long long value;
    asm volatile(CUDA_EMULATOR_CONTEXT "global.get cuda_emulator_profiled_context\n\t"
                                       "local.set %0"
                 : "=r"(value));
    return value;
}
inline __attribute__((always_inline)) void write_context(unsigned long long value) {
    asm volatile(CUDA_EMULATOR_CONTEXT "local.get %0\n\t"
                                       "global.set cuda_emulator_profiled_context"
                 :
                 : "r"(value));
}
#else
unsigned long long read_context();
void write_context(unsigned long long value);
#endif

// What the rewriter marks, by file, line and column: one address for each place, whatever becomes
// of the code.
#define CUDA_EMULATOR_MARKED(column) CUDA_EMULATOR_MARKED_IN(__LINE__, column)
#define CUDA_EMULATOR_MARKED_IN(line, column) CUDA_EMULATOR_MARKED_OF(line, column)
#define CUDA_EMULATOR_MARKED_OF(line, column) __FILE__ ":" #line ":" column

// The thread has come by an "if", which is true or not; by a "?:" likewise, or an "&&" or "||"
// whose left side is; to the end of a loop, after so many turns; of a "switch", of which it has
// taken this arm.
bool tell_if(const char *place, bool taken);
bool tell_choice(const char *place, bool taken);
bool tell_and(const char *place, bool left);
bool tell_or(const char *place, bool left);
void tell_loop(const char *place, unsigned long long turns);
void tell_switch(const char *place, unsigned arm);

// A loop in the program, as the rewriter marks it:
//     for (loop_mark mark(place); mark.begins();) while (mark.turn(), mark.stays(i < n)) ...
// Threads that have left it, in whatever turn, are where they were before it: there they meet
// again, as they do on a GPU.
class loop_mark {
public:
    inline __attribute__((always_inline)) explicit loop_mark(const char *place)
        : place_(place), outer_(read_context()),
          inner_(context_within(outer_, reinterpret_cast<unsigned long long>(place))) {}
    inline __attribute__((always_inline)) ~loop_mark() {
        write_context(outer_);
        tell_loop(place_, turns_);
    }
    loop_mark(const loop_mark &) = delete;
    loop_mark &operator=(const loop_mark &) = delete;
    // True once.
    inline __attribute__((always_inline)) bool begins() { return !begun_ && (begun_ = true); }
    inline __attribute__((always_inline)) void turn() {
        write_context(context_within(inner_, ++turns_));
    }
    // The condition's result: if it is false the turn that has begun for it is none.
    inline __attribute__((always_inline)) bool stays(bool condition) {
        turns_ -= condition ? 0 : 1;
        return condition;
    }

private:
    const char *place_;
    unsigned long long outer_, inner_, turns_ = 0;
    bool begun_ = false;
};

// And a switch: { switch_mark mark(place); switch (i) { case 1: case 2: mark.arm(1); ... } }
class switch_mark {
public:
    inline __attribute__((always_inline)) explicit switch_mark(const char *place) : place_(place) {}
    inline __attribute__((always_inline)) ~switch_mark() { tell_switch(place_, arm_); }
    switch_mark(const switch_mark &) = delete;
    switch_mark &operator=(const switch_mark &) = delete;
    // From there on; who comes by another one later has fallen through.
    inline __attribute__((always_inline)) void arm(unsigned number) {
        arm_ = arm_ == 0 ? number : arm_;
    }

private:
    const char *place_;
    unsigned arm_ = 0; // none
};

// The floating-point operations of an expression: for each width of numbers how many there are of
// each kind, 16 bits for each: additions (the lowest), multiplications, divisions, functions.
enum class operation_kind : unsigned { add, multiply, divide, function };
struct operation_counts {
    unsigned long long of_half, of_float, of_double;
};
constexpr operation_counts operator+(const operation_counts &a, const operation_counts &b) {
    return {a.of_half + b.of_half, a.of_float + b.of_float, a.of_double + b.of_double};
}

// What an operation counts as whose result is of such a type: mostly nothing.
template <class T> struct operation_of {
    static constexpr operation_counts once = {0, 0, 0};
};
template <class T> struct operation_of<T &> : operation_of<T> {};
template <class T> struct operation_of<T &&> : operation_of<T> {};
template <class T> struct operation_of<const T> : operation_of<T> {};
template <class T> struct operation_of<volatile T> : operation_of<T> {};
template <class T> struct operation_of<const volatile T> : operation_of<T> {};
#define CUDA_EMULATOR_COUNTS(type, of_half, of_float, of_double)                                   \
    template <> struct operation_of<type> {                                                        \
        static constexpr operation_counts once = {of_half, of_float, of_double};                   \
    };
CUDA_EMULATOR_COUNTS(__half, 1, 0, 0)
CUDA_EMULATOR_COUNTS(__half2, 2, 0, 0)
CUDA_EMULATOR_COUNTS(__nv_bfloat16, 1, 0, 0)
CUDA_EMULATOR_COUNTS(__nv_bfloat162, 2, 0, 0)
CUDA_EMULATOR_COUNTS(float, 0, 1, 0)
CUDA_EMULATOR_COUNTS(double, 0, 0, 1)
CUDA_EMULATOR_COUNTS(long double, 0, 0, 1)
#undef CUDA_EMULATOR_COUNTS

// An expression is not evaluated here, and may be one that no argument of a template may be: so its
// type comes as that of a function.
template <class T> constexpr operation_counts counts_of(operation_kind what, T (*)()) {
    const unsigned shift = 16 * static_cast<unsigned>(what);
    const operation_counts &once = operation_of<T>::once;
    return {once.of_half << shift, once.of_float << shift, once.of_double << shift};
}
// Of an operation that changes its left operand: numbers are calculated with as in left + right.
template <class T, class U>
constexpr operation_counts counts_of(operation_kind what, T (*)(), U (*)()) {
    using left = std::remove_cv_t<std::remove_reference_t<T>>;
    using right = std::remove_cv_t<std::remove_reference_t<U>>;
    if constexpr (std::is_arithmetic_v<left> && std::is_arithmetic_v<right>)
        return counts_of(what, static_cast<decltype(left() + right()) (*)()>(nullptr));
    else
        return counts_of(what, static_cast<left (*)()>(nullptr));
}
#define CUDA_EMULATOR_TYPE(...)                                                                    \
    ::cuda_emulator::multiply_adds::unmarked(static_cast<decltype(__VA_ARGS__) (*)()>(nullptr))
#define CUDA_EMULATOR_OPERATION(what, ...)                                                         \
    ::cuda_emulator::counts_of(::cuda_emulator::operation_kind::what, __VA_ARGS__)

// The thread does these operations. Compilers are to think that this touches no memory, as they
// keep values of memory in registers over it, and that it has another result each time.
__attribute__((const)) unsigned tell_operations(unsigned time, const char *place,
                                                unsigned long long of_half,
                                                unsigned long long of_float,
                                                unsigned long long of_double) noexcept;
static inline __attribute__((always_inline)) void some_operations(const char *place,
                                                                  const operation_counts &counts) {
#ifdef __clang__
    // For which asm volatile may touch memory, and reading what never changes does not. Of what
    // lies in this section it does not tell the profiler.
    static const volatile unsigned times[2] __attribute__((section("__llvm_prf_cnts"))) = {0, 0};
    static_cast<void>(
        times[tell_operations(times[0], place, counts.of_half, counts.of_float, counts.of_double)]);
#else
    unsigned time = 0;
    asm volatile("" : "+r"(time));
    time = tell_operations(time, place, counts.of_half, counts.of_float, counts.of_double);
    asm volatile("" : : "r"(time));
#endif
}
inline __attribute__((always_inline)) constexpr void operations(const char *place,
                                                                const operation_counts &counts) {
    // A lambda expression is constexpr where it can be.
    if (!__builtin_is_constant_evaluated() &&
        (counts.of_half | counts.of_float | counts.of_double) != 0)
        some_operations(place, counts);
}

} // namespace cuda_emulator

#endif
