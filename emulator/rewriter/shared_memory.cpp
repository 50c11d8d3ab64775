// In a function
//     extern __shared__ float tile[];
// becomes
//     float (&tile)[CUDA_EMULATOR_DYNAMIC_BOUND] = ::cuda_emulator::dynamic_shared();
// and elsewhere
//     CUDA_EMULATOR_DYNAMIC_SHARED float tile[] CUDA_EMULATOR_DYNAMIC_SHARED_LABEL;
// `__shared__ float tile[64];` stays, because __shared__ is a macro for thread_local; only for the
// checker it becomes a reference: see make_references().
#include "shared_memory.h"

#include <vector>

#include "words.h"

namespace cuda_rewriter {
namespace {

class shared_memory_rewriter {
public:
    shared_memory_rewriter(const region &text, const specifier_uses &specifiers, bool is_macro_body,
                           const static_shared_macros *macros, edit_list &edits)
        : text_(text), specifiers_(specifiers), is_macro_body_(is_macro_body),
          check_(macros != nullptr), macros_(macros), edits_(edits) {}

    bool rewrite();

private:
    bool is_attribute_group(int closing) const;
    std::vector<int> storage_classes(int specifier) const;
    bool label_declarators(int specifier);
    bool bind_declarators(int specifier);
    bool make_references(int specifier, bool in_function);

    const region &text_;
    const specifier_uses &specifiers_;
    const bool is_macro_body_;
    const bool check_;
    const static_shared_macros *macros_;
    edit_list &edits_;
};

bool shared_memory_rewriter::rewrite() {
    bool unfinished = false;
    std::vector<bool> scopes; // for each open brace, whether it is a namespace's
    for (int position = 0; position < text_.size(); ++position) {
        if (text_.is(position, "{"))
            scopes.push_back(text_.opens_namespace(position));
        else if (text_.is(position, "}") && !scopes.empty())
            scopes.pop_back();
        if (check_ && !is_macro_body_ && text_.is_identifier(position)) {
            const auto found = macros_->find(std::string(text_.text(position)));
            if (found != macros_->end() && make_references(position, true))
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
        const bool inside = !scopes.empty() && !scopes.back();
        if (!dynamic) {
            if (check_ && make_references(position, inside || is_macro_body_))
                edits_.replace(text_.token_index(position), "");
            continue;
        }
        // In a function the array is a reference. A macro may be used outside of functions too,
        // and there the name must be a variable of its own, which a label ties to the memory.
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

bool shared_memory_rewriter::is_attribute_group(int closing) const {
    return takes_arguments(text_.text(text_.opener(closing) - 1));
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
        else if (text_.is(position, "]") || is_attribute_group(position))
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
// `(&name)[BOUND] = ::cuda_emulator::dynamic_shared()`. (A label as below would do outside of
// templates; in them g++ forgets the labels of local declarations.) False, and nothing changed, if
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

// For the checker, `__shared__ float a[4], b;` becomes
//     struct S { float a[4], b; }; auto &a = CUDA_EMULATOR_SHARED(S, 0, a); auto &b = ...
// so that each variable lies where the checker wants it, and the checker knows its name. The struct
// keeps whatever stands in the declaration. False, and nothing changed, if it has another form.
bool shared_memory_rewriter::make_references(int specifier, bool in_function) {
    int first = specifier; // of the declaration
    for (; first > 0; --first) {
        const std::string_view before = text_.text(first - 1);
        if (before == ";" || before == "{" || before == "}" || before == ":")
            break;
        if (!text_.is_identifier(first - 1) && before != "::" && before != ")" && before != "(")
            return false;
        if (before == ")") {
            if (!is_attribute_group(first - 1))
                return false;
            first = text_.opener(first - 1) + 1;
        }
    }
    std::vector<int> names;
    bool named = false;
    int template_depth = 0, end = -1;
    for (int position = specifier + 1; position < text_.size(); ++position) {
        const std::string_view here = text_.text(position);
        if (here == "##")
            return false;
        if (here == "<") {
            ++template_depth;
            continue;
        }
        if (here == ">") {
            --template_depth;
            continue;
        }
        if (template_depth != 0)
            continue;
        if (!named && (here == "[" || here == "," || here == ";") && position - 1 > specifier &&
            text_.is_name(position - 1)) {
            names.push_back(position - 1);
            named = true;
        }
        if (here == ",") {
            if (!named)
                return false;
            named = false;
        } else if (here == ";") {
            end = position;
            break;
        } else if (here == "(" && !is_attribute_group(text_.closer(position))) {
            return false;
        } else if (here == "(" || here == "[" || here == "{") {
            position = text_.closer(position);
            if (position < 0)
                return false;
        } else if (here == "=" || here == ")" || here == "]" || here == "}") {
            return false;
        }
    }
    // The ';' of a macro's declaration may be that of its use.
    const bool open_end = end < 0 && is_macro_body_;
    if ((end < 0 && !open_end) || !named)
        return false;
    std::string tag = "cuda_emulator_shared_" + std::to_string(text_.token_index(specifier));
    if (is_macro_body_) // each use makes another variable
        tag += "_##" + std::string(text_.text(names[0]));
    edits_.insert_before(text_.token_index(first), "struct " + tag + " { ");
    std::string after = open_end ? "; };" : " };";
    if (open_end)
        end = text_.size() - 1;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name(text_.text(names[i]));
        after += std::string(in_function ? " " : " static ") + "auto &" + name +
                 " = CUDA_EMULATOR_SHARED(" + tag + ", " + std::to_string(i) + ", " + name + ")" +
                 (open_end && i + 1 == names.size() ? "" : ";");
    }
    edits_.insert_after(text_.token_index(end), after);
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

bool rewrite_shared_memory(const region &text, const specifier_uses &specifiers, bool is_macro_body,
                           const static_shared_macros *macros, edit_list &edits) {
    return shared_memory_rewriter(text, specifiers, is_macro_body, macros, edits).rewrite();
}

std::string specifiers_of_static_shared(const region &macro) {
    bool found = false;
    std::string others = " ";
    for (int position = 0; position < macro.size(); ++position) {
        if (!macro.is_identifier(position) || macro.is(position, "extern"))
            return {};
        if (macro.is(position, "__shared__"))
            found = true;
        else if (!macro.is(position, "static"))
            others += std::string(macro.text(position)) + " ";
    }
    return found ? others : std::string();
}

} // namespace cuda_rewriter
