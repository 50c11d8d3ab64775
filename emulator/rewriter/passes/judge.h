// Says what nvcc refuses: see verdicts.cpp.
#pragma once

#include "verdicts.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuda_rewriter {

using space = function::space;

inline constexpr const char *results_go =
    "Its results go to memory of the device, which a pointer among its arguments points to.";

struct known_function {
    const program_file *file;
    function what;
    bool is_called = false; // by a kernel, whether directly or not: nvcc compiles it for the device
    bool leaves_out = false; // a template with "if constexpr", which leaves out what does not fit

    const region &text() const { return file->source->main_text(); }
    const tree &syntax() const { return file->source->syntax(); }
    bool is_certain(int position) const {
        return file->is_certain && file->source->is_certain(text().directives_before(position));
    }
    bool is_device_code() const { return what.runs == space::device || what.runs == space::kernel; }
};

struct known_variable {
    const program_file *file;
    host_variable what;
};

struct message {
    const source_file *source;
    std::uint32_t token;
    std::string text;
    const source_file *other; // what the message is about is declared there, or null
    std::uint32_t other_token;
    std::string other_text;
};

class judge {
public:
    judge(const std::vector<program_file> &files, const macro_words &macros, bool relaxed_constexpr)
        : files_(files), macros_(macros), relaxed_constexpr_(relaxed_constexpr) {}

    std::vector<std::string> read();

private:
    using names = std::set<std::string, std::less<>>;

    void find_names();
    void find_types(const tree &syntax);
    void read_using(const region &text, const node &declaration, names &namespaces,
                    names &used_namespaces);
    void find_called();
    known_function *function_around(const program_file &file, int position);
    const known_function *function_at(const program_file &file, int position);
    bool is_left_out(const known_function &f, const node &around) const;
    bool has_own(const known_function &f, const std::string &name);
    static bool stands_alone(const tree &syntax, int position);
    void check_launch(const program_file &file, const node &launch);
    void check_shape(const known_function &f);
    void check_node(const program_file &file, const node &n);
    void check_names(const program_file &file);
    void check_use(const known_function &f, const node &use);
    void check_call(const known_function &f, const node &call);
    bool check_launch_typed_as_shifts(const known_function &f, const node &call);
    void check_variable(const known_function &f, int position);
    bool is_plain_class(std::string_view name) const;
    const known_function *host_member(const std::string &class_name,
                                      const std::string &member) const;
    std::string class_of(const known_function &f, const std::string &variable) const;
    void check_member(const known_function &f, const node &call);
    void check_constructor(const known_function &f, int position);
    bool may_declare(const known_function &f, const std::string &name) const;
    void check_std(const known_function &f, int position);
    void check_unqualified_std(const known_function &f, int position);
    const known_function *only(const std::string &name, space runs,
                               const known_function &caller) const;
    // Though it does not say so.
    bool is_for_both(const known_function &f) const {
        return relaxed_constexpr_ && f.what.is_constant;
    }
    bool fits(const known_function &callee, const region &text, int open) const;
    bool is_macro(std::string_view name) const { return macros_.count(std::string(name)) != 0; }
    bool is_mentioned_by_macro(const std::string &name) const {
        return words_of_macros_.count(name) != 0;
    }
    void say(const source_file &source, const region &text, int position, const std::string &what) {
        messages_.push_back({&source, text.token_index(position), what, nullptr, 0, ""});
    }
    void say(const known_function &f, int position, const std::string &what,
             const known_function *about = nullptr) {
        say(*f.file->source, f.text(), position, what);
        if (about != nullptr)
            add_note(*about->file, about->what.position, about->what.name + "() is declared here");
    }
    void add_note(const program_file &file, int position, const std::string &what) {
        messages_.back().other = file.source;
        messages_.back().other_token = file.source->main_text().token_index(position);
        messages_.back().other_text = what;
    }

    const std::vector<program_file> &files_;
    const macro_words &macros_;
    const bool relaxed_constexpr_;
    std::vector<known_function> functions_;
    std::multimap<std::string, known_function *, std::less<>> by_name_;
    std::map<std::pair<const source_file *, int>, known_function *> by_body_;
    std::map<std::string, std::vector<known_variable>, std::less<>> variables_;
    std::map<std::string, int, std::less<>> classes_; // 1: a plain class, of which there is one
    names types_;                    // names of classes, and those that typedef and using make
    names imported_;                 // by "using a::name;"
    names words_of_macros_;          // what occurs in a macro
    bool foreign_namespace_ = false; // "using namespace" of one whose functions are not known
    bool uses_std_ = false;          // "using namespace std"
    std::map<std::pair<const known_function *, std::string>, bool> own_; // see has_own()
    std::vector<message> messages_;
};
} // namespace cuda_rewriter
