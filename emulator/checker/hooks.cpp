// hooks.cpp: the functions that the compilers call before each access to memory.
//
// Their names and parameters are those of ThreadSanitizer's interface, which the compilers fix.
// None of the code here may itself be compiled with it.
#include "allocations.h"
#include "atomic_access.h"
#include "checker.h"

#include <atomic>
#include <utility>

namespace cuda_emulator {
namespace checker {

uint32_t next_split = 1;

static checker &the_checker() {
    static checker &one = *new checker; // never destroyed: destructors of the program may call the
    return one;                         // API
}

void begin() {
    static const bool done = [] {
        observe(the_checker());
        use_memory_of(the_checker());
        return true;
    }();
    (void)done;
}

static thread_local int calls; // of the API, that this thread is in

bool in_api_call() {
    return calls != 0;
}

static std::atomic<unsigned> hosts;

bool several_hosts() {
    return hosts > 1;
}

void checker::call_begins() {
    static thread_local bool is_counted;
    hosts += !is_counted;
    is_counted = true;
    ++calls;
}

void checker::call_ends() {
    --calls;
}

// What a kernel has from malloc() or new.
void free_memory(void *memory, size_t size) {
    the_checker().freed(memory, size);
}

bool go_on_with_solo(uintptr_t address, unsigned words, access solo, unsigned &which) {
    stretch &s = *stretch_at(address);
    const auto bits = static_cast<uint16_t>(((1u << words) - 1) << address / 4 % stretch::WORDS);
    return (s.written == 0 || is_over(s.write, now.floor)) &&
           begin_read(s, solo, bits, now.floor, which);
}

void touch_part(uintptr_t address, unsigned bytes, void *code) {
    touch_words<WRITES>(address, bytes, code);
}

static thread_local bool old_value_is_unused; // of the atomicExch(), or load, that comes next

} // namespace checker

void unused_old_value() {
    checker::old_value_is_unused = true;
}

void tell_read(const void *memory, size_t bytes, void *place) {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    if (bytes == 4) // as most texels
        checker::touch_quickly<checker::READS, 4>(address, place);
    else
        checker::touch<checker::READS>(address, bytes, place);
}

void tell_written(const void *memory, size_t bytes, void *place) {
    checker::touch<checker::WRITES>(reinterpret_cast<uintptr_t>(memory), bytes, place);
}

void tell_atomic(const volatile void *memory, size_t bytes, void *place) {
    const auto tell = [=](auto *number) {
        checker::atomic_touch_quickly<checker::READS | checker::WRITES | checker::ATOMIC>(
            number, order_of_device, place);
    };
    auto *const at = const_cast<void *>(memory);
    // It is a reduction of an engine's, and from there that may read all its bytes together, too.
    const uint32_t number = checker::place_number(place, static_cast<unsigned>(bytes));
    checker::note_size(number, static_cast<unsigned>(bytes));
    checker::note_engine(number);
    if (bytes == 2)
        tell(static_cast<volatile uint16_t *>(at));
    else if (bytes == 4)
        tell(static_cast<volatile uint32_t *>(at));
    else
        tell(static_cast<volatile uint64_t *>(at));
}

void field_used(const void *object, size_t size, size_t first, size_t count, bool is_written) {
    using namespace checker;
    const auto whole = reinterpret_cast<uintptr_t>(object), field = whole + first;
    void *const place = CUDA_EMULATOR_RETURN_ADDRESS;
    // Where anything of the struct is written, all of it may have been: of the field clang++ does
    // not always tell there either.
    bool some_written = false;
    for (uintptr_t at = whole; in_region(at) && at < whole + size; ++at)
        some_written = some_written || (region_state(at)->written() & byte_of(at)) != 0;
    for (uintptr_t at = field; some_written && at < field + count; ++at)
        region_state(at)->set_written(region_state(at)->allocated() & byte_of(at));
    touch<READS>(field, count, place);
    if (is_written)
        touch<WRITES>(field, count, place);
}

} // namespace cuda_emulator

using namespace cuda_emulator;
using namespace cuda_emulator::checker;

#define ON_READ(ADDRESS, BYTES, PLACE) touch_quickly<READS, BYTES>(ADDRESS, PLACE)
#define ON_WRITE(ADDRESS, BYTES, PLACE) touch_quickly<WRITES, BYTES>(ADDRESS, PLACE)
#define ON_READ_WRITE(ADDRESS, BYTES, PLACE) touch_quickly<READS | WRITES, BYTES>(ADDRESS, PLACE)
#define ON_READ_RANGE(ADDRESS, BYTES, PLACE) touch_range<READS>(ADDRESS, BYTES, PLACE)
#define ON_WRITE_RANGE(ADDRESS, BYTES, PLACE) touch_range<WRITES>(ADDRESS, BYTES, PLACE)
#define ON_READ_COPY(ADDRESS, BYTES, PLACE) touch_copy<READS>(ADDRESS, BYTES, PLACE)
#define ON_WRITE_COPY(ADDRESS, BYTES, PLACE) touch_copy<WRITES>(ADDRESS, BYTES, PLACE)
#include "emulator/compiler_calls.h"

extern "C" {

// Before the constructors of each file: the first that a program does.
void __tsan_init() {
    begin();
}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}

#define VOLATILE_ACCESS(BYTES, KIND)                                                               \
    void __tsan_##KIND##volatile_read##BYTES(void *p) {                                            \
        volatile_touch<READS>(ADDRESS(p), BYTES, HERE);                                            \
    }                                                                                              \
    void __tsan_##KIND##volatile_write##BYTES(void *p) {                                           \
        volatile_touch<WRITES>(ADDRESS(p), BYTES, HERE);                                           \
    }
#define VOLATILE_ACCESSES(BYTES) VOLATILE_ACCESS(BYTES, ) VOLATILE_ACCESS(BYTES, unaligned_)
VOLATILE_ACCESSES(1)
VOLATILE_ACCESSES(2)
VOLATILE_ACCESSES(4)
VOLATILE_ACCESSES(8)
VOLATILE_ACCESSES(16)

#define ATOMIC_UPDATE(BITS, T, HOW, NAME, RESULT)                                                  \
    T __tsan_atomic##BITS##_##NAME(volatile T *p, T value, int order) {                            \
        atomic_touch_quickly<READS | WRITES | ATOMIC | (HOW)>(p, order, HERE);                     \
        if (!is_of_one_thread(p))                                                                  \
            return __atomic_##NAME(p, value, __ATOMIC_SEQ_CST);                                    \
        const T old = *p;                                                                          \
        *p = static_cast<T>(RESULT);                                                               \
        return old;                                                                                \
    }
#define ATOMICS(BITS, T)                                                                           \
    T __tsan_atomic##BITS##_load(const volatile T *p, int order) {                                 \
        if (block.interruptible == 0)                                                              \
            touch<READS | ATOMIC>(ADDRESS(p), sizeof(T), HERE);                                    \
        else if (std::exchange(old_value_is_unused, false))                                        \
            atomic_touch_quickly<READS | ATOMIC | UNUSED>(const_cast<volatile T *>(p), order,      \
                                                          HERE);                                   \
        else if (order != __ATOMIC_RELAXED) /* such a one begins a loop of exchanges */            \
            atomic_touch_quickly<READS | ATOMIC>(const_cast<volatile T *>(p), order, HERE);        \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##BITS##_store(volatile T *p, T value, int order) {                          \
        atomic_touch_quickly<WRITES | ATOMIC>(p, order, HERE);                                     \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    T __tsan_atomic##BITS##_exchange(volatile T *p, T value, int order) {                          \
        if (old_value_is_unused) {                                                                 \
            old_value_is_unused = false;                                                           \
            atomic_touch_quickly<READS | WRITES | ATOMIC | UNUSED>(p, order, HERE);                \
        } else {                                                                                   \
            atomic_touch_quickly<READS | WRITES | ATOMIC>(p, order, HERE);                         \
        }                                                                                          \
        return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                    \
    }                                                                                              \
    ATOMIC_UPDATE(BITS, T, ADDS, fetch_add, old + value)                                           \
    ATOMIC_UPDATE(BITS, T, ADDS, fetch_sub, old - value)                                           \
    ATOMIC_UPDATE(BITS, T, 0, fetch_and, (old & value))                                            \
    ATOMIC_UPDATE(BITS, T, 0, fetch_or, old | value)                                               \
    ATOMIC_UPDATE(BITS, T, 0, fetch_xor, old ^ value)                                              \
    ATOMIC_UPDATE(BITS, T, 0, fetch_nand, ~(old & value))                                          \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile T *p, T *expected, T value,         \
                                                      int order, int) {                            \
        atomic_touch_quickly<READS | WRITES | ATOMIC>(p, order, HERE);                             \
        return exchange_if_equal(p, expected, value);                                              \
    }                                                                                              \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile T *p, T *expected, T value,           \
                                                    int order, int) {                              \
        atomic_touch_quickly<READS | WRITES | ATOMIC>(p, order, HERE);                             \
        return exchange_if_equal(p, expected, value);                                              \
    }                                                                                              \
    T __tsan_atomic##BITS##_compare_exchange_val(volatile T *p, T expected, T value, int order,    \
                                                 int) {                                            \
        atomic_touch_quickly<READS | WRITES | ATOMIC>(p, order, HERE);                             \
        exchange_if_equal(p, &expected, value);                                                    \
        return expected;                                                                           \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

} // extern "C"
