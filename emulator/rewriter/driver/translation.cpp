//     dot.cu, which includes "kernels.cuh", which has a kernel
// becomes
//     dot.cpp, which includes "dot.cpp.kernels.cuh.h"
// and that copy of the header, beside it. Headers without anything to rewrite stay where they are.
#include "translation.h"

#include <limits>
#include <utility>

#include "../passes/attributes.h"
#include "columns.h"
#include "../passes/delays.h"
#include "../passes/device_variables.h"
#include "../syntax/errors.h"
#include "file_io.h"
#include "../sema/device_bodies.h"
#include "../sema/functions.h"
#include "../passes/inline_ptx.h"
#include "../passes/kernels.h"
#include "../passes/launches.h"
#include "../passes/libraries.h"
#include "../passes/local_variables.h"
#include "../passes/member_templates.h"
#include "../passes/multiply_adds.h"
#include "../passes/operation_marks.h"
#include "../passes/own_numbers.h"
#include "../passes/prints.h"
#include "../passes/profile_marks.h"
#include "../passes/removed.h"
#include "../passes/runtime_calls.h"
#include "../passes/shared_limit.h"
#include "../passes/shared_memory.h"
#include "../passes/spins.h"
#include "../passes/statement_marks.h"
#include "../passes/strides.h"
#include "../passes/unused_results.h"
#include "../passes/verdicts.h"
#include "../passes/whole_structs.h"
#include "../passes/lockstep.h"
#include "../passes/whole_vectors.h"

namespace cuda_rewriter {
namespace {

namespace fs = std::filesystem;

// Removing ".." may change the meaning of a path that leads through symbolic links.
fs::path tidy(const fs::path &path) {
    const fs::path shorter = path.lexically_normal();
    std::error_code ignored;
    return fs::equivalent(shorter, path, ignored) ? shorter : path;
}

fs::path absolute_path(const fs::path &path) {
    std::error_code error;
    fs::path result = fs::absolute(path, error);
    if (error)
        fatal_error(path.string() + ": error: has no absolute path: " + error.message());
    return result;
}

std::string flattened(std::string_view name) {
    while (!name.empty() && (name.front() == '.' || name.front() == '/'))
        name.remove_prefix(1);
    std::string result;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
        result += plain ? c : '_';
    }
    return result;
}

// A macro such as "#define BOTH __host__ __device__".
bool begins_declaration(const region &macro, std::string_view specifier) {
    bool found = false;
    for (int position = 0; position < macro.size(); ++position) {
        if (macro.is(position, "{") || macro.is(position, ";"))
            return false;
        found = found || macro.is(position, specifier);
    }
    return found;
}

// A macro that may declare a __device__ variable, of which only its use would tell.
bool hides_device_variable(const macro_definition &macro) {
    bool found = false, more = macro.function_like;
    for (int position = 0; position < macro.body.size(); ++position)
        if (macro.body.is(position, "__device__") || macro.body.is(position, "__constant__") ||
            macro.body.is(position, "__managed__"))
            found = true;
        else if (!macro.body.is_identifier(position))
            more = true;
    return found && more;
}

} // namespace

void translation::run(const fs::path &input, const std::string &display_name) {
    load(input, display_name, input.filename().string());
    refuse_what_nvcc_refuses();
    choose_copies();
}

translation::file &translation::load(const fs::path &path, const std::string &display_name,
                                     const std::string &wanted_name) {
    std::error_code ignored;
    fs::path key = fs::canonical(path, ignored);
    if (key.empty())
        key = path;
    std::unique_ptr<file> &slot = files_[key];
    if (slot)
        return *slot;
    slot = std::make_unique<file>();
    file &f = *slot;
    inputs_.push_back(path);
    order_.push_back(&f);
    f.wanted_name = wanted_name;
    f.source = std::make_unique<source_file>(display_name, read_file(path));
    translate(f, path);
    return f;
}

// In the order of the preprocessor, so that the macros of a header are known behind its #include.
void translation::translate(file &f, const fs::path &path) {
    file_views views(views_, *f.source, f.edits);
    own_prints_ = own_prints_ || declares_function(f.source->syntax(), "printf");
    for (const directive &line : f.source->directives()) {
        find_specifiers(f, line.number);
        const bool includes = line.name == "include" || line.name == "import";
        views.follow(line, includes && !follow_include(f, path, line));
        if (line.name == "if" || line.name == "elif")
            find_header_tests(f, path, line);
        else if (line.macro >= 0)
            translate_macro(f, f.source->macros()[line.macro]);
        else if (line.name == "undef" && !line.arguments.empty())
            forget_macro(f.source->spelling(line.arguments[0]));
    }
    find_specifiers(f, std::numeric_limits<std::uint32_t>::max());
    views.rewrite();
    const tree &syntax = f.source->syntax();
    const region &text = syntax.text();
    bit_fields_.find(syntax);
    if (fuses_) {
        out_of_reach_.find(*f.source, words_in_macros_);
        changed_arguments_.find(syntax, words_in_macros_);
        if (!out_of_reach_.any_operator())
            mark_multiply_adds(*f.source, f.device, views_, bit_fields_, out_of_reach_,
                               changed_arguments_, macro_names_, f.edits);
    }
    rewrite_launches(*f.source, text, f.edits);
    float_names_.find(*f.source);
    step_context steps = {*f.source,
                          f.shared,
                          macro_names_,
                          statement_macros_,
                          words_in_macros_,
                          functions_of_others_,
                          {},
                          {},
                          {},
                          float_names_,
                          lanes_ && !check_,
                          check_,
                          {}};
    if (check_) // what comes in front of a statement, in a kernel's step
        note_whole_structs(syntax, f.device, macro_names_, f.edits);
    rewrite_kernels(*f.source, syntax, f.kernels, profile_ || record_ ? nullptr : &steps, f.edits);
    rewrite_shared_memory(*f.source, syntax, f.shared, false, check_ ? &shared_macros_ : nullptr,
                          steps.late_shared, f.edits);
    limit_shared_memory(syntax, f.shared, f.edits);
    note_device_variables(syntax, f.variables, f.constants, words_in_macros_, f.edits);
    if (check_) {
        note_local_variables(*f.source, f.device, f.shared, no_types_, words_in_macros_, f.edits);
        read_own_numbers(syntax, f.device, f.kernels, macro_names_, f.edits);
        bit_fields_.note(syntax, f.device, macro_names_, f.edits);
        rewrite_strides(syntax, {}, {}, f.edits);
    } else {
        if (profile_) { // no neighbours get turns: it counts best what threads do one by one
            mark_for_profiler(*f.source, syntax, f.device, macro_names_, f.edits);
            group_vectors(text, f.edits);
        } else if (!record_) { // nor here: a picture shows each thread as far as it comes
            rewrite_strides(syntax, steps.bodies, steps.bodies_in_lanes, f.edits);
        }
        // The checker has turns of its own.
        rewrite_spins(syntax, rewrite_delays(syntax, f.device, words_in_macros_, f.edits), f.edits);
    }
    if (record_)
        mark_statements(syntax, f.device, macro_names_, f.edits);
    if (!check_ && !record_) // which show each thread as far as it comes
        keep_lockstep(syntax, f.device, macro_names_, places_before_, f.edits);
    if (macro_names_.count("printf") == 0 && !own_prints_)
        for (const int body : device_bodies(syntax, f.device))
            place_prints(*f.source, body, f.edits);
    own_additions_ = own_additions_ || declares_function(syntax, "atomicAdd");
    note_unused_results(syntax, macro_names_, check_, own_additions_, f.edits);
    rewrite_runtime_calls(text, f.edits);
    rewrite_attributes(text, f.edits);
    relax_recursive_functions(syntax, f.edits);
    uses_ptx_ |=
        rewrite_inline_ptx(text, f.source->directives(), order_.size() == 1 ? &syntax : nullptr,
                           words_in_macros_, f.edits);
    qualify_same_names(syntax, classes_, f.edits);
    say_template(text, function_templates_, f.edits);
    replace_removed(*f.source, f.edits);
    if (profile_)
        mark_operations(*f.source, syntax, f.device, macro_names_, f.edits);
    for (const function &declared : find_declarations(syntax, words_in_macros_).functions)
        functions_of_others_.insert(declared.name);
}

// In the text up to a directive.
void translation::find_specifiers(file &f, std::uint32_t directive) {
    const region &text = f.source->main_text();
    int end = f.searched;
    while (end < text.size() && text.directives_before(end) < directive)
        ++end;
    f.kernels.find(text, f.searched, end, kernel_names_);
    f.shared.find(text, f.searched, end, shared_names_);
    f.device.on_device.find(text, f.searched, end, kernel_names_);
    f.device.on_device.find(text, f.searched, end, device_names_);
    f.device.constant.find(text, f.searched, end, constexpr_names_);
    f.device.constant.find(text, f.searched, end, consteval_names_);
    for (const specifier_names *names : {&device_names_, &constant_names_, &managed_names_})
        f.variables.find(text, f.searched, end, *names);
    f.constants.find(text, f.searched, end, constant_names_);
    f.searched = end;
}

void translation::translate_macro(file &f, const macro_definition &macro) {
    macro_names_.insert(std::string(macro.name));
    words_in_macros_[std::string(macro.name)]; // there, though there be no word in it
    if (hides_statements(macro.body))
        statement_macros_.insert(std::string(macro.name));
    for (int position = 0; position < macro.body.size(); ++position)
        if (macro.body.is_identifier(position))
            words_in_macros_[std::string(macro.name)].insert(
                std::string(macro.body.text(position)));
    hides_variables_ = hides_variables_ || hides_device_variable(macro);
    if (!stands_for_a_type(macro.body))
        no_types_.insert(std::string(macro.name));
    const std::string others = specifiers_of_static_shared(macro.body);
    if (!others.empty() && !macro.function_like)
        shared_macros_[std::string(macro.name)] = others;
    const region &text = macro.body;
    const tree syntax(text);
    specifier_uses kernels;
    specifier_uses shared;
    kernels.find(text, 0, text.size(), kernel_names_);
    shared.find(text, 0, text.size(), shared_names_);
    rewrite_launches(*f.source, text, f.edits);
    if (rewrite_kernels(*f.source, syntax, kernels, nullptr, f.edits))
        kernel_names_.add(macro.name, macro.function_like);
    if (rewrite_shared_memory(*f.source, syntax, shared, true, check_ ? &shared_macros_ : nullptr,
                              {}, f.edits))
        shared_names_.add(macro.name, macro.function_like);
    if (begins_declaration(text, "__device__"))
        device_names_.add(macro.name, macro.function_like);
    for (specifier_names *names : {&constexpr_names_, &consteval_names_}) {
        specifier_uses constant;
        constant.find(text, 0, text.size(), *names);
        if (!constant.none())
            names->add(macro.name, macro.function_like);
    }
    if (begins_declaration(text, "__constant__"))
        constant_names_.add(macro.name, macro.function_like);
    if (begins_declaration(text, "__managed__"))
        managed_names_.add(macro.name, macro.function_like);
    rewrite_runtime_calls(text, f.edits);
    rewrite_attributes(text, f.edits);
    if (macro_names_.count("printf") == 0 && !own_prints_)
        place_prints_of_macro(text, f.edits);
    uses_ptx_ |=
        rewrite_inline_ptx(text, f.source->directives(), nullptr, words_in_macros_, f.edits);
}

void translation::forget_macro(std::string_view name) {
    for (specifier_names *names :
         {&kernel_names_, &shared_names_, &device_names_, &constexpr_names_, &consteval_names_,
          &constant_names_, &managed_names_})
        names->remove(name);
}

fs::path translation::resolve(const fs::path &includer, std::string_view name, bool quoted) const {
    std::vector<fs::path> directories;
    if (quoted)
        directories.push_back(includer.parent_path());
    directories.insert(directories.end(), include_dirs_.begin(), include_dirs_.end());
    for (const fs::path &directory : directories) {
        const fs::path candidate = directory / fs::path(name);
        std::error_code ignored;
        if (fs::is_regular_file(candidate, ignored))
            return tidy(candidate);
    }
    return {};
}

// Whether it is a header of the program.
bool translation::follow_include(file &f, const fs::path &path, const directive &line) {
    if (line.arguments.empty())
        return true;
    const std::string_view spelling = f.source->spelling(line.arguments[0]);
    if (spelling.size() < 3 || (spelling.front() != '"' && spelling.front() != '<'))
        return true; // a macro names it
    const bool quoted = spelling.front() == '"';
    const std::string_view name = spelling.substr(1, spelling.size() - 2);
    const fs::path found = resolve(path, name, quoted);
    if (found.empty()) {
        say_what_is_missing(f, line);
        return false;
    }
    file &header = load(found, found.string(), flattened(name));
    f.headers.push_back(
        {line.arguments[0], quoted, true, f.source->is_certain(line.number), found, &header});
    return true;
}

//     #include <cublas_v2.h>
// becomes an #error, unless it is a header that the compiler finds.
void translation::say_what_is_missing(file &f, const directive &line) {
    const std::uint32_t name = line.arguments[0];
    const std::string spelling(f.source->spelling(name));
    const std::string header = spelling.substr(1, spelling.size() - 2);
    const std::string missing = missing_library(header), part = missing_part(header);
    if (missing.empty())
        return;
    const std::string here = f.source->line_marker(name) + "\n#";
    // Compilers say it of the column in which "error" stands.
    const std::size_t column = f.source->column_of(name), hash = f.source->column_of(line.hash);
    const std::string blanks(column > hash ? column - hash - 1 : 0, ' ');
    f.edits.replace(line.hash, "#if __has_include(" + spelling + ")\n" + here);
    const std::string error = here + blanks + "error ";
    const std::string in_part =
        part.empty() ? "" : "\n#elif __has_include(<thrust/version.h>)\n" + error + part;
    f.edits.insert_after(line.end - 1, in_part + "\n#else\n" + error + missing + "\n#endif\n" +
                                           f.source->line_marker(name, 1));
}

// __has_include("x") also looks beside the file that it stands in.
void translation::find_header_tests(file &f, const fs::path &path, const directive &line) {
    for (std::size_t i = 0; i + 2 < line.arguments.size(); ++i) {
        const std::string_view spelling = f.source->spelling(line.arguments[i + 2]);
        if (f.source->spelling(line.arguments[i]) != "__has_include" || spelling.size() < 3 ||
            spelling.front() != '"')
            continue;
        const fs::path found = resolve(path, spelling.substr(1, spelling.size() - 2), true);
        if (!found.empty())
            f.headers.push_back({line.arguments[i + 2], true, false, false, found, nullptr});
    }
}

void translation::refuse_what_nvcc_refuses() {
    std::set<const file *> certain;
    std::vector<const file *> pending = {order_.front()};
    while (!pending.empty()) {
        const file *f = pending.back();
        pending.pop_back();
        if (!certain.insert(f).second)
            continue;
        for (const header_use &use : f->headers)
            if (use.included && use.certain)
                pending.push_back(use.header);
    }
    std::vector<program_file> files;
    for (const file *f : order_)
        files.push_back({f->source.get(), certain.count(f) != 0});
    const std::vector<std::string> messages = verdicts(files, words_in_macros_, relaxed_constexpr_);
    if (messages.empty())
        return;
    std::string all;
    for (const std::string &message : messages)
        all += (all.empty() ? "" : "\n") + message;
    fatal_error(all);
}

// A header has to be copied when it changes itself, and when it includes one that is copied.
void translation::choose_copies() {
    std::map<file *, std::vector<file *>> includers;
    std::vector<file *> pending;
    for (file *f : order_) {
        for (const header_use &use : f->headers)
            if (use.included)
                includers[use.header].push_back(f);
        if (!f->edits.empty())
            pending.push_back(f);
    }
    std::set<file *> copied(pending.begin(), pending.end());
    while (!pending.empty()) {
        file *f = pending.back();
        pending.pop_back();
        for (file *includer : includers[f])
            if (copied.insert(includer).second)
                pending.push_back(includer);
    }
    for (file *f : order_) {
        // The input itself is only copied if something includes it.
        if (copied.count(f) != 0 && !includers[f].empty())
            f->copy_name = unique_copy_name(f->wanted_name);
    }
    for (file *f : order_)
        if (!f->copy_name.empty() || f == order_.front())
            point_to_headers(*f);
}

std::string translation::unique_copy_name(const std::string &wanted_name) {
    const std::string stem = output_.filename().string() + "." + wanted_name;
    std::string name = stem + ".h";
    for (int number = 2; !copy_names_.insert(name).second; ++number)
        name = stem + "_" + std::to_string(number) + ".h";
    return name;
}

// Copies lie beside the output, so their plain names do. What <> finds without a copy, it still
// finds.
void translation::point_to_headers(file &f) {
    for (const header_use &use : f.headers) {
        const bool copied = use.included && !use.header->copy_name.empty();
        if (copied)
            f.edits.replace(use.token, '"' + use.header->copy_name + '"');
        else if (use.quoted)
            f.edits.replace(use.token, '"' + absolute_path(use.path).string() + '"');
    }
}

std::vector<output_file> translation::outputs() {
    std::vector<output_file> result;
    const auto translated = [](const file &f, const std::string &first_line) {
        const std::string mark = f.source->has_byte_order_mark() ? "\xEF\xBB\xBF" : "";
        return mark + first_line + line_marker(1, f.source->display_name()) + "\n" +
               f.edits.apply(*f.source);
    };
    for (const file *f : order_)
        if (!f->copy_name.empty())
            result.push_back({output_.parent_path() / f->copy_name, translated(*f, "")});
    const std::string first = uses_ptx_ ? "#include <emulator/nvcc.h>\n#include <emulator/ptx.h>\n"
                                        : "#include <emulator/nvcc.h>\n";
    result.push_back({output_, translated(*order_.front(), first)});
    if (check_ && hides_variables_) {
        std::string &content = result.back().content;
        content += content.back() == '\n' ? "" : "\n"; // there may be a comment in the last line
        content += "static const ::cuda_emulator::hidden_device_variables cuda_emulator_hidden;";
    }
    return result;
}

std::string translation::columns() const {
    std::string result;
    for (std::size_t i = 0; i < order_.size(); ++i)
        result += columns_of_file(order_[i]->source->display_name(), absolute_path(inputs_[i]),
                                  order_[i]->edits.columns(*order_[i]->source));
    return result;
}

} // namespace cuda_rewriter
