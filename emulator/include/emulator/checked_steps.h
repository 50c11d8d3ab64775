// checked_steps.h: how kernels run from barrier to barrier where each access is checked.
//
// As in steps.h, but for two things. Their own code is a function by itself (see body_apart in
// kernel.h), and no thread keeps anything of its own, of which the checker would be told. And
// threads come in the order in which fibers do: who comes to a barrier last goes on first. So
// reports name the same threads.
#ifndef CUDA_EMULATOR_CHECKED_STEPS_H
#define CUDA_EMULATOR_CHECKED_STEPS_H

#include "emulator/steps.h"

#include <cstddef>
#include <type_traits>

namespace cuda_emulator {

// A thread has come elsewhere than those before it, or has something else in common. The row ends.
template <class Frame, class Common>
CUDA_EMULATOR_UNCHECKED __attribute__((noinline)) void comes_elsewhere(Frame *frame, Common common,
                                                                       int place) {
    copy_unseen(&frame->common, &common, sizeof common);
    block.other_place = place;
    block.row_end = 0;
}

// The step of the threads of a row, in the place of a kernel's body. Nobody's constructors copy its
// parts, as the checker would hear of that.
template <class Frame> struct step_of_row {
    using body_type = typename Frame::body_type;
    using common_type = decltype(Frame::common);
    using kept_type = decltype(Frame::kept);
    template <class T> struct alignas(T) bytes_of {
        unsigned char bytes[sizeof(T)];
        T &value() { return reinterpret_cast<T &>(bytes); }
    };
    bytes_of<body_type> body;
    bytes_of<common_type> before, behind;
    Frame *frames;
    int from, to;

    // As nobody comes to where the beginning is, the first thread comes elsewhere.
    CUDA_EMULATOR_UNCHECKED step_of_row(Frame *all, const common_type &common, int place)
        : frames(all), from(place), to(STEPS_BEGIN) {
        copy_unseen(&body, running_body, sizeof body);
        copy_unseen(&before, &common, sizeof before);
        copy_unseen(&behind, &common, sizeof behind);
    }

    inline __attribute__((always_inline)) void operator()(two_numbers x_y, two_numbers z_block_x,
                                                          two_numbers block_y_z,
                                                          two_numbers width_height,
                                                          two_numbers depth_grid_width,
                                                          two_numbers grid_height_depth) {
        Frame *const frame = frames + low(x_y) +
                             low(width_height) * (high(x_y) + high(width_height) * low(z_block_x));
        kept_type kept; // nothing
        static_assert(std::is_empty<kept_type>::value, "the checker would be told of it");
        common_type common = before.value();
        const int place = call_apart(body.value(), x_y, z_block_x, block_y_z, width_height,
                                     depth_grid_width, grid_height_depth, kept, common, from);
        if (__builtin_expect(place != to || !(common == behind.value()), 0))
            comes_elsewhere(frame, common, place);
    }
};

// The current thread takes the step, and those behind it in its row, until one has waited or comes
// elsewhere. Returns how many; the last of them is the current one then.
template <class Frame>
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) unsigned
take_step_of_row(const step_of_row<Frame> &step) {
    uint3 index;
    set_index(index, threadIdx);
    run_apart<step_of_row<Frame>> row(step);
    row.begin_row(index, blockIdx, blockDim, gridDim);
    const unsigned behind = row(index.x);
    block.interruptible = 0;
    threadIdx.x = behind - 1;
    return behind - index.x;
}

template <class Frame>
CUDA_EMULATOR_UNCHECKED __attribute__((noinline)) int take_checked_step_alone(void *, int from) {
    Frame *const frames = reinterpret_cast<Frame *>(block.frames);
    const unsigned thread = linear_index({threadIdx.x, threadIdx.y, threadIdx.z});
    if (from == STEPS_BEGIN)
        tell_thread_goes_on(thread);
    block.interruptible = 1;
    compiler_fence();
    if (from == STEPS_BEGIN)
        tell_thread_begins();
    take_step_of_row(step_of_row<Frame>(frames, frames[thread].common, from));
    const int place = block.other_place;
    block.other_place = STEPS_BEGIN;
    return place;
}

template <class Frame>
CUDA_EMULATOR_UNCHECKED __attribute__((noinline)) pass_end take_checked_steps(int from) {
    Frame *const frames = reinterpret_cast<Frame *>(block.frames);
    Frame *const of_all = frames + block.threads;
    step_of_row<Frame> step(frames, of_all[BEFORE_STEP].common, from);
    unsigned thread = block.first_in_step;
    for (unsigned left = block.threads; left != 0;) {
        if (thread == block.threads)
            thread = 0;
        threadIdx.x = thread % blockDim.x;
        threadIdx.y = thread / blockDim.x % blockDim.y;
        threadIdx.z = thread / blockDim.x / blockDim.y;
        const unsigned of_row = blockDim.x - threadIdx.x;
        block.row_end = threadIdx.x + (left < of_row ? left : of_row);
        tell_thread_goes_on(thread);
        compiler_fence();
        block.interruptible = 1;
        compiler_fence();
        const unsigned count = take_step_of_row(step);
        left -= count;
        thread += count;
        Frame &latest = frames[thread - 1];
        const int place = block.other_place;
        if (place != STEPS_BEGIN) {
            block.other_place = STEPS_BEGIN;
            if (step.to != STEPS_BEGIN)
                return {&latest, place, pass::came};
            block.step_to = step.to = place;
            copy_unseen(&step.behind, &latest.common, sizeof step.behind);
            copy_unseen(&of_all[BEHIND_STEP].common, &latest.common, sizeof step.behind);
        }
        if (block.in_ring_mode) {
            copy_unseen(&latest.common, &step.behind, sizeof step.behind);
            return {&latest, step.to, pass::came};
        }
    }
    block.first_in_step = thread - 1;
    copy_unseen(&of_all[BEFORE_STEP].common, &step.behind, sizeof step.behind);
    return {nullptr, step.to, pass::complete};
}

} // namespace cuda_emulator

#endif
