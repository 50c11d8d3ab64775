// process_copy.cpp: see process_copy.h. JavaScript keeps what was in memory.
#include "machine/process_copy.h"
#include "machine/webassembly/host.h"

extern "C" char __stack_high, __global_base;

namespace cuda_emulator {

static void (*copy_begins)(), (*copy_ends)();

CUDA_EMULATOR_FOR_HOST(cuda_emulator_copy_begins) void cuda_emulator_copy_begins() {
    copy_begins();
}
CUDA_EMULATOR_FOR_HOST(cuda_emulator_copy_ends) void cuda_emulator_copy_ends() {
    copy_ends();
}

bool process_copy::make(const instead &work) {
    copy_begins = work.begins;
    copy_ends = work.ends;
    channel_ = 0;
    process_ = 0;
    const auto size_of = [](const char *begin, const char *end) {
        return static_cast<std::size_t>(end - begin);
    };
    const auto *end = reinterpret_cast<const char *>(__builtin_wasm_memory_size(0) * 65536);
    std::vector<instead::part> all = work.reserved;
    all.push_back({nullptr, size_of(nullptr, &__stack_high)});
    all.push_back({&__global_base, size_of(&__global_base, end)});
    host_copy_memory(all.data(), all.size());
    return true;
}

std::string process_copy::go(double seconds) {
    std::string answer(host_run_copy(seconds), '\0');
    host_take_answer(&answer[0]);
    drop();
    return answer;
}

void process_copy::drop() {
    if (channel_ == 0)
        host_copy_memory(nullptr, 0);
    channel_ = -1;
}

void process_copy::answer(const std::string &text) {
    host_answer(text.data(), text.size());
}

} // namespace cuda_emulator
