// variables.h: what lies at an address, by its name in the source, and what it held before.
#ifndef CUDA_EMULATOR_RECORDER_VARIABLES_H
#define CUDA_EMULATOR_RECORDER_VARIABLES_H

#include "trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace recorder {

// What the program tells before its launches: its variables, its allocations, the arguments of the
// kernel that is launched next.
void note_device_variable(const volatile void *memory, std::size_t size, const char *name,
                          bool constant, const char *file, int line, const recorded_type &type);
void note_allocation(const void *memory);
void note_argument(const char *kernel, const std::string &name, const void *pointer,
                   const recorded_type &type);

// The variables that the recorded threads of one launch use.
class variable_table {
public:
    // The arguments that were noted name what they point to.
    void begin_launch(const launch_info &launch);
    // A block of the launch, whose number among the recorded ones this is.
    void begin_block(int number);
    void note_shared(const void *memory, std::size_t size, const char *name, const char *file,
                     int line, const recorded_type &type);
    void forget(const void *memory); // which is freed

    struct found {
        bool is_memory;         // of the device
        std::uint32_t variable; // OTHER: none that is known
        std::uint64_t offset;
    };
    static constexpr std::uint32_t OTHER = ~0u;
    // Of an access that is about to happen. What was there before is kept.
    found find(std::uintptr_t address, std::size_t bytes);

    bool is_shared(std::uint32_t number) const {
        return number != OTHER && all_[number].is.space == memory_space::shared;
    }

    // All of them, with their windows; to be called once.
    std::vector<variable> take();

private:
    static constexpr std::size_t PAGE = 4096;
    // As it was before the first access.
    struct page {
        unsigned char bytes[PAGE], written[PAGE];
    };
    struct entry {
        variable is;
        std::uintptr_t base;
        std::uint64_t touched, touched_end; // offsets, of the recorded threads
        std::map<std::uint64_t, page> before;
    };
    struct argument {
        std::string name;
        std::uintptr_t base;
        recorded_type type;
    };

    std::uint32_t add(const variable &v, std::uintptr_t base);
    std::uint32_t look_up(std::uintptr_t address, bool &is_memory);
    void keep(entry &e, std::uint64_t offset, std::size_t bytes);
    void keep_page(entry &e, std::uint64_t number, page &to) const;

    std::vector<entry> all_;
    std::map<std::uintptr_t, std::uint32_t> by_address_;
    std::vector<argument> arguments_;
    std::map<std::uintptr_t, std::uint64_t> others_; // words that are no variable's
    std::size_t dynamic_bytes_ = 0;
    int block_ = 0;
    std::uint32_t last_ = OTHER; // that was found
};

} // namespace recorder
} // namespace cuda_emulator

#endif
