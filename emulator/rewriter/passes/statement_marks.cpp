//     while (i < n) sum += a[i++];
// becomes
//     ::cuda_emulator::recorded_statement();
//     while (::cuda_emulator::recorded_statement(), i < n) {
//         ::cuda_emulator::recorded_statement(); sum += a[i++]; }
// on the same lines.
#include "statement_marks.h"

#include "../sema/device_bodies.h"
#include "../syntax/words.h"

#include <array>
#include <string_view>

namespace cuda_rewriter {
namespace {

const char *const mark = "::cuda_emulator::recorded_statement()";

// With these words begin declarations at which nothing happens.
bool is_no_step(std::string_view word) {
    static constexpr std::array<std::string_view, 11> words = {
        "using",     "typedef", "template",  "static_assert", "extern", "__shared__",
        "constexpr", "static",  "namespace", "friend",        "virtual"};
    return is_class_key(word) || one_of(word, words);
}

bool is_step(kind what) {
    return what == kind::declaration || what == kind::jump || what == kind::expression ||
           what == kind::macro_block || (what >= kind::if_statement && what <= kind::try_block);
}

class statement_marker {
public:
    statement_marker(const tree &syntax, edit_list &edits)
        : syntax_(syntax), text_(syntax.text()), edits_(edits) {}

    void mark_node(const node &n) {
        if (is_loop(n.what) && n.condition < n.condition_end &&
            syntax_.declared_in_condition(n) == nullptr && is_whole(n.condition, n.condition_end))
            edits_.insert_first(text_.token_index(n.condition), std::string(mark) + ", ");
        const node &around = syntax_[n.parent];
        if (!is_step(n.what) || is_no_step(text_.text(n.first)))
            return;
        if (around.what == kind::block) {
            edits_.insert_first(text_.token_index(n.first), std::string(mark) + "; ");
        } else if ((n.first == around.body || n.first == around.other) &&
                   is_whole(n.first, n.last - 1)) {
            edits_.insert_first(text_.token_index(n.first), "{ " + std::string(mark) + "; ");
            edits_.insert_after(text_.token_index(n.last - 1), " }");
        }
    }

private:
    // One branch of an #if may end what another one does not.
    bool is_whole(int first, int last) const {
        return text_.directives_before(first) == text_.directives_before(last);
    }

    const tree &syntax_;
    const region &text_;
    edit_list &edits_;
};

} // namespace

void mark_statements(const tree &syntax, const device_functions &functions,
                     const std::set<std::string> &macros, edit_list &edits) {
    statement_marker marker(syntax, edits);
    for (const int body : device_bodies(syntax, functions))
        walk_nodes(syntax, body, macros, [&](const node &n) { marker.mark_node(n); });
}

} // namespace cuda_rewriter
