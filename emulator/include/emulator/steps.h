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
#include "emulator/strides.h"

#include <new>

namespace cuda_emulator {

// What a thread keeps between its steps: variables of the kernel, and its own copy of the
// arguments, which are in the body. In `common` is what threads mostly have in common, such as the
// counter of a loop around a barrier. As long as they do, the block keeps it for all of them, so
// that the compiler knows that it is the same in each step; a thread with another value gets a
// fiber, and keeps its own. (See rewriter/step_values.cpp.)
template <class Kept, class Common, class Body> struct step_frame {
    using body_type = Body;
    static constexpr bool OWN_ARGUMENTS = true;
    Kept kept;
    Common common;
    Body body;
};

// The same in a kernel that certainly changes no argument.
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
    new (&variable) type();
}
template <class T>
void begin_variable(typename std::remove_cv<T>::type &variable,
                    typename std::remove_cv<T>::type value) {
    using type = typename std::remove_cv<T>::type;
    new (&variable) type(std::move(value));
}
template <class T> void copy_variable(T &to, const T &from) {
    new (&to) T(from);
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

// The same for a thread with a fiber of its own.
template <class Frame> __attribute__((noinline)) int take_step_alone(Frame &frame, int from) {
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
template <class Frame> struct pass_end {
    pass how;
    Frame *frame; // of that thread, which is the current one
    int place;    // that it has come to
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
template <class Frame> inline __attribute__((always_inline)) pass_end<Frame> take_steps(int from) {
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
                        return {pass::came, frame, place};
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
            index = block.current->index;
            if (index.x == threadIdx.x && index.y == threadIdx.y && index.z == threadIdx.z)
                return {pass::begins, frame, STEPS_BEGIN};
            restore_thread_index(block.current);
            frame[-1].common = common_behind;
            return {pass::came, frame - 1, to};
        }
    block.interruptible = 0;
    of_all[BEFORE_STEP].common = common_behind;
    return {pass::complete, nullptr, to};
}

template <class Frame, int FROM> pass_end<Frame> take_known_steps() {
    return take_steps<Frame>(FROM);
}
template <class Frame> __attribute__((noinline)) pass_end<Frame> take_any_steps(int from) {
    return take_steps<Frame>(from);
}
template <class Frame, std::size_t... FROM>
pass_end<Frame> choose_steps(int from, std::index_sequence<FROM...>) {
    static constexpr pass_end<Frame> (*known[])() = {&take_known_steps<Frame, FROM>...};
    return known[from]();
}

// Runs the threads of the block that have not begun yet; and, as long as nobody needs a fiber,
// those of the next blocks. On a fiber that takes over a thread, that one first.
template <class Frame, class Body, int BARRIERS>
inline __attribute__((always_inline)) void run_steps_inline(const void *kernel, const char *file) {
    [[maybe_unused]] const Body &original = *static_cast<const Body *>(kernel);
    Frame *const frames = reinterpret_cast<Frame *>(block.frames);
    Frame *const of_all = frames + block.threads;
    pass_end<Frame> end = {pass::complete, nullptr, STEPS_BEGIN};
    auto common = decltype(Frame::common)();
    bool is_behind;
    uint3 index;

    if (block.in_ring_mode) {
        if (!takes_over(&end.place, &is_behind))
            goto next_thread;
        common = of_all[is_behind ? BEHIND_STEP : BEFORE_STEP].common;
        index = block.current->index;
        goto this_thread;
    }

    do {
        if constexpr (Frame::OWN_ARGUMENTS)
            for (unsigned thread = 0; thread < block.threads; ++thread)
                new (&frames[thread].body) Body(original);
        of_all[BEFORE_STEP].common = of_all[BEHIND_STEP].common = common;
        end.place = STEPS_BEGIN;
        do {
            block.step_from = block.step_to = end.place;
            // Each is another copy of the kernel.
            if constexpr (optimised && BARRIERS <= 4)
                end = choose_steps<Frame>(number_of_step(end.place),
                                          std::make_index_sequence<BARRIERS + 1>());
            else
                end = take_any_steps<Frame>(number_of_step(end.place));
            if (end.how == pass::came)
                goto came_to_barrier;
            if (end.how == pass::begins)
                goto begins;
            ++block.phase;
        } while (end.place != STEPS_FINISHED);
    } while (next_block());
    return;

begins:
    end.place = block.step_from;
    end.frame->common = of_all[BEFORE_STEP].common;

step:
    end.place = take_step_alone(*end.frame, number_of_step(end.place));

came_to_barrier:
    if (!block.in_ring_mode)
        give_fibers();
    if (end.place != STEPS_FINISHED) {
        __syncthreads(file, line_of_step(end.place));
        block.interruptible = 0;
        goto step;
    }
    thread_finished();

next_thread:
    if (block.unstarted == 0)
        return;
    next_to_begin(index, blockDim);
    end.place = STEPS_BEGIN;
    common = {};

this_thread:
    end.frame = &frames[index.x + blockDim.x * (index.y + blockDim.y * index.z)];
    end.frame->common = common;
    goto step;
}

template <class Frame, class Body, int BARRIERS> void run_steps() {
    run_steps_inline<Frame, Body, BARRIERS>(running_body, block.steps_file);
#ifdef CUDA_EMULATOR_FAST_SWITCH
    switch_context(current_fiber(), leave_ring()); // see run_threads
    __builtin_unreachable();
#endif
}

// Where nothing is optimised, kernels share the runtime's copy of the above, which is more code
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

constexpr int ANY_BARRIERS = 255;
extern template void run_steps<some_frame, some_steps, ANY_BARRIERS>();

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

template <class Frame, int BARRIERS, class Body>
void launch_in_steps(const char *name, const char *file, unsigned launch_bounds,
                     std::size_t frame_bytes, const Body &body) {
    static kernel_info info = {name,
                               launch_bounds,
                               &run_steps<Frame, typename Frame::body_type, BARRIERS>,
                               48 * 1024,
                               frame_bytes,
                               file,
                               &copy_body<Body>,
                               &delete_body<Body>};
    launch(info, &body);
}

enum class arguments { change, stay };

template <class Kept, class Common, arguments ARGUMENTS, int BARRIERS, class Body>
void run_kernel_in_steps(const char *name, const char *file, unsigned launch_bounds, Body body) {
    using frame =
        std::conditional_t<ARGUMENTS == arguments::stay, shared_arguments_frame<Kept, Common, Body>,
                           step_frame<Kept, Common, Body>>;
    if constexpr (shared_run_threads && sizeof(Common) <= sizeof(some_common) &&
                  alignof(frame) <= alignof(some_frame))
        launch_in_steps<some_frame, ANY_BARRIERS>(
            name, file, launch_bounds, sizeof(some_frame) + sizeof(frame), steps_of<frame>(body));
    else
        launch_in_steps<frame, BARRIERS>(name, file, launch_bounds, sizeof(frame), body);
}

} // namespace cuda_emulator

// What the rewriter puts around the body of a kernel that runs in steps. In front of it stands the
// declaration of cuda_emulator_kept. COMMON: the type of what threads have in common; ARGUMENTS:
// whether they `stay`, or may `change`.
#define CUDA_EMULATOR_STEPS_BEGIN(BOUNDS, BARRIERS, COMMON, ARGUMENTS, ...)                        \
    ::cuda_emulator::run_kernel_in_steps<cuda_emulator_kept, COMMON,                               \
                                         ::cuda_emulator::arguments::ARGUMENTS, BARRIERS>(         \
        __func__, __FILE__, static_cast<unsigned>(BOUNDS),                                         \
        [= __VA_ARGS__]([[maybe_unused]] cuda_emulator_kept &cuda_emulator_mine,                   \
            [[maybe_unused]] COMMON &cuda_emulator_ours, int cuda_emulator_from,                   \
            [[maybe_unused]] const uint3 threadIdx, [[maybe_unused]] const uint3 blockIdx,         \
            [[maybe_unused]] const dim3 blockDim, [[maybe_unused]] const dim3 gridDim)             \
            CUDA_EMULATOR_MUTABLE_INLINE {                                                         \
                [[maybe_unused]] int cuda_emulator_strides = ::cuda_emulator::STRIDES_A_TURN;
#define CUDA_EMULATOR_STEPS_END                                                                    \
    return ::cuda_emulator::STEPS_FINISHED;                                                        \
    });
// In place of a barrier: the thread's step ends here, and its next one begins here.
#define CUDA_EMULATOR_STEP(NUMBER, KEEP, RESTORE)                                                  \
    do {                                                                                           \
        KEEP;                                                                                      \
        return ::cuda_emulator::step_place(__LINE__, NUMBER);                                      \
    case NUMBER:                                                                                   \
        RESTORE;                                                                                   \
    } while (0)

// The same for a function with barriers, as a part of the kernel's steps. Its frame is a part of
// the kernel's, and the arguments are there.
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

#endif
