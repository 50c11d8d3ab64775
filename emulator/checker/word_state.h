// word_state.h: whether the bytes of a word are allocated, and whether they are written.
#ifndef CUDA_EMULATOR_WORD_STATE_H
#define CUDA_EMULATOR_WORD_STATE_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace cuda_emulator {
namespace checker {

constexpr unsigned WHOLE_WORD = 15; // its four bytes
// The byte of its word.
inline unsigned byte_of(uintptr_t address) {
    return 1u << (address & 3);
}

// What is known of the four bytes of a word, a bit for each: whether they are allocated, and
// whether they are written. Beside local variables, written and not allocated is a gap.
class word_state {
public:
    word_state() = default;
    constexpr word_state(bool allocated, bool written)
        : bits_(static_cast<uint8_t>((allocated ? 0xF0 : 0) | (written ? 0x0F : 0))) {}

    unsigned allocated() const { return bits_ >> 4; }
    unsigned written() const { return bits_ & 15; }
    bool is_unknown() const { return bits_ == 0; }
    // Whether all of these bytes are allocated and written.
    bool is_good(unsigned bytes) const {
        return (bits_ & (bytes | bytes << 4)) == (bytes | bytes << 4);
    }
    // The same of all bytes of so many words.
    template <unsigned WORDS> static bool are_good(const word_state *first) {
        std::conditional_t<WORDS == 1, uint8_t, std::conditional_t<WORDS == 2, uint16_t, uint32_t>>
            all;
        std::memcpy(&all, first, WORDS);
        return all == decltype(all)(~0u);
    }
    void set_written(unsigned bytes) { bits_ |= static_cast<uint8_t>(bytes); }
    void set_written_as(word_state other) {
        bits_ = static_cast<uint8_t>((bits_ & 0xF0) | other.written());
    }
    // The same of eight words.
    static void set_eight_written_as(word_state *first, const word_state *others) {
        constexpr uint64_t WRITTEN = 0x0f0f0f0f0f0f0f0f;
        uint64_t mine, other;
        std::memcpy(&mine, first, sizeof mine);
        std::memcpy(&other, others, sizeof other);
        mine = (mine & ~WRITTEN) | (other & WRITTEN);
        std::memcpy(static_cast<void *>(first), &mine, sizeof mine);
    }
    // Whether all of so many words is written, a multiple of eight.
    template <unsigned WORDS> static bool are_written(const word_state *first) {
        constexpr uint64_t WRITTEN = 0x0f0f0f0f0f0f0f0f;
        uint64_t all = WRITTEN;
        for (unsigned i = 0; i < WORDS; i += 8) {
            uint64_t eight;
            std::memcpy(&eight, first + i, sizeof eight);
            all &= eight;
        }
        return all == WRITTEN;
    }
    // These bytes become what they are there.
    void set(unsigned bytes, word_state other) {
        const unsigned both = bytes | bytes << 4;
        bits_ = static_cast<uint8_t>((bits_ & ~both) | (other.bits_ & both));
    }

    // The same for whole words, quickly.
    static void fill(word_state *first, size_t count, word_state state) {
        std::memset(static_cast<void *>(first), state.bits_, count);
    }

private:
    uint8_t bits_;
};

} // namespace checker
} // namespace cuda_emulator

#endif
