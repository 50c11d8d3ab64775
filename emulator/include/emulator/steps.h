// steps.h: kernels that run from barrier to barrier.
//
// A context switch between two fibers costs more than what most threads do between two barriers. So
// where a kernel has barriers, its own or in functions that it calls, the rewriter makes a state
// machine of the body, as compilers do with a coroutine. One call of it is a step: it begins behind
// the barrier where the thread stopped, runs to the next one, keeps the thread's variables and
// returns. Then a plain loop takes the threads of a block one step further, one after the other, as
// often as there are barriers.
//
// That is right as long as all threads come to the same barrier, and none has to wait at any other
// place: in a warp operation, at a barrier of a function that takes no steps, or because the
// watchdog interrupts it. The first time that one has to, all threads of the block get fibers after
// all (enter_ring_mode), which go on with their next steps. Nothing that a thread has done is done
// again.
#ifndef CUDA_EMULATOR_STEPS_H
#define CUDA_EMULATOR_STEPS_H

#include "emulator/kernel.h"
#include "emulator/prints.h"
#include "emulator/strides.h"

#include <cstddef>
#include <cstring>
#include <new>

namespace cuda_emulator {

// What a thread keeps between its steps: variables of the kernel, and its own copy of the
// arguments, which are in the body. In `common` is what threads mostly have in common, such as the
// counter of a loop around a barrier. As long as they do, the block keeps it for all of them, so
// that the compiler knows that it is the same in each step; a thread with another value gets a
// fiber, and keeps its own. (See rewriter/passes/step_values.cpp.)
template <class Kept, class Common, class Body> struct step_frame {
    using body_type = Body;
    static constexpr bool OWN_ARGUMENTS = true;
    Kept kept;
    Common common;
    Body body;
};

// What a thread keeps in a kernel that certainly changes no argument: not the body.
template <class Kept, class Common, class Body> struct shared_arguments_frame {
    using body_type = Body;
    static constexpr bool OWN_ARGUMENTS = false;
    Kept kept;
    Common common;
};

// Where there is nothing of that kind.
struct nothing_common {
    bool operator==(const nothing_common &) const { return true; }
};

// Behind the frames of a block's threads: what they have in common before a step and behind it.
constexpr int BEFORE_STEP = 0, BEHIND_STEP = 1;

// Room for a variable whose type a template names: it may be const, or have no value of its own.
template <class T> union step_variable {
    char bytes[sizeof(T)];
    typename std::remove_cv<T>::type value;
    step_variable() : bytes{} {}
    ~step_variable() {}
};

// Where the thread comes by its definition.
template <class T> void begin_variable(typename std::remove_cv<T>::type &variable) {
    using type = typename std::remove_cv<T>::type;
    ::new (static_cast<void *>(&variable)) type();
}
template <class T>
void begin_variable(typename std::remove_cv<T>::type &variable,
                    typename std::remove_cv<T>::type value) {
    using type = typename std::remove_cv<T>::type;
    ::new (static_cast<void *>(&variable)) type(std::move(value));
}
template <class T> void copy_variable(T &to, const T &from) {
    ::new (static_cast<void *>(&to)) T(from);
}

// Where a thread is: at the beginning of the kernel, at its end, or at a barrier, of which this is
// the line and the number in the kernel.
constexpr int STEPS_BEGIN = 0, STEPS_FINISHED = -1;
constexpr int step_place(int line, int number) {
    return line << 8 | number;
}
constexpr int line_of_step(int place) {
    return place >> 8;
}
constexpr int number_of_step(int place) {
    return place & 0xff;
}

// The block's threads do not all come to the same barrier: each gets a fiber to wait on.
void give_fibers();

// Where somebody may observe it: all threads of the block have come to a barrier; and whether those
// that begin last go on first, which all have fibers then.
void step_is_over();
bool blocks_run_backwards();

// For a fresh fiber: whether it is to go on with a thread that has taken steps. Returns when that
// thread may go on, and where; and whether it is behind the step that the block was taking.
bool takes_over(int *from, bool *is_behind);

// One step of a thread, from the barrier of that number. Returns where it has led.
template <class Frame, class Common>
inline __attribute__((always_inline)) int
take_step(Frame &frame, Common &common, const typename Frame::body_type &original, int from,
          uint3 index, uint3 block_index, dim3 block_dim, dim3 grid_dim) {
    using body_type = typename Frame::body_type;
    int place;
    if constexpr (Frame::OWN_ARGUMENTS) {
        place = frame.body(frame.kept, common, from, index, block_index, block_dim, grid_dim);
        if (!std::is_trivially_destructible<body_type>::value && place == STEPS_FINISHED)
            frame.body.~body_type();
    } else {
        body_type body = original;
        place = body(frame.kept, common, from, index, block_index, block_dim, grid_dim);
    }
    compiler_fence();
    return place;
}

// One step of a thread that has a fiber of its own.
template <class Frame> __attribute__((noinline)) int take_step_alone(void *of_thread, int from) {
    Frame &frame = *static_cast<Frame *>(of_thread);
    block.interruptible = 1;
    compiler_fence();
    const auto &original = *static_cast<const typename Frame::body_type *>(running_body);
    int place = take_step(frame, frame.common, original, from,
                          {threadIdx.x, threadIdx.y, threadIdx.z}, blockIdx, blockDim, gridDim);
    block.interruptible = 0;
    return place;
}

// How a pass over the threads of a block ends.
enum class pass {
    complete, // all threads have come to block.step_to
    came,     // a thread has come elsewhere, or others have fibers by now
    begins    // others have fibers, and this thread has yet to take its step
};
struct pass_end {
    void *frame; // of that thread, which is the current one
    int place;   // that it has come to
    pass how;
};

// Whether this is compiled to run fast, rather than to be there soon.
#ifdef __OPTIMIZE__
constexpr bool optimised = true;
#else
constexpr bool optimised = false;
#endif

// All threads of the block take a step, from the barrier of that number. The watchdog may interrupt
// this anywhere, and as in run_threads_inline, whether the threads have got fibers by then is
// looked at once threadIdx is the next thread's. A number that the compiler knows makes better
// code.
template <class Frame> inline __attribute__((always_inline)) pass_end take_steps(int from) {
    const uint3 block_index = blockIdx;
    const dim3 block_dim = blockDim, grid_dim = gridDim;
    Frame *const frames = reinterpret_cast<Frame *>(block.frames);
    Frame *const of_all = frames + block.threads;
    // A copy that nobody else knows can stay in registers.
    using body_type = typename Frame::body_type;
    const std::conditional_t<Frame::OWN_ARGUMENTS, const body_type &, const body_type> original =
        *static_cast<const body_type *>(running_body);
    const auto common_before = of_all[BEFORE_STEP].common;
    auto common_behind = common_before;
    Frame *frame = frames;
    int to = block.step_to;
    uint3 index;
    for (index.z = 0; index.z < block_dim.z; ++index.z)
        for (index.y = 0; index.y < block_dim.y; ++index.y) {
            begin_row(index);
            for (index.x = 0;; ++index.x, ++frame) {
                threadIdx.x = index.x;
                compiler_fence();
                if (index.x >= block.row_end)
                    break;
                auto common = common_before;
                const int place = take_step(*frame, common, original, from, index, block_index,
                                            block_dim, grid_dim);
                // Said so that what is usual is no jump.
                if (__builtin_expect(place != to || !(common == common_behind), 0)) {
                    if (frame != frames) {
                        block.interruptible = 0;
                        frame->common = common;
                        return {frame, place, pass::came};
                    }
                    // Where the first one comes to.
                    block.step_to = to = place;
                    of_all[BEHIND_STEP].common = common_behind = common;
                    compiler_fence();
                }
            }
            if (!block.in_ring_mode)
                continue;
            block.interruptible = 0;
            if (has_yet_to_run(index.x, index.y, index.z))
                return {frame, STEPS_BEGIN, pass::begins};
            frame[-1].common = common_behind;
            return {frame - 1, to, pass::came};
        }
    block.interruptible = 0;
    of_all[BEFORE_STEP].common = common_behind;
    return {nullptr, to, pass::complete};
}

template <class Frame, int FROM> pass_end take_known_steps(int) {
    return take_steps<Frame>(FROM);
}
template <class Frame> __attribute__((noinline)) pass_end take_any_steps(int from) {
    return take_steps<Frame>(from);
}

// The same, and take_step_alone(), where a run is observed: see checked_steps.h.
template <class Frame> pass_end take_checked_steps(int from);
template <class Frame> int take_checked_step_alone(void *frame, int from);

template <class Frame> constexpr auto any_pass() {
    if constexpr (observed)
        return &take_checked_steps<Frame>;
    else
        return &take_any_steps<Frame>;
}
template <class Frame> constexpr auto pass_of_one() {
    if constexpr (observed)
        return &take_checked_step_alone<Frame>;
    else
        return &take_step_alone<Frame>;
}

// Gives each thread of a block its own copy of the arguments.
template <class Frame> void begin_steps() {
    const auto &original = *static_cast<const typename Frame::body_type *>(running_body);
    Frame *const frames = reinterpret_cast<Frame *>(block.frames);
    for (unsigned thread = 0; thread < block.threads; ++thread)
        new (&frames[thread].body) typename Frame::body_type(original);
}

// What differs from kernel to kernel.
struct steps_info {
    std::size_t frame_bytes, more_bytes; // of memory for each thread; behind all frames is more
    std::size_t common_at, common_bytes; // in the frame
    void (*begin)();                     // or null
    int (*take_alone)(void *frame, int from);
    bool takes_known; // there is a pass for each barrier
    pass_end (*const *take)(int from);
};

// Runs the threads of the block that have not begun yet; and, as long as nobody needs a fiber,
// those of the next blocks. On a fiber that takes over a thread, that one first.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void run_steps_inline() {
    const steps_info &steps = *block.steps;
    const auto frame_of = [&steps](unsigned thread) CUDA_EMULATOR_UNCHECKED {
        return block.frames + thread * steps.frame_bytes;
    };
    const auto copy_common = [&steps](void *to, const void *from) CUDA_EMULATOR_UNCHECKED {
        if (steps.common_bytes != 0)
            std::memcpy(static_cast<char *>(to) + steps.common_at,
                        static_cast<const char *>(from) + steps.common_at, steps.common_bytes);
    };
    const auto begin_common = [&steps](void *frame) CUDA_EMULATOR_UNCHECKED {
        if (steps.common_bytes != 0)
            std::memset(static_cast<char *>(frame) + steps.common_at, 0, steps.common_bytes);
    };
    char *const before = frame_of(block.threads + BEFORE_STEP);
    char *const behind = frame_of(block.threads + BEHIND_STEP);
    pass_end end = {nullptr, STEPS_BEGIN, pass::complete};
    bool is_behind;
    uint3 index;

    if (block.in_ring_mode) {
        if (!takes_over(&end.place, &is_behind))
            goto next_thread;
        index = block.current->index;
        end.frame = frame_of(linear_index(index));
        copy_common(end.frame, is_behind ? behind : before);
        goto step;
    }

    do {
        if (steps.begin != nullptr)
            steps.begin();
        begin_common(before);
        begin_common(behind);
        end.place = STEPS_BEGIN;
        if (observed && blocks_run_backwards()) {
            end.frame = frame_of(0);
            threadIdx = {0, 0, 0};
            goto step;
        }
        do {
            block.step_from = block.step_to = end.place;
            const int from = number_of_step(end.place);
            end = steps.take[steps.takes_known ? from : 0](from);
            if (end.how == pass::came)
                goto came_to_barrier;
            if (end.how == pass::begins)
                goto begins;
            if (!observed) {
                ++block.phase;
                show_prints();
            } else if (end.place != STEPS_FINISHED) {
                step_is_over();
            }
        } while (end.place != STEPS_FINISHED);
    } while (next_block());
    return;

begins:
    end.place = block.step_from;
    copy_common(end.frame, before);

step:
    end.place = steps.take_alone(end.frame, number_of_step(end.place));

came_to_barrier:
    if (!block.in_ring_mode)
        give_fibers();
    if (end.place != STEPS_FINISHED) {
        __syncthreads(block.steps_file, line_of_step(end.place));
        block.interruptible = 0;
        goto step;
    }
    thread_finished();

next_thread:
    if (block.unstarted == 0)
        return;
    next_to_begin(index, blockDim);
    end.place = STEPS_BEGIN;
    end.frame = frame_of(linear_index(index));
    begin_common(end.frame);
    goto step;
}

// What a fresh fiber begins with. (In WebAssembly fibers leave no functions of the runtime that
// call by pointer, so it is not there.)
#ifdef __wasm__
inline void run_steps() {
    run_steps_inline();
}
#else
void run_steps();
#endif

// Each pass is another copy of the kernel.
template <class Frame, class Numbers> struct passes;
template <class Frame, std::size_t... FROM> struct passes<Frame, std::index_sequence<FROM...>> {
    static constexpr bool KNOWN = true;
    static constexpr pass_end (*TAKE[])(int) = {&take_known_steps<Frame, FROM>...};
};
template <class Frame> struct passes<Frame, void> {
    static constexpr bool KNOWN = false;
    static constexpr pass_end (*TAKE[])(int) = {any_pass<Frame>()};
};

template <class Frame, class Passes> constexpr steps_info info_of_steps(std::size_t more_bytes) {
    using common_type = decltype(Frame::common);
    steps_info info = {};
    info.frame_bytes = sizeof(Frame);
    info.more_bytes = more_bytes;
    info.common_at = offsetof(Frame, common);
    info.common_bytes = std::is_empty<common_type>::value ? 0 : sizeof(common_type);
    if constexpr (Frame::OWN_ARGUMENTS)
        info.begin = &begin_steps<Frame>;
    info.take_alone = pass_of_one<Frame>();
    info.takes_known = Passes::KNOWN;
    info.take = Passes::TAKE;
    return info;
}

// Where nothing is optimised, kernels share the runtime's copies of the above, which are more code
// than most of them are. What differs is called by pointers, in front of the kernel's body; and a
// thread has two frames: one whose type is the same in each kernel, and, behind those of all
// threads, the kernel's own.
struct some_kept {};
struct alignas(64) some_common {
    char bytes[64];
    bool operator==(const some_common &other) const;
};
struct some_steps {
    int (*take)(some_kept &mine, some_common &ours, int from);
    bool (*are_equal)(const some_common &one, const some_common &other);

    int operator()(some_kept &mine, some_common &ours, int from, const uint3 &, const uint3 &,
                   const dim3 &, const dim3 &) const {
        return take(mine, ours, from);
    }
};
using some_frame = shared_arguments_frame<some_kept, some_common, some_steps>;
inline bool some_common::operator==(const some_common &other) const {
    return static_cast<const some_steps *>(running_body)->are_equal(*this, other);
}

extern template pass_end take_any_steps<some_frame>(int from);
extern template int take_step_alone<some_frame>(void *frame, int from);

template <class Frame> struct steps_of : some_steps {
    using common_type = decltype(Frame::common);
    typename Frame::body_type body;

    explicit steps_of(const typename Frame::body_type &original)
        : some_steps{&take_one, &are_alike}, body(original) {}

    static int take_one(some_kept &mine, some_common &ours, int from) {
        some_frame *const frames = reinterpret_cast<some_frame *>(block.frames);
        Frame &frame = reinterpret_cast<Frame *>(frames + block.threads +
                                                 2)[reinterpret_cast<some_frame *>(&mine) - frames];
        const auto &original = static_cast<const steps_of *>(running_body)->body;
        if constexpr (Frame::OWN_ARGUMENTS)
            if (from == STEPS_BEGIN)
                new (&frame.body) typename Frame::body_type(original);
        return take_step(frame, reinterpret_cast<common_type &>(ours), original, from,
                         {threadIdx.x, threadIdx.y, threadIdx.z}, blockIdx, blockDim, gridDim);
    }
    static bool are_alike(const some_common &one, const some_common &other) {
        return reinterpret_cast<const common_type &>(one) ==
               reinterpret_cast<const common_type &>(other);
    }
};

enum class arguments { change, stay };

template <class Kept, class Common, arguments ARGUMENTS, int BARRIERS> struct kernel_in_steps {
    template <class Body>
    using frame =
        std::conditional_t<ARGUMENTS == arguments::stay, shared_arguments_frame<Kept, Common, Body>,
                           step_frame<Kept, Common, Body>>;
    template <class Body>
    static constexpr bool SHARED = shared_run_threads && sizeof(Common) <= sizeof(some_common) &&
                                   alignof(frame<Body>) <= alignof(some_frame);
    template <class Body>
    using launched = std::conditional_t<SHARED<Body>, const steps_of<frame<Body>>, const Body &>;
    using numbers = std::conditional_t<optimised && !observed && BARRIERS <= 4,
                                       std::make_index_sequence<BARRIERS + 1>, void>;

    template <class Body>
    static constexpr steps_info STEPS = [] {
        if constexpr (SHARED<Body>)
            return info_of_steps<some_frame, passes<some_frame, void>>(sizeof(frame<Body>));
        else
            return info_of_steps<frame<Body>, passes<frame<Body>, numbers>>(0);
    }();

    template <class Body>
    static constexpr kernel_info info(const char *name, const char *file, int line,
                                      unsigned launch_bounds, const std::size_t *static_shared) {
        kernel_info made = info_of_kernel<std::decay_t<launched<Body>>>(
            name, file, line, launch_bounds, static_shared, &run_steps);
        made.steps = &STEPS<Body>;
        return made;
    }
};

} // namespace cuda_emulator

// What the rewriter puts around the body of a kernel that runs in steps. In front of it stands the
// declaration of cuda_emulator_kept. COMMON: the type of what threads have in common; ARGUMENTS:
// whether they `stay`, or may `change`.
#define CUDA_EMULATOR_STEPS_BEGIN(BOUNDS, BARRIERS, COMMON, ARGUMENTS, ...)                        \
    CUDA_EMULATOR_BEFORE_BODY(BOUNDS)                                                              \
    using cuda_emulator_kernel =                                                                   \
        ::cuda_emulator::kernel_in_steps<cuda_emulator_kept, COMMON,                               \
                                         ::cuda_emulator::arguments::ARGUMENTS, BARRIERS>;         \
    auto cuda_emulator_body =                                                                      \
        [= __VA_ARGS__]([[maybe_unused]] cuda_emulator_kept &cuda_emulator_mine,                   \
                        [[maybe_unused]] COMMON &cuda_emulator_ours, int cuda_emulator_from,       \
                        [[maybe_unused]] const uint3 threadIdx,                                    \
                        [[maybe_unused]] const uint3 blockIdx,                                     \
                        [[maybe_unused]] const dim3 blockDim, [[maybe_unused]] const dim3 gridDim) \
            CUDA_EMULATOR_MUTABLE_INLINE {                                                         \
                [[maybe_unused]] int cuda_emulator_strides = ::cuda_emulator::STRIDES_A_TURN;
#define CUDA_EMULATOR_STEPS_END                                                                    \
    return ::cuda_emulator::STEPS_FINISHED;                                                        \
    }                                                                                              \
    ;                                                                                              \
    static ::cuda_emulator::kernel_info cuda_emulator_info =                                       \
        cuda_emulator_kernel::template info<decltype(cuda_emulator_body)>(CUDA_EMULATOR_KNOWN);    \
    typename cuda_emulator_kernel::template launched<decltype(cuda_emulator_body)>                 \
        cuda_emulator_launched(cuda_emulator_body);                                                \
    ::cuda_emulator::launch(cuda_emulator_info, &cuda_emulator_launched);
// In place of a barrier: the thread's step ends here, and its next one begins here.
#define CUDA_EMULATOR_STEP(NUMBER, KEEP, RESTORE)                                                  \
    do {                                                                                           \
        KEEP;                                                                                      \
        return ::cuda_emulator::step_place(__LINE__, NUMBER);                                      \
    case NUMBER:                                                                                   \
        RESTORE;                                                                                   \
    } while (0)

// Around the body of a function with barriers, whose steps are parts of the kernel's. Its frame is
// a part of the kernel's, and the arguments are there.
#define CUDA_EMULATOR_FUNCTION_BEGIN(NAME)                                                         \
    [[maybe_unused]] static inline __attribute__((always_inline)) int cuda_emulator_steps_##NAME(  \
        cuda_emulator_frame_##NAME &cuda_emulator_mine, int cuda_emulator_from,                    \
        [[maybe_unused]] const uint3 threadIdx, [[maybe_unused]] const uint3 blockIdx,             \
        [[maybe_unused]] const dim3 blockDim, [[maybe_unused]] const dim3 gridDim) {               \
        (void)&NAME;
#define CUDA_EMULATOR_FUNCTION_END                                                                 \
    return ::cuda_emulator::STEPS_FINISHED;                                                        \
    }
// In place of a call of it: its steps are numbered from FIRST on.
#define CUDA_EMULATOR_CALL_STEPS(NAME, FRAME, FIRST, CASES, KEEP, RESTORE)                         \
    do {                                                                                           \
        int cuda_emulator_at;                                                                      \
        cuda_emulator_at = ::cuda_emulator::STEPS_BEGIN;                                           \
        if (false) {                                                                               \
            CASES RESTORE;                                                                         \
            cuda_emulator_at = cuda_emulator_from - (FIRST) + 1;                                   \
        }                                                                                          \
        const int cuda_emulator_place = cuda_emulator_steps_##NAME(                                \
            FRAME, cuda_emulator_at, threadIdx, blockIdx, blockDim, gridDim);                      \
        if (cuda_emulator_place != ::cuda_emulator::STEPS_FINISHED) {                              \
            KEEP;                                                                                  \
            return ::cuda_emulator::step_place(                                                    \
                ::cuda_emulator::line_of_step(cuda_emulator_place),                                \
                ::cuda_emulator::number_of_step(cuda_emulator_place) + (FIRST)-1);                 \
        }                                                                                          \
    } while (0);

#if CUDA_EMULATOR_OBSERVED // by the checker: for the others no kernel is in steps
#include "emulator/checked_steps.h"
#endif

#endif
