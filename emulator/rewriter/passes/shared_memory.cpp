// In a function
//     extern __shared__ float tile[];
// becomes
//     float (&tile)[CUDA_EMULATOR_DYNAMIC_BOUND] = ::cuda_emulator::dynamic_shared();
// and elsewhere
//     CUDA_EMULATOR_DYNAMIC_SHARED float tile[] CUDA_EMULATOR_DYNAMIC_SHARED_LABEL;
// `__shared__ float tile[64];` becomes a reference too, to an array between guards: see
// shared_variables.cpp. Where it cannot, it stays, because __shared__ is a macro for thread_local.
#include "shared_memory.h"

#include <vector>

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

class shared_memory_rewriter {
public:
    shared_memory_rewriter(const source_file &file, const tree &syntax,
                           const specifier_uses &specifiers, bool is_macro_body,
                           const static_shared_macros *macros, const std::map<int, int> &late,
                           edit_list &edits)
        : file_(file), syntax_(syntax), text_(syntax.text()), specifiers_(specifiers),
          is_macro_body_(is_macro_body), check_(macros != nullptr), macros_(macros), late_(late),
          edits_(edits) {}

    bool rewrite();

private:
    enclosing_braces braces_around(int position) const;
    std::vector<int> storage_classes(int specifier) const;
    bool label_declarators(int specifier);
    bool bind_declarators(int specifier);

    const source_file &file_;
    const tree &syntax_;
    const region &text_;
    const specifier_uses &specifiers_;
    const bool is_macro_body_;
    const bool check_;
    const static_shared_macros *macros_;
    const std::map<int, int> &late_;
    edit_list &edits_;
};

bool shared_memory_rewriter::rewrite() {
    bool unfinished = false;
    for (int position = 0; position < text_.size(); ++position) {
        if (check_ && !is_macro_body_ && text_.is_identifier(position)) {
            const auto found = macros_->find(std::string(text_.text(position)));
            if (found != macros_->end() &&
                make_shared_references(text_, position, true, false, edits_))
                edits_.replace(text_.token_index(position), found->second);
        }
        if (!specifiers_.at(position))
            continue;
        const bool is_macro = !text_.is(position, "__shared__");
        bool dynamic = is_macro;
        for (const int storage : storage_classes(position)) {
            edits_.replace(text_.token_index(storage), "");
            dynamic = dynamic || text_.is(storage, "extern");
        }
        // Whether the declaration is in a function, and not in a class, nobody can tell for sure; a
        // class cannot have a __shared__ member.
        const enclosing_braces around = braces_around(position);
        const bool inside = around.block >= 0;
        if (!dynamic) {
            if (check_ && make_shared_references(text_, position, inside || is_macro_body_,
                                                 is_macro_body_, edits_))
                edits_.replace(text_.token_index(position), "");
            if (!check_ && !is_macro_body_ && inside) {
                const auto late = late_.find(position);
                if (late == late_.end() || late->second >= 0)
                    guard_shared_variables(file_, text_, position, around,
                                           late == late_.end() ? -1 : late->second, edits_);
            }
            continue;
        }
        // In a function the array is a reference. A macro may be used outside of functions too,
        // and there the name must be a variable of its own, which an asm label ties to the memory.
        const bool in_function = !is_macro_body_ && !is_macro && inside;
        if (in_function && bind_declarators(position)) {
            edits_.replace(text_.token_index(position), "");
            continue;
        }
        // The checker's dynamic shared memory has no label.
        if (check_ && !is_macro_body_ && !is_macro && bind_declarators(position)) {
            edits_.replace(text_.token_index(position), "static");
            continue;
        }
        if (!is_macro)
            edits_.replace(text_.token_index(position), "CUDA_EMULATOR_DYNAMIC_SHARED");
        unfinished = label_declarators(position) || unfinished;
    }
    return unfinished;
}

// Those of functions and classes; -1 where a namespace is nearer.
enclosing_braces shared_memory_rewriter::braces_around(int position) const {
    enclosing_braces found = {-1, -1};
    for (int index = syntax_.at(position); index > 0; index = syntax_[index].parent) {
        const node &n = syntax_[index];
        if (n.what == kind::space && found.block < 0)
            break;
        if (n.what == kind::block || n.what == kind::type) {
            found.function = n.body;
            found.block = found.block < 0 ? n.body : found.block;
        }
    }
    return found;
}

// The positions of "extern" and "static" among the specifiers of the same declaration, which come
// in any order. The string of extern "C" is not a specifier and ends the search before it.
std::vector<int> shared_memory_rewriter::storage_classes(int specifier) const {
    std::vector<int> found;
    const auto is_storage_class = [this](int position) {
        return text_.is(position, "extern") || text_.is(position, "static");
    };
    for (int position = specifier - 1; position >= 0 && !specifiers_.at(position); --position) {
        if (is_storage_class(position))
            found.push_back(position);
        else if (text_.is(position, "]") || text_.ends_specifier(position))
            position = text_.opener(position);
        else if (text_.is(position, ">"))
            position = text_.template_opener(position);
        else if (!text_.is_identifier(position) && !text_.is(position, "::"))
            break;
        if (position < 0)
            break;
    }
    for (int position = specifier + 1; position < text_.size(); ++position) {
        const std::string_view here = text_.text(position);
        if (specifiers_.at(position) || here == ";" || here == "," || here == "=" || here == "[" ||
            here == "{" || here == ")" || here == "}")
            break;
        if (is_storage_class(position))
            found.push_back(position);
        if (here == "(") {
            position = text_.closer(position);
            if (position < 0)
                break;
        }
    }
    return found;
}

// Turns each `name[]` of the declaration into a reference to an array in the dynamic shared memory:
// `(&name)[BOUND] = ::cuda_emulator::dynamic_shared()`. (An asm label as below would do outside of
// templates; in them g++ forgets those of local declarations.) False, and nothing changed, if
// the declaration has another form.
bool shared_memory_rewriter::bind_declarators(int specifier) {
    struct declarator {
        int name, bracket, end;
    };
    std::vector<declarator> found;
    declarator current = {-1, -1, -1};
    int template_depth = 0;
    for (int position = specifier + 1; position < text_.size(); ++position) {
        const std::string_view here = text_.text(position);
        if (here == "<") {
            ++template_depth;
        } else if (here == ">") {
            --template_depth;
        } else if (here == "[" && template_depth == 0 && text_.is_name(position - 1) &&
                   current.name < 0) {
            if (!text_.is(position + 1, "]"))
                return false;
            current.name = position - 1;
            current.bracket = position++;
        } else if (here == "(" || here == "[" || here == "{") {
            position = text_.closer(position);
            if (position < 0)
                return false;
        } else if (is_attribute(here) && current.name >= 0 && current.end < 0) {
            current.end = position;
        } else if (here == ";" || (here == "," && template_depth == 0)) {
            if (current.name < 0)
                return false;
            if (current.end < 0)
                current.end = position;
            found.push_back(current);
            current = {-1, -1, -1};
            if (here == ";")
                break;
        } else if (here == ")" || here == "]" || here == "}" || here == "=") {
            return false;
        }
    }
    if (found.empty() || current.name >= 0)
        return false;
    for (const declarator &d : found) {
        edits_.insert_before(text_.token_index(d.name), "(&");
        edits_.insert_after(text_.token_index(d.name), ")");
        edits_.insert_after(text_.token_index(d.bracket), "CUDA_EMULATOR_DYNAMIC_BOUND");
        // Attributes come before an initialiser.
        int end = d.end;
        while (is_attribute(text_.text(end)) && text_.closer(end + 1) >= 0)
            end = text_.closer(end + 1) + 1;
        edits_.insert_before(text_.token_index(end), " = ::cuda_emulator::dynamic_shared()");
    }
    return true;
}

// The label goes in front of attributes that follow the declarator, because GCC wants that order.
bool shared_memory_rewriter::label_declarators(int specifier) {
    const std::string label = " CUDA_EMULATOR_DYNAMIC_SHARED_LABEL";
    int template_depth = 0;
    bool labelled = false;
    bool has_bound = false;
    int position = specifier + 1;
    for (; position < text_.size(); ++position) {
        const std::string_view here = text_.text(position);
        if (here == "<") {
            ++template_depth;
        } else if (here == ">") {
            --template_depth;
        } else if (here == "(" || here == "[" || here == "{") {
            has_bound = has_bound || here == "[";
            position = text_.closer(position);
            if (position < 0)
                return false;
        } else if (here == ")" || here == "]" || here == "}" || specifiers_.at(position)) {
            return false;
        } else if (here == ";" || (here == "," && template_depth == 0)) {
            if (!labelled)
                edits_.insert_before(text_.token_index(position), label);
            labelled = false;
            if (here == ";")
                return false;
        } else if (is_attribute(here) && has_bound && !labelled) {
            edits_.insert_before(text_.token_index(position), label.substr(1) + ' ');
            labelled = true;
        }
    }
    // The end of a macro: either of the whole declaration, or of its specifiers.
    if (has_bound && !labelled)
        edits_.insert_after(text_.token_index(position - 1), label);
    return !has_bound;
}

} // namespace

bool rewrite_shared_memory(const source_file &file, const tree &syntax,
                           const specifier_uses &specifiers, bool is_macro_body,
                           const static_shared_macros *macros, const std::map<int, int> &late,
                           edit_list &edits) {
    return shared_memory_rewriter(file, syntax, specifiers, is_macro_body, macros, late, edits)
        .rewrite();
}

} // namespace cuda_rewriter
