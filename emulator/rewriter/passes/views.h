// What is something else in device code: __CUDA_ARCH__, which host code does not see, the macros
// that depend on it, and clock().
#pragma once

#include "../syntax/edits.h"
#include "../syntax/source_file.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_rewriter {

// Of a translation unit.
class views {
public:
    // Where a declaration runs, as its specifiers say: a set of these.
    enum specifiers : unsigned { NONE = 0, HOST = 1, DEVICE = 2 };

    // Macros such as "#define BOTH __host__ __device__" count as what they stand for.
    void add_macro(const macro_definition &macro);
    unsigned says(std::string_view word) const;

    // What a macro is called in device code, or nothing if it is the same there.
    std::string_view device_name(std::string_view word) const;
    void add_name(std::string_view macro);

private:
    std::map<std::string, unsigned, std::less<>> specifiers_ = {{"__host__", HOST},
                                                                {"__device__", DEVICE},
                                                                {"__global__", DEVICE},
                                                                {"__constant__", DEVICE}};
    std::map<std::string, std::string, std::less<>> names_ = {
        {"__CUDA_ARCH__", "CUDA_EMULATOR_ARCH"}};
};

// Of one file.
class file_views {
public:
    file_views(views &all, const source_file &file, edit_list &edits)
        : all_(all), file_(file), edits_(edits) {}

    // Takes the directives in their order, those of included files in between; of an #include,
    // whether it is of a header that is not the program's.
    void follow(const directive &line, bool is_of_toolkit);
    // Device code gets its view. After all directives.
    void rewrite();

private:
    struct group { // an #if and what belongs to it
        bool depends = false;
        std::size_t first; // of directives_
        std::vector<group> inner;
    };

    std::string_view device_name(std::uint32_t index) const;
    bool is_call_of_clock(std::uint32_t index) const;
    // Of the tokens [first, last).
    bool depends(std::uint32_t first, std::uint32_t last) const;
    bool depends(const directive &line) const;
    void use_device_names(std::uint32_t first, std::uint32_t last, bool in_repetition);
    int position_behind(std::uint32_t directive) const;
    // Whether device code needs the directive of its own: a macro, or what ends the compilation,
    // or a header that only one side sees. It has guards, so both can have it.
    bool differs(const directive &line) const;
    // Whether there is the body of a function around a position.
    bool is_in_function(int position) const;
    template <class Function> bool rewrite_bodies(const tree &syntax, Function both_views);
    bool rewrite_macro(const directive &line);
    bool has_device_code_only(int first, int last) const;
    void end_group(const group &g, std::size_t last, bool outermost);
    void repeat(std::size_t first, std::size_t last);

    views &all_;
    const source_file &file_;
    edit_list &edits_;
    std::vector<const directive *> directives_;
    std::set<const directive *> toolkit_headers_;
    std::vector<group> open_;
};

} // namespace cuda_rewriter
