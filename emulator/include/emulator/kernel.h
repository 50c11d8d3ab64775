// kernel.h: how a kernel becomes C++. (launch.h: how its launch does.)
//
// As with nvcc, a kernel turns into a host function of the same name and signature, its stub, and
//     add<<<grid, threads>>>(a, b, c)
// into a call of the stub while a launch configuration is pending. Overloads, templates, default
// arguments and conversions therefore work as C++ has them. The body of the stub is a
// lambda around the kernel's own body, which captures the arguments by copy. Every thread runs a
// fresh copy of that closure, because a kernel may change its parameters.
#ifndef CUDA_EMULATOR_KERNEL_H
#define CUDA_EMULATOR_KERNEL_H

#include "emulator/barrier.h"
#include "emulator/block.h"
#include "emulator/builtin_variables.h"
#include "emulator/launch.h"
#include "emulator/observed.h"

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace cuda_emulator {

// Number by number: where accesses are checked, `to = from` is a call that tells of it.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void set_index(uint3 &to,
                                                                             const uint3 &from) {
    to.x = from.x;
    to.y = from.y;
    to.z = from.z;
}

// To the next thread of a block, x first.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void advance(uint3 &index,
                                                                           const dim3 &block_dim) {
    if (++index.x == block_dim.x) {
        index.x = 0;
        if (++index.y == block_dim.y) {
            index.y = 0;
            ++index.z;
        }
    }
}

// Makes the next thread that has not begun the current one, on this fiber; in ring mode.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void
next_to_begin(uint3 &index, const dim3 &block_dim) {
    set_index(index, block.last_begun);
    advance(index, block_dim);
    set_index(block.last_begun, index);
    --block.unstarted;
    set_index(threadIdx, index);
    set_index(block.current->index, index);
    lane_of(block.current).warp = nullptr;
}

// Called when a thread finished in a block where some thread has waited.
void thread_finished();

// Of the thread whose turn it seems to be, on a fiber in ring mode: whether the fiber's is that
// very one, which was interrupted before it could do anything. Otherwise the fiber's thread is the
// current one again, and has finished since. (Numbers, as in set_index.)
bool has_yet_to_run(unsigned x, unsigned y, unsigned z);

// On a fiber in ring mode: goes on to the next thread, if there is one. ran: the thread of that
// index seems to have run here.
bool next_in_ring(bool ran, unsigned x, unsigned y, unsigned z);

// Takes the current fiber, which has no thread to run any more, out of the ring. Returns the fiber
// to hand over to.
fiber *leave_ring();

// The kernel that this worker runs.
extern CUDA_EMULATOR_THREAD const void *running_body;

// Goes on to the next block of the launch on this worker: false if there is none. Only for a block
// in which nobody has waited.
bool next_block();

// Sets threadIdx to the first thread of a row of the block.
inline __attribute__((always_inline)) void begin_row(const uint3 &index) {
    block.interruptible = 0;
    compiler_fence();
    threadIdx.x = 0;
    threadIdx.y = index.y;
    threadIdx.z = index.z;
    compiler_fence();
    block.interruptible = 1;
}

// The next thread of a row begins: false if there is none, or somebody waits. A call by itself, in
// which memory may change, so that no access of one thread becomes one with that of another.
CUDA_EMULATOR_UNCHECKED inline __attribute__((noinline)) bool begins_in_row(unsigned x) {
    threadIdx.x = x;
    compiler_fence();
    if (x >= block.row_end)
        return false;
    tell_next_thread_begins();
    compiler_fence();
    return true;
}

using two_numbers = unsigned long long;
inline __attribute__((always_inline)) unsigned low(two_numbers two) {
    return static_cast<unsigned>(two);
}
inline __attribute__((always_inline)) unsigned high(two_numbers two) {
    return static_cast<unsigned>(two >> 32);
}

// Calls a kernel's body with the built-in variables behind what it takes first. These are made
// where they are passed: copies of them would wait for their parts.
template <class Body, class... First>
inline __attribute__((always_inline)) auto
call_apart(Body &body, two_numbers x_y, two_numbers z_block_x, two_numbers block_y_z,
           two_numbers width_height, two_numbers depth_grid_width, two_numbers grid_height_depth,
           First &...first) {
    return body(first..., uint3{low(x_y), high(x_y), low(z_block_x)},
                uint3{high(z_block_x), low(block_y_z), high(block_y_z)},
                dim3(low(width_height), high(width_height), low(depth_grid_width)),
                dim3(high(depth_grid_width), low(grid_height_depth), high(grid_height_depth)));
}

// Where each access is checked, the kernel's own code is a function by itself, with the loop over
// the threads of a row: see CUDA_EMULATOR_UNCHECKED. What it is given are numbers only: no
// constructor copies them, which would be checked, and nobody else knows where they are, so they
// need not be. In the words is the body; if that is large, where it is. A step takes the numbers as
// they are (checked_steps.h).
template <std::size_t> using body_word = unsigned long long;
template <class Body, class Words> class body_apart;
template <class Body, std::size_t... WORD> class body_apart<Body, std::index_sequence<WORD...>> {
public:
    CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) body_apart(const Body &original) {
        copy_unseen(words_, &original, sizeof original);
    }
    // What the threads of a row are told, but for their x.
    CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void
    begin_row(const uint3 &index, const uint3 &block_index, const dim3 &block_dim,
              const dim3 &grid_dim) {
        y_ = both(0, index.y);
        z_block_x_ = both(index.z, block_index.x);
        block_y_z_ = both(block_index.y, block_index.z);
        width_height_ = both(block_dim.x, block_dim.y);
        depth_grid_width_ = both(block_dim.z, grid_dim.x);
        grid_height_depth_ = both(grid_dim.y, grid_dim.z);
    }
    // The thread of that x, and those of its row behind it until somebody waits. Returns the x of
    // the one that comes next.
    CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) unsigned
    operator()(unsigned x) const {
        const auto at = reinterpret_cast<unsigned long long>(words_);
        return run(x | y_, z_block_x_, block_y_z_, width_height_, depth_grid_width_,
                   grid_height_depth_, (IS_SMALL ? words_[WORD] : at)...);
    }

private:
    static constexpr std::size_t ALIGNMENT = alignof(Body) > 8 ? alignof(Body) : 8;
    static constexpr bool IS_SMALL =
        sizeof(Body) <= sizeof...(WORD) * 8 && std::is_trivially_copyable<Body>::value;

    static __attribute__((noinline)) unsigned
    run(unsigned long long x_y, unsigned long long z_block_x, unsigned long long block_y_z,
        unsigned long long width_height, unsigned long long depth_grid_width,
        unsigned long long grid_height_depth, body_word<WORD>... words) {
        do {
            alignas(ALIGNMENT) unsigned long long all[] = {words...};
            // Each thread has its own, as a kernel may change its arguments.
            std::conditional_t<IS_SMALL, Body &, Body> body =
                *reinterpret_cast<Body *>(IS_SMALL ? all : reinterpret_cast<void *>(*all));
            tell_body_begins();
            if constexpr (std::is_invocable<Body &, two_numbers, two_numbers, two_numbers,
                                            two_numbers, two_numbers, two_numbers>::value)
                body(x_y, z_block_x, block_y_z, width_height, depth_grid_width, grid_height_depth);
            else
                call_apart(body, x_y, z_block_x, block_y_z, width_height, depth_grid_width,
                           grid_height_depth);
            tell_body_ends();
        } while (begins_in_row(low(++x_y)));
        return low(x_y);
    }
    CUDA_EMULATOR_UNCHECKED static inline __attribute__((always_inline)) unsigned long long
    both(unsigned low, unsigned high) {
        return low | static_cast<unsigned long long>(high) << 32;
    }

    alignas(ALIGNMENT) unsigned long long words_[(sizeof(Body) + 7) / 8];
    unsigned long long y_, z_block_x_, block_y_z_, width_height_, depth_grid_width_,
        grid_height_depth_;
};
template <class Body>
using run_apart =
    body_apart<Body, std::make_index_sequence<sizeof(Body) <= 128 ? (sizeof(Body) + 7) / 8 : 1>>;

// Runs the threads of the block that have not begun yet, one after another, on this fiber; and, as
// long as nobody waits, those of the next blocks.
// A kernel may change its arguments, so each thread has its own copy of them.
template <class Body>
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void
run_threads_inline(const void *kernel) {
    // Copies are quicker, but not where they are calls: see set_index.
    const std::conditional_t<observed, const dim3 &, dim3> block_dim = blockDim, grid_dim = gridDim;
    std::conditional_t<observed, run_apart<Body>, const Body> original(
        *static_cast<const Body *>(kernel));
    uint3 block_index, index = {0, 0, 0};
    set_index(block_index, blockIdx);
    bool ran = false;

    // The kernel's own code stands here once, for the threads of a row and for a single one in ring
    // mode: compilers take long over it.
    for (;;) {
        if (!block.in_ring_mode) {
            begin_row(index);
            if constexpr (observed) {
                original.begin_row(index, block_index, block_dim, grid_dim);
                index.x = begins_in_row(0) ? original(0) : 0;
            }
        } else {
            if (!next_in_ring(ran, index.x, index.y, index.z))
                return;
            set_index(index, threadIdx);
            if constexpr (observed)
                tell_thread_goes_on(index.x + block_dim.x * (index.y + block_dim.y * index.z));
            block.interruptible = 1;
            compiler_fence();
            if constexpr (observed) {
                tell_thread_begins();
                original.begin_row(index, block_index, block_dim, grid_dim);
                index.x = original(index.x);
            }
        }

        // A plain loop, out of which a compiler can move what does not depend on threadIdx.x. The
        // watchdog may interrupt it anywhere. A thread counts as begun once threadIdx is its index;
        // whether anybody waits by now is looked at after that, by the same comparison that ends
        // the row: row_end is then 0.
        if constexpr (!observed) {
            do {
                Body body = original;
                body(index, block_index, block_dim, grid_dim);
                compiler_fence();
                threadIdx.x = ++index.x;
                compiler_fence();
            } while (index.x < block.row_end);
        }

        if (!block.in_ring_mode) {
            index.x = 0;
            if (++index.y != block_dim.y)
                continue;
            index.y = 0;
            if (++index.z != block_dim.z)
                continue;
            index.z = 0;
            block.interruptible = 0;
            if (!next_block())
                return;
            set_index(block_index, blockIdx);
            continue;
        }
        block.interruptible = 0;
        ran = true;
    }
}

// Whether kernels share one copy of the above, that of the runtime, and are called by pointer:
// where nothing is optimised. (In WebAssembly fibers leave only functions that call by name.)
#if defined(__OPTIMIZE__) || defined(__wasm__)
constexpr bool shared_run_threads = false;
#else
constexpr bool shared_run_threads = !observed;
#endif
// Any kernel.
struct some_body {
    const void *original;
    void (*run_copy)(const void *original);

    void operator()(const uint3 &, const uint3 &, const dim3 &, const dim3 &) const {
        run_copy(original);
    }
};
template <class Body> void run_copy(const void *original) {
    Body body = *static_cast<const Body *>(original);
    body({threadIdx.x, threadIdx.y, threadIdx.z}, blockIdx, blockDim, gridDim);
}
void run_threads_of(const some_body &kernel);

// What a fresh fiber begins with.
template <class Body> CUDA_EMULATOR_UNCHECKED void run_threads() {
    if constexpr (shared_run_threads) {
        const some_body body = {running_body, &run_copy<Body>};
        run_threads_of(body);
    } else {
        run_threads_inline<Body>(running_body);
    }
#ifdef CUDA_EMULATOR_FAST_SWITCH
    // No function is entered before a switch and left after it: the processor predicts returns by
    // a stack of its own, which knows nothing of fibers.
    switch_context(current_fiber(), leave_ring());
    __builtin_unreachable(); // a fiber that has left begins anew
#endif
}

template <class Body> void *copy_body(const void *body) {
    return new Body(*static_cast<const Body *>(body));
}
template <class Body> void delete_body(void *body) {
    delete static_cast<Body *>(body);
}

template <class Body>
constexpr kernel_info info_of_kernel(const char *name, const char *file, int line,
                                     unsigned launch_bounds, const std::size_t *static_shared,
                                     void (*run_threads)(), unsigned most_with_neighbours = 0) {
    kernel_info made = {name, launch_bounds, run_threads, nullptr, nullptr, sizeof(Body)};
    if constexpr (!std::is_trivially_copyable<Body>::value || alignof(Body) > BODY_ALIGNMENT) {
        made.copy_body = &copy_body<Body>;
        made.delete_body = &delete_body<Body>;
    }
    made.file = file;
    made.line = line;
    made.most_with_neighbours = most_with_neighbours;
    made.static_shared = static_shared;
    return made;
}

template <class T> void take_argument(const T &parameter, void *from) {
    // Casts of C: pointers to what is __restrict__ convert to no void *.
    if constexpr (std::is_trivially_copyable<T>::value)
        __builtin_memcpy((void *)&parameter, from, sizeof parameter);
    else
        ::new ((void *)&parameter) T(*(const T *)from);
}
template <class... Parameters> void take_arguments(const Parameters &...parameters) {
    void **from = arguments_to_take();
    arguments_to_take() = nullptr;
    (take_argument(parameters, *from++), ...);
}

// Whether such a pointer leads to data: a handle, cudaStream_t say, points to a type that nobody
// sees.
template <class T, class = void> struct is_of_data : std::is_void<T> {};
template <class T>
struct is_of_data<T, std::enable_if_t<std::is_object<T>::value && sizeof(T) != 0>>
    : std::true_type {};

// Looks at the arguments of a kernel.
class given_to {
public:
    constexpr given_to(const char *kernel, const char *names) : kernel_(kernel), names_(names) {}
    template <class... Parameters> void operator()(const Parameters &...parameters) const {
        if (asked_for_kernel_info() != nullptr)
            return; // they stand for others
        [[maybe_unused]] int number = 0;
        (look_at(parameters, number++), ...);
    }

private:
    template <class T> void look_at(const T &parameter, int number) const {
        if constexpr (std::is_pointer<T>::value && is_of_data<std::remove_pointer_t<T>>::value)
            tell<std::remove_pointer_t<T>>(number, (const void *)parameter);
        else
            (void)parameter, (void)number;
    }
    template <class Pointee> void tell(int number, const void *pointer) const {
        pointer_given(kernel_, names_, number, pointer);
#ifdef CUDA_EMULATOR_RECORDED_H
        recorded_argument(kernel_, names_, number, pointer, recorded_type_of<Pointee>());
#endif
    }
    const char *kernel_, *names_;
};

} // namespace cuda_emulator

// The body of a kernel is called in two places, and becomes part of both where it is to run fast
// rather than to be there soon. The two compilers want these words in opposite orders.
#ifndef __OPTIMIZE__
#define CUDA_EMULATOR_MUTABLE_INLINE mutable
#elif defined(__clang__)
#define CUDA_EMULATOR_MUTABLE_INLINE __attribute__((always_inline)) mutable
#else
#define CUDA_EMULATOR_MUTABLE_INLINE mutable __attribute__((always_inline))
#endif

namespace cuda_emulator {

// An argument whose type may be a class, in the closure: its bytes, as nvcc copies them to the
// device. No constructor or destructor runs, for the closure or for a thread.
template <class T> class argument {
public:
    explicit argument(const T &original) {
        std::memcpy(bytes_, static_cast<const void *>(&original), sizeof bytes_);
    }
    T &value() { return *reinterpret_cast<T *>(bytes_); }

private:
    alignas(T) unsigned char bytes_[sizeof(T)];
};

} // namespace cuda_emulator

#define CUDA_EMULATOR_PARAMETERS(...)                                                              \
    if (::cuda_emulator::arguments_to_take() != nullptr)                                           \
        ::cuda_emulator::take_arguments(__VA_ARGS__);                                              \
    ::cuda_emulator::given_to(__func__, #__VA_ARGS__)(__VA_ARGS__);

// The bytes of static shared memory that a kernel declares, known before main begins. `Kernel`: the
// type that has its name in the kernel, see below.
struct cuda_emulator_this_kernel; // in a function that is no kernel

namespace cuda_emulator {

template <class Kernel> std::size_t static_shared_of = 0;

// So many are in scope at one declaration.
template <class Kernel, std::size_t BYTES> struct static_shared_memory { static const bool noted; };
template <class Kernel, std::size_t BYTES>
const bool static_shared_memory<Kernel, BYTES>::noted = [] {
    if (static_shared_of<Kernel> < BYTES)
        static_shared_of<Kernel> = BYTES;
    return true;
}();

} // namespace cuda_emulator

// What the rewriter puts behind static __shared__ variables.
#define CUDA_EMULATOR_SHARED_LIMIT(BYTES)                                                          \
    static_assert((BYTES) <= 49152, "a kernel has at most 48 KiB of static __shared__ memory");    \
    (void)&::cuda_emulator::static_shared_memory<cuda_emulator_this_kernel, (BYTES)>::noted;

// In front of the body of a kernel, and behind it: what is known of the kernel.
#define CUDA_EMULATOR_BEFORE_BODY(BOUNDS)                                                          \
    constexpr int cuda_emulator_line = __LINE__;                                                   \
    constexpr auto cuda_emulator_bounds = static_cast<unsigned>(BOUNDS);                           \
    struct cuda_emulator_this_kernel;
#define CUDA_EMULATOR_KNOWN                                                                        \
    __func__, __FILE__, cuda_emulator_line, cuda_emulator_bounds,                                  \
        &::cuda_emulator::static_shared_of<cuda_emulator_this_kernel>

// What the rewriter puts around the body of a kernel. The built-in variables are parameters of
// the lambda: constants that a compiler need not read again after every store.
// Behind the bounds: what it captures besides.
#define CUDA_EMULATOR_KERNEL_BEGIN(BOUNDS, ...)                                                    \
    CUDA_EMULATOR_BEFORE_BODY(BOUNDS)                                                              \
    auto cuda_emulator_body = [= __VA_ARGS__]([[maybe_unused]] const uint3 threadIdx,              \
                                              [[maybe_unused]] const uint3 blockIdx,               \
                                              [[maybe_unused]] const dim3 blockDim,                \
                                              [[maybe_unused]] const dim3 gridDim)                 \
                                  CUDA_EMULATOR_MUTABLE_INLINE {
#define CUDA_EMULATOR_KERNEL_END                                                                   \
    }                                                                                              \
    ;                                                                                              \
    static ::cuda_emulator::kernel_info cuda_emulator_info =                                       \
        ::cuda_emulator::info_of_kernel<decltype(cuda_emulator_body)>(                             \
            CUDA_EMULATOR_KNOWN, &::cuda_emulator::run_threads<decltype(cuda_emulator_body)>);     \
    ::cuda_emulator::launch(cuda_emulator_info, &cuda_emulator_body);

// Dynamic shared memory: every `extern __shared__` array of a worker is the same bytes, whatever
// its name and type. In a function it becomes a reference that dynamic_shared() initialises, and
// outside of functions a thread-local variable with the memory's own label.
#define CUDA_EMULATOR_DYNAMIC_BOUND (227 * 1024) // no array there has more elements
#define CUDA_EMULATOR_DYNAMIC_SHARED extern CUDA_EMULATOR_THREAD
#define CUDA_EMULATOR_DYNAMIC_SHARED_LABEL __asm__("cuda_emulator_dynamic_shared")

extern "C" {
extern CUDA_EMULATOR_THREAD unsigned char cuda_emulator_dynamic_shared[];
}

namespace cuda_emulator {

// Converts to a reference to any array, at the start of this block's dynamic shared memory.
struct dynamic_shared {
#ifdef CUDA_EMULATOR_RECORDED_H
    const char *file;
    int line;
    explicit dynamic_shared(const char *in_file = __builtin_FILE(), int at_line = __builtin_LINE())
        : file(in_file), line(at_line) {}
#endif
    template <class Array> operator Array &() const {
        if constexpr (checked)
            return *static_cast<Array *>(checked_dynamic_shared());
#ifdef CUDA_EMULATOR_RECORDED_H
        recorded_shared(cuda_emulator_dynamic_shared, 0, "", file, line, recorded_type_of<Array>());
#endif
        return *reinterpret_cast<Array *>(cuda_emulator_dynamic_shared);
    }
};

} // namespace cuda_emulator

#endif
