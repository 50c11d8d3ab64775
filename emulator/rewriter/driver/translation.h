// Translates a translation unit: a .cu file and the headers that it includes.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../passes/bit_fields.h"
#include "../syntax/edits.h"
#include "options.h"
#include "../syntax/region.h"
#include "../passes/same_names.h"
#include "../passes/shared_memory.h"
#include "../syntax/source_file.h"
#include "../sema/changed_arguments.h"
#include "../sema/float_names.h"
#include "../sema/out_of_reach.h"
#include "../sema/specifiers.h"
#include "../passes/steps.h"
#include "../passes/views.h"

namespace cuda_rewriter {

struct output_file {
    std::filesystem::path path;
    std::string content;
};

class translation {
public:
    explicit translation(const options &opts)
        : output_(opts.output), include_dirs_(opts.include_dirs), check_(opts.check),
          profile_(opts.profile), record_(opts.record), lanes_(!opts.one_by_one),
          fuses_(!opts.no_fmad), relaxed_constexpr_(opts.relaxed_constexpr) {}

    // Reads and translates everything.
    void run(const std::filesystem::path &input, const std::string &display_name);

    // The rewritten headers, and last the translated input.
    std::vector<output_file> outputs();
    // Where the columns of lines with changes come from: see columns.h.
    std::string columns() const;
    // Every file that was read, the input first.
    const std::vector<std::filesystem::path> &inputs() const { return inputs_; }

private:
    struct file; // one file of the translation unit

    // The name of a header in an #include or in a __has_include.
    struct header_use {
        std::uint32_t token;
        bool quoted;
        bool included;
        bool certain; // whether the compiler comes to this place, if it comes to the file
        std::filesystem::path path; // what it resolves to
        file *header;               // only of an #include
    };

    struct file {
        std::unique_ptr<source_file> source;
        edit_list edits;
        std::vector<header_use> headers;
        // Of the main text, as far as it has been searched.
        specifier_uses kernels;
        specifier_uses shared;
        device_functions device;
        specifier_uses variables; // __device__, __constant__ and __managed__
        specifier_uses constants; // __constant__
        int searched = 0;
        std::string wanted_name; // of a rewritten copy
        std::string copy_name;   // empty when the original can be used
    };

    file &load(const std::filesystem::path &path, const std::string &display_name,
               const std::string &wanted_name);
    void translate(file &f, const std::filesystem::path &path);
    void find_specifiers(file &f, std::uint32_t directive);
    void translate_macro(file &f, const macro_definition &macro);
    void forget_macro(std::string_view name);
    bool follow_include(file &f, const std::filesystem::path &path, const directive &line);
    void say_what_is_missing(file &f, const directive &line);
    void find_header_tests(file &f, const std::filesystem::path &path, const directive &line);
    std::filesystem::path resolve(const std::filesystem::path &includer, std::string_view name,
                                  bool quoted) const;
    void refuse_what_nvcc_refuses();
    void choose_copies();
    std::string unique_copy_name(const std::string &wanted_name);
    void point_to_headers(file &f);

    std::filesystem::path output_;
    std::vector<std::filesystem::path> include_dirs_;
    bool check_;
    bool profile_;
    bool record_;
    bool lanes_;
    bool fuses_;
    bool relaxed_constexpr_;
    std::map<std::filesystem::path, std::unique_ptr<file>> files_; // by canonical path
    std::vector<file *> order_;                                    // as read: the input first
    std::vector<std::filesystem::path> inputs_;
    std::set<std::string> copy_names_;
    int places_before_ = 0;        // in the files that are translated
    bool uses_ptx_ = false;        // asm() has become calls of emulator/ptx.h
    bool hides_variables_ = false; // macros may make variables that no note is made of
    bool own_additions_ = false;   // the program declares an atomicAdd()
    bool own_prints_ = false;      // and a printf(), be it a member
    std::set<std::string> macro_names_;
    std::set<std::string> statement_macros_; // of these, those that may hide statements
    macro_words words_in_macros_;
    std::set<std::string> functions_of_others_; // of the files so far
    float_names float_names_;                   // likewise
    class_names classes_;
    std::set<std::string, std::less<>> function_templates_;
    bit_fields bit_fields_;
    out_of_reach out_of_reach_;
    changed_arguments changed_arguments_;
    std::set<std::string> no_types_; // of these, those that may stand for more than a type
    views views_;
    specifier_names kernel_names_{"__global__"};
    specifier_names shared_names_{"__shared__"};
    static_shared_macros shared_macros_;
    specifier_names device_names_{"__device__"};
    specifier_names constexpr_names_{"constexpr"};
    specifier_names consteval_names_{"consteval"};
    specifier_names constant_names_{"__constant__"};
    specifier_names managed_names_{"__managed__"};
};

} // namespace cuda_rewriter
