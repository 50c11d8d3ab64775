//     if (i == 0) std::printf("first\n");
// becomes
//     if (i == 0) ::cuda_emulator::printf_at<__LINE__ * 512 + 16>("first\n");
// where device code prints, and in macros, which may be device code somewhere. So does a printf
// that is called by another name: `#define LOG printf`. The number is larger the further behind it
// stands. But of
//     if (i < 2) printf("one side\n"); else printf("the other\n");
// the other comes first, as an H100 mostly has it. (Of a chain of "else if" it comes last.)
#include "prints.h"

#include "../syntax/words.h"

#include <array>
#include <cstdlib>
#include <string>

namespace cuda_rewriter {
namespace {

constexpr long PLACES_OF_LINE = 512;

// "int printf" and "int (*printf)(" declare one, "log.printf" is another one, and in
// "format(printf, 1, 2)" it is none.
bool may_be_used_behind(const region &text, int before) {
    static constexpr std::array<std::string_view, 3> words = {"return", "else", "do"};
    if (text.is(before, "(") ? text.is(before - 1, "format") || text.is(before - 1, "__format__")
                             : text.is(before, "*") && text.is(before - 1, "("))
        return false;
    return !text.is(before, ".") && !text.is(before, "->") &&
           (!text.is_identifier(before) || one_of(text.text(before), words));
}

// Where the name begins that a printf has at a position, with its "std::", or -1.
int begin_of_print(const region &text, int position) {
    if (!text.is(position, "printf"))
        return -1;
    int begin = position;
    if (text.is(begin - 1, "::"))
        begin -= text.is(begin - 2, "std") ? 2 : 1;
    if (text.is(begin, "std") && text.is(begin - 1, "::"))
        --begin;
    return may_be_used_behind(text, begin - 1) ? begin : -1;
}

void replace_print(const region &text, int begin, int position, long place, edit_list &edits) {
    for (int qualifier = begin; qualifier < position; ++qualifier)
        edits.replace(text.token_index(qualifier), "");
    edits.replace(text.token_index(position),
                  "::cuda_emulator::printf_at<__LINE__ * " + std::to_string(PLACES_OF_LINE) +
                      (place < 0 ? " - " : " + ") + std::to_string(std::abs(place)) + ">");
}

// Which of two statements is to be the first one, and how far it is moved for that.
class side_order {
public:
    explicit side_order(const source_file &file) : file_(file), text_(file.main_text()) {}

    long place_of(int position) const {
        const std::uint32_t token = text_.token_index(position);
        return file_.line_of(token) * PLACES_OF_LINE +
               static_cast<long>(file_.column_of(token)) % PLACES_OF_LINE;
    }

    // What is added to the place of what stands at a position.
    long moved(int position) const {
        const tree &syntax = file_.syntax();
        long result = 0;
        for (int at = syntax.at(position); at > 0; at = syntax[at].parent) {
            const node &n = syntax[at];
            if (n.what != kind::if_statement || n.other < 0 || position < n.body ||
                is_of_chain(syntax, n))
                continue;
            result += position < n.other ? place_of(n.last - 1) - place_of(n.other - 1)
                                         : place_of(n.body) - place_of(n.other);
        }
        return result;
    }

private:
    static bool is_of_chain(const tree &syntax, const node &n) {
        const node &around = syntax[n.parent], *other = syntax.statement(n.other);
        return (around.what == kind::if_statement && around.other == n.first) ||
               (other != nullptr && other->what == kind::if_statement);
    }

    const source_file &file_;
    const region &text_;
};

} // namespace

void place_prints(const source_file &file, int body, edit_list &edits) {
    const region &text = file.main_text();
    const side_order order(file);
    for (int position = body; position < text.closer(body); ++position)
        if (const int begin = begin_of_print(text, position); begin >= 0)
            replace_print(text, begin, position,
                          order.place_of(position) % PLACES_OF_LINE + order.moved(position), edits);
}

void place_prints_of_macro(const region &text, edit_list &edits) {
    for (int position = 0; position < text.size(); ++position)
        if (const int begin = begin_of_print(text, position); begin >= 0)
            replace_print(text, begin, position, position % PLACES_OF_LINE, edits);
}

} // namespace cuda_rewriter
