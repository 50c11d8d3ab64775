// cuda_awbarrier.h: the barrier of <cuda/barrier> as it was called before.
#ifndef CUDA_AWBARRIER_H
#define CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
    using place = cuda_emulator::call_place;

public:
    class arrival_token {
        friend class awbarrier;
        unsigned long long phase_;
    };

    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;

    arrival_token arrive(place where = place()) {
        arrival_token token;
        token.phase_ = __mbarrier_arrive(&barrier_, where);
        return token;
    }
    arrival_token arrive_and_drop(place where = place()) {
        arrival_token token;
        token.phase_ = __mbarrier_arrive_and_drop(&barrier_, where);
        return token;
    }
    // Whether the phase is over before others have had their turn.
    bool timed_wait(arrival_token token, unsigned long long /*nanoseconds*/,
                    place where = place()) {
        return __mbarrier_test_wait(&barrier_, token.phase_, where);
    }
    void wait(arrival_token token, place where = place()) {
        cuda_emulator::wait_until(
            [&] { return barrier_.is_over(token.phase_, __NV_THREAD_SCOPE_BLOCK); },
            __NV_THREAD_SCOPE_BLOCK, where);
    }
    void arrive_and_wait(place where = place()) { wait(arrive(where), where); }

    static constexpr unsigned(max)() {
        return static_cast<unsigned>(cuda_emulator::arrivals::MOST);
    }

    friend void init(awbarrier *object, unsigned expected) {
        __mbarrier_init(&object->barrier_, expected);
    }

private:
    __mbarrier_t barrier_;
};

} // namespace experimental
} // namespace nvcuda

#endif
