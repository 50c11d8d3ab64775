// value_text.h: a value as text, for the messages of checks that fail.
#ifndef VALUE_TEXT_H
#define VALUE_TEXT_H

#include <cstdio>
#include <string>
#include <type_traits>

// As a stream would write it, but that characters are numbers. <sstream> takes compilers as long to
// read as all else that these tests include.
template <class T> __attribute__((noinline, cold, unused)) static std::string value_text(T value) {
    char text[64];
    if constexpr (std::is_pointer<T>::value)
        std::snprintf(text, sizeof text, "%p", static_cast<const void *>(value));
    else if constexpr (std::is_enum<T>::value ||
                       (std::is_integral<T>::value && std::is_signed<T>::value))
        std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
    else if constexpr (std::is_integral<T>::value)
        std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(value));
    else
        std::snprintf(text, sizeof text, "%g", static_cast<double>(value));
    return text;
}
static inline std::string value_text(const std::string &value) {
    return value;
}
static inline std::string value_text(const char *value) {
    return value;
}

#endif
