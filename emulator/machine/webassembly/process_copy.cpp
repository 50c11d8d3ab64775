// process_copy.cpp: see process_copy.h. JavaScript keeps what was in memory.
#include "machine/process_copy.h"
#include "machine/webassembly/host.h"

extern "C" char __stack_high, __global_base;

namespace cuda_emulator {

static process_copy::instead work;

CUDA_EMULATOR_FOR_HOST(cuda_emulator_copy_begins) void cuda_emulator_copy_begins() {
    work.begins();
}
CUDA_EMULATOR_FOR_HOST(cuda_emulator_copy_ends) void cuda_emulator_copy_ends() {
    work.ends();
}

// All memory that something has been written to.
static std::vector<process_copy::instead::part> memory_in_use() {
    const auto address = [](const char &symbol) { return reinterpret_cast<std::size_t>(&symbol); };
    std::vector<process_copy::instead::part> all = work.in_use();
    all.push_back({nullptr, address(__stack_high)});
    all.push_back({&__global_base, __builtin_wasm_memory_size(0) * 65536 - address(__global_base)});
    return all;
}

bool process_copy::make(const instead &to_do) {
    work = to_do;
    channel_ = 0;
    process_ = 0;
    const auto all = memory_in_use();
    host_copy_memory(all.data(), all.size());
    return true;
}

std::string process_copy::go(double seconds) {
    const auto all = memory_in_use();
    std::string answer(host_run_copy(seconds, all.data(), all.size()), '\0');
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
