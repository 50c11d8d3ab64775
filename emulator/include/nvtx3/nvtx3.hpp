// nvtx3.hpp: ranges and marks for NVIDIA's profilers, for C++. No profiler listens here, so all of
// it does nothing.
#ifndef CUDA_EMULATOR_NVTX3_HPP
#define CUDA_EMULATOR_NVTX3_HPP

#include "nvToolsExt.h"

#include <string>
#include <type_traits>

#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0

namespace nvtx3 {
inline namespace v1 {

// ---- What a range or a mark may be told to look like

struct rgb {
    using component_type = uint8_t;
    constexpr rgb(component_type r, component_type g, component_type b) noexcept
        : red(r), green(g), blue(b) {}
    component_type red, green, blue;
};

struct argb final : rgb {
    constexpr argb(component_type a, component_type r, component_type g, component_type b) noexcept
        : rgb(r, g, b), alpha(a) {}
    component_type alpha;
};

class color {
public:
    using value_type = uint32_t;
    constexpr explicit color(value_type code) noexcept : code_(code) {}
    constexpr color(const argb &c) noexcept
        : code_(value_type(c.alpha) << 24 | value_type(c.red) << 16 | value_type(c.green) << 8 |
                c.blue) {}
    constexpr color(const rgb &c) noexcept : color(argb(255, c.red, c.green, c.blue)) {}
    constexpr value_type get_value() const noexcept { return code_; }

private:
    value_type code_;
};

class category {
public:
    using id_type = uint32_t;
    constexpr explicit category(id_type id) noexcept : id_(id) {}
    constexpr id_type get_id() const noexcept { return id_; }

private:
    id_type id_;
};

struct payload {
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
    constexpr explicit payload(T) noexcept {}
};

class domain {
public:
    struct global {};
    template <class = global> static const domain &get() noexcept {
        static const domain d;
        return d;
    }
    operator nvtxDomainHandle_t() const noexcept { return nullptr; }

private:
    domain() = default;
};

template <class Domain = domain::global> class named_category_in : public category {
public:
    named_category_in(id_type id, const char *) noexcept : category(id) {}
    named_category_in(id_type id, const wchar_t *) noexcept : category(id) {}
    template <class C> static const named_category_in &get() noexcept {
        static const named_category_in c(C::id, C::name);
        return c;
    }
};
using named_category = named_category_in<>;

template <class Domain = domain::global> class registered_string_in {
public:
    explicit registered_string_in(const char *) noexcept {}
    explicit registered_string_in(const wchar_t *) noexcept {}
    explicit registered_string_in(const std::string &) noexcept {}
    explicit registered_string_in(const std::wstring &) noexcept {}
    template <class Message> static const registered_string_in &get() noexcept {
        static const registered_string_in s(Message::message);
        return s;
    }
    nvtxStringHandle_t get_handle() const noexcept { return nullptr; }
};
using registered_string = registered_string_in<>;

struct message {
    constexpr message(const char *) noexcept {}
    constexpr message(const wchar_t *) noexcept {}
    message(const std::string &) noexcept {}
    message(const std::wstring &) noexcept {}
    template <class D> message(const registered_string_in<D> &) noexcept {}
};

class event_attributes {
    template <class T>
    static constexpr bool fits =
        std::is_convertible<T, color>::value || std::is_base_of<category, T>::value ||
        std::is_same<T, payload>::value || std::is_convertible<T, message>::value;

public:
    using value_type = nvtxEventAttributes_t;
    template <class... T, class = std::enable_if_t<(fits<std::decay_t<T>> && ...)>>
    constexpr event_attributes(const T &...) noexcept {}
};

// ---- Ranges and marks

template <class Domain = domain::global> class scoped_range_in {
public:
    scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
    explicit scoped_range_in(const event_attributes &) noexcept {}
    template <
        class First, class... Rest,
        class = std::enable_if_t<std::is_constructible<event_attributes, First, Rest...>::value>>
    explicit scoped_range_in(const First &, const Rest &...) noexcept {}
    ~scoped_range_in() {} // so that no compiler calls it unused

    scoped_range_in(const scoped_range_in &) = delete;
    scoped_range_in &operator=(const scoped_range_in &) = delete;
};
using scoped_range = scoped_range_in<>;

struct range_handle {
    using value_type = nvtxRangeId_t;
    constexpr explicit range_handle(value_type = 0) noexcept {}
    constexpr explicit operator bool() const noexcept { return false; }
    constexpr value_type get_value() const noexcept { return 0; }
};

template <class Domain = domain::global, class... T>
range_handle start_range_in(const T &...attributes) noexcept {
    (void)event_attributes(attributes...);
    return range_handle();
}
template <class... T> range_handle start_range(const T &...attributes) noexcept {
    return start_range_in<>(attributes...);
}
template <class Domain = domain::global> void end_range_in(range_handle) noexcept {}
inline void end_range(range_handle) noexcept {}

template <class Domain = domain::global> class unique_range_in {
public:
    template <class... T,
              class = std::enable_if_t<std::is_constructible<event_attributes, T...>::value>>
    explicit unique_range_in(const T &...) noexcept {}
    ~unique_range_in() {}

    unique_range_in(unique_range_in &&) noexcept {}
    unique_range_in &operator=(unique_range_in &&) noexcept { return *this; }
};
using unique_range = unique_range_in<>;

template <class Domain = domain::global, class... T> void mark_in(const T &...attributes) noexcept {
    (void)event_attributes(attributes...);
}
template <class... T> void mark(const T &...attributes) noexcept {
    mark_in<>(attributes...);
}

} // namespace v1
} // namespace nvtx3

#define NVTX3_FUNC_RANGE() NVTX3_FUNC_RANGE_IN(::nvtx3::domain::global)
#define NVTX3_FUNC_RANGE_IN(DOMAIN) const ::nvtx3::scoped_range_in<DOMAIN> nvtx3_range__(__func__)
#define NVTX3_FUNC_RANGE_IF(CONDITION) ((void)(CONDITION))
#define NVTX3_FUNC_RANGE_IF_IN(DOMAIN, CONDITION) ((void)(CONDITION))

#endif
