//     __global__ void k(int *x) { if (x) f(*x); }
// is, by tree::dump() with columns:
//     unit 1-44
//       function k 1-44
//         block 27-44
//           if 29-42
//             expression 36-42
//               call f 37-41
#include "tree.h"

#include <algorithm>
#include <array>

#include "parser.h"
#include "words.h"

namespace cuda_rewriter {
namespace {

bool is_statement(kind what) {
    return what >= kind::declaration && what <= kind::macro_block;
}

std::string_view name_of(kind what) {
    static constexpr std::array<std::string_view, 25> names = {
        "unit",       "namespace", "class",     "function", "declaration", "block",  "if",
        "while",      "do",        "for",       "switch",   "try",         "label",  "jump",
        "expression", "empty",     "macro",     "call",     "subscript",   "member", "launch",
        "lambda",     "variable",  "operation", "query"};
    return names[static_cast<std::size_t>(what)];
}

} // namespace

tree::tree(const region &text)
    : text_(text), nodes_(parse(text)), innermost_(text.size(), 0), statements_(text.size(), -1) {
    // Of nodes that begin at the same position the inner one comes later.
    for (int index = 1; index < static_cast<int>(nodes_.size()); ++index) {
        const node &n = nodes_[index];
        if (is_statement(n.what) && n.first < n.last && statements_[n.first] < 0)
            statements_[n.first] = index;
    }
    std::vector<int> open = {0};
    int next = 1;
    for (int position = 0; position < text.size(); ++position) {
        for (; next < static_cast<int>(nodes_.size()) && nodes_[next].first <= position; ++next) {
            while (nodes_[open.back()].end <= next)
                open.pop_back();
            open.push_back(next);
        }
        while (open.size() > 1 && nodes_[open.back()].last <= position)
            open.pop_back();
        innermost_[position] = open.back();
    }
}

tree::nodes_below tree::within(int first, int last) const {
    const auto begins_before = [](const node &n, int position) { return n.first < position; };
    const auto from = std::lower_bound(nodes_.begin(), nodes_.end(), first, begins_before);
    const auto to = std::lower_bound(from, nodes_.end(), std::max(first, last), begins_before);
    return {nodes_.data() + (from - nodes_.begin()), nodes_.data() + (to - nodes_.begin())};
}

int tree::at(int position) const {
    return text_.contains(position) ? innermost_[position] : 0;
}

int tree::around(int position, kind what) const {
    int index = at(position);
    while (index >= 0 && nodes_[index].what != what)
        index = nodes_[index].parent;
    return index;
}

const node *tree::function_around(int position) const {
    int index = at(position);
    while (index >= 0 && nodes_[index].what != kind::function && nodes_[index].what != kind::lambda)
        index = nodes_[index].parent;
    return index < 0 ? nullptr : &nodes_[index];
}

const node *tree::statement(int first) const {
    return text_.contains(first) && statements_[first] >= 0 ? &nodes_[statements_[first]] : nullptr;
}

const node &tree::statement_around(int position) const {
    int index = at(position);
    while (index > 0 && !is_statement(nodes_[index].what))
        index = nodes_[index].parent;
    return nodes_[index];
}

std::vector<const node *> tree::statements_in(const node &block) const {
    std::vector<const node *> result;
    for (int below = index_of(block) + 1; below < block.end; below = nodes_[below].end)
        result.push_back(&nodes_[below]);
    return result;
}

const node *tree::declared_in_condition(const node &control) const {
    for (int below = index_of(control) + 1; below < control.end; below = nodes_[below].end)
        if (nodes_[below].what == kind::declarator && nodes_[below].first >= control.condition &&
            nodes_[below].first < control.condition_end)
            return &nodes_[below];
    return nullptr;
}

const node *tree::operation_at(int position) const {
    const node &n = nodes_[at(position)];
    return n.what == kind::operation && n.name == position ? &n : nullptr;
}

bool tree::assigns(const node &operation) const {
    static constexpr std::array<std::string_view, 9> words = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    const std::string_view behind = text_.text(operation.name + 1);
    return one_of(text_.text(operation.name), words) ||
           (operation.body == operation.name + 2 && (behind == "<=" || behind == ">="));
}

bool tree::changes(const node &operation) const {
    return text_.is(operation.name, "++") || text_.is(operation.name, "--") || assigns(operation);
}

const node *tree::changed_by(int first, int last) const {
    for (const int at : {first - 1, last}) {
        const node *operation = operation_at(at);
        if (operation != nullptr && changes(*operation) && (at == last || operation->first == at))
            return operation;
    }
    return nullptr;
}

bool tree::is_prefix(const node &n, std::string_view spelling) const {
    return n.what == kind::operation && n.first == n.name && text_.is(n.name, spelling);
}

const std::vector<int> &tree::uses(std::string_view name) const {
    static const std::vector<int> none;
    const auto found = names().find(name);
    return found == uses_.end() ? none : found->second;
}

const std::unordered_map<std::string_view, std::vector<int>> &tree::names() const {
    if (uses_.empty())
        for (int position = 0; position < text_.size(); ++position)
            if (text_.is_name(position))
                uses_[text_.text(position)].push_back(position);
    return uses_;
}

const node *tree::called(int name) const {
    const int behind = name + 1;
    const bool arguments = text_.is(behind, "<") && !text_.is_launch(behind); // of a template
    const node &n = nodes_[at(arguments ? text_.behind_angles(behind) : behind)];
    return (n.what == kind::call || n.what == kind::launch) && n.name == name ? &n : nullptr;
}

bool tree::declares(int position) const {
    const node &n = nodes_[at(position)];
    const node &around = nodes_[std::max(n.parent, 0)]; // auto [x, y]
    return (n.what == kind::declarator && n.name == position) ||
           (n.what == kind::subscript && around.what == kind::declarator && around.name < 0);
}

std::vector<const node *> tree::variables_of(const node &declaration) const {
    std::vector<const node *> result;
    for (const node *below : statements_in(declaration))
        if (below->what == kind::declarator &&
            !(declaration.what == kind::declaration && declaration.open >= 0 &&
              below->first > declaration.open)) // a parameter
            result.push_back(below);
    return result;
}

int tree::end_of_statement(int first) const {
    const node *found = statement(first);
    return found == nullptr ? -1 : found->last;
}

std::string tree::dump(const place &of) const {
    std::string result;
    std::vector<int> depths;
    for (const node &n : nodes_) {
        const int depth = n.parent < 0 ? 0 : depths[n.parent] + 1;
        depths.push_back(depth);
        result += std::string(2 * depth, ' ') + std::string(name_of(n.what));
        if (n.name >= 0)
            result += " " + std::string(text_.text(n.name));
        if (n.first < n.last)
            result += " " + of(n.first) + "-" + of(n.last - 1);
        result += "\n";
    }
    return result;
}

} // namespace cuda_rewriter
