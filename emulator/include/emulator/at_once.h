// at_once.h: loads and stores that another worker may look at meanwhile: as one access, of up to
// 16 bytes. For the checker they are atomic ones, of up to 8, and order the others: libraries tell
// other blocks by them that a part is done.
#ifndef CUDA_EMULATOR_AT_ONCE_H
#define CUDA_EMULATOR_AT_ONCE_H

#include "emulator/ordered_atomics.h"

#include <cstring>

namespace cuda_emulator {

// The largest that is moved at once, and of which there is a whole number.
typedef unsigned long long two_words __attribute__((vector_size(16), aligned(8)));
template <std::size_t BYTES> struct word_of { using type = unsigned char; };
template <> struct word_of<2> { using type = unsigned short; };
template <> struct word_of<4> { using type = unsigned; };
template <> struct word_of<8> { using type = unsigned long long; };
template <> struct word_of<16> { using type = two_words; };
constexpr std::size_t word_bytes(std::size_t bytes, std::size_t alignment) {
    std::size_t word = checked ? 8 : 16;
    while (bytes % word != 0 || (alignment < word && !(word == 16 && alignment == 8)))
        word /= 2;
    return word;
}

template <class T> inline __attribute__((always_inline)) T load_word(const T *from) {
    if constexpr (checked) {
        unused_old_value(); // as in padding, of which libraries look at the status alone
        return ordered_load(from, __ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    } else {
        return *static_cast<const volatile T *>(from);
    }
}
template <class T> inline __attribute__((always_inline)) void store_word(T *to, T value) {
    if constexpr (checked)
        ordered_store(to, value, __ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    else
        *static_cast<volatile T *>(to) = value;
}

template <class T, class From> inline __attribute__((always_inline)) T load_at_once(From *from) {
    using word = typename word_of<word_bytes(sizeof(T), alignof(T))>::type;
    word words[sizeof(T) / sizeof(word)];
    for (std::size_t i = 0; i < sizeof(T) / sizeof(word); ++i)
        words[i] = load_word(reinterpret_cast<const word *>(from) + i);
    T value;
    std::memcpy(static_cast<void *>(&value), words, sizeof(T));
    return value;
}

template <class T> inline __attribute__((always_inline)) void store_at_once(T *to, const T &value) {
    using word = typename word_of<word_bytes(sizeof(T), alignof(T))>::type;
    word words[sizeof(T) / sizeof(word)];
    std::memcpy(words, static_cast<const void *>(&value), sizeof(T));
    for (std::size_t i = 0; i < sizeof(T) / sizeof(word); ++i)
        store_word(reinterpret_cast<word *>(to) + i, words[i]);
}

} // namespace cuda_emulator

#endif
