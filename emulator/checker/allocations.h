// allocations.h: what lies where in the memory that a kernel can reach, and whose it is.
#ifndef CUDA_EMULATOR_ALLOCATIONS_H
#define CUDA_EMULATOR_ALLOCATIONS_H

#include "finding.h"
#include "shadow.h"

#include <atomic>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

// memory.cpp
bool reserve_memory();
bool is_freed(uintptr_t address);
bool is_constant(uintptr_t address);
// Counts the allocations, and what is freed.
extern std::atomic<uint32_t> allocations_changed;
// The calls that have allocated memory, in their order.
std::vector<call_stack> calls_that_allocate();
// Something that no hook tells of reads the memory at the address: a copy, a texture.
void is_read(uintptr_t address);
// Whether a copy or cudaMemset has written only a part of these bytes, and no member of a struct:
// it was of bytes beside them too, or of three of four.
bool is_cut(uintptr_t first, size_t bytes);
void report_leaked_memory();
void report_unread_memory();
void look_for_unwritten(const copy_side &from, const call_stack &copy);
bool frees_were_refused();
// The parts in use of the region, and of what is remembered of it.
std::vector<process_copy::instead::part> memory_in_use();

// variables.cpp
// Says in the finding what lies at the address, or near it.
void describe(uintptr_t address, finding &f);
std::string missing_of_index(bool negative);
// Local variables: forgets those of a launch that was given up; finds the one at or near the
// address, or null.
void forget_locals();
const local_note *nearest_local(uintptr_t address);
variable variable_of_note(const local_note &note, uintptr_t address);
void refresh_dynamic_shared(size_t bytes, bool first_block);
void refresh_file_shared();
void check_shared_limits(const launch_info &launch);
// Where blocks take turns, another one's shared memory comes to lie at the same addresses.
void put_shared_away();
void bring_shared_back();

// symbols.cpp
// Whether a variable of the program lies there that is certainly not the device's.
bool find_host_variable(uintptr_t address, variable &result);

// devices.cpp
// A kernel uses memory where there are several devices.
void look_whose(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code);

// leaks.cpp: all but memory, in the order in which leaks are told.
enum class thing_kind { object, stream, event };
void made(thing_kind kind, const char *noun, uint64_t handle, const call_stack &calls);
void destroyed(thing_kind kind, uint64_t handle);
void report_leaked_things();
void leaked(const variable &about);

} // namespace checker
} // namespace cuda_emulator

#endif
