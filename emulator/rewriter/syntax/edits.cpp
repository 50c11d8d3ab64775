// Edits are kept by token until all passes are through, so no pass sees what another one wrote:
//     a /* sum */ = b;      with replace(b, "c") and insert_after(b, " + d")
// becomes
//     a /* sum */ = c + d;
#include "edits.h"

#include <algorithm>

namespace cuda_rewriter {

void edit_list::insert_before(std::uint32_t token_index, const std::string &text) {
    edits_[token_index].before.push_back({text, token_index});
}

void edit_list::insert_first(std::uint32_t token_index, const std::string &text) {
    std::vector<piece> &before = edits_[token_index].before;
    before.insert(before.begin(), {text, token_index});
}

void edit_list::insert_after(std::uint32_t token_index, const std::string &text) {
    insert_after(token_index, text, token_index);
}

void edit_list::insert_after(std::uint32_t token_index, const std::string &text,
                             std::uint32_t about) {
    edits_[token_index].after.push_back({text, about});
}

void edit_list::replace(std::uint32_t token_index, const std::string &text) {
    edit &e = edits_[token_index];
    e.replacement = text;
    e.replaced = true;
}

void edit_list::remove(std::uint32_t token_index) {
    edits_[token_index].removed = true;
}

void edit_list::repeat_after(std::uint32_t token_index, std::vector<span> spans,
                             const std::string &text) {
    repetitions_[token_index] = {std::move(spans), text};
}

void edit_list::replace_in_repetition(std::uint32_t token_index, const std::string &text) {
    replacements_[token_index] = text;
}

const edit_list::edit &edit_list::edit_of(std::uint32_t token) const {
    static const edit none;
    const auto found = edits_.find(token);
    return found == edits_.end() ? none : found->second;
}

// A token in a repetition.
void edit_list::append(const source_file &file, std::uint32_t index, std::string &result) const {
    const auto replacement = replacements_.find(index);
    const edit &e = edit_of(index);
    if (e.removed)
        return;
    for (const piece &p : e.before)
        result += p.text;
    if (replacement != replacements_.end())
        result += replacement->second;
    else
        result += e.replaced ? std::string_view(e.replacement) : file.spelling(index);
    for (const piece &p : e.after)
        result += p.text;
}

// Whether each bracket that a text opens it closes, and the other way round.
static bool is_balanced(std::string_view text) {
    std::string open;
    for (const char c : text) {
        if (c == '(' || c == '[' || c == '{')
            open += c == '(' ? ')' : c == '[' ? ']' : '}';
        if (c != ')' && c != ']' && c != '}')
            continue;
        if (open.empty() || open.back() != c)
            return false;
        open.pop_back();
    }
    return open.empty();
}

std::string edit_list::expression(const source_file &file,
                                  const std::vector<std::uint32_t> &tokens) const {
    std::string result;
    std::uint32_t behind = tokens.front(); // the token in front; what lies between becomes a blank
    for (const std::uint32_t index : tokens) {
        result += index == behind ? "" : " ";
        behind = index + 1;
        const edit &e = edit_of(index);
        if (e.removed)
            continue;
        for (const piece &p : e.before)
            if (index != tokens.front() || is_balanced(p.text))
                result += p.text;
        result += e.replaced ? std::string_view(e.replacement) : file.spelling(index);
        for (const piece &p : e.after)
            if (index != tokens.back() || is_balanced(p.text))
                result += p.text;
    }
    return is_balanced(result) && result.find('\n') == std::string::npos ? result : "";
}

std::string edit_list::repeated(const source_file &file, const repetition &what) const {
    std::string result;
    for (const span &s : what.spans) {
        result += s.text;
        for (std::uint32_t index = s.first; index < s.last; ++index)
            append(file, index, result);
    }
    return result + what.text;
}

template <class Use> void edit_list::for_each_part(const source_file &file, Use use) const {
    for (std::uint32_t index = 0; index < file.tokens().size(); ++index) {
        const edit &e = edit_of(index);
        if (e.removed)
            continue;
        for (const piece &p : e.before)
            use(p.text, p.about, false);
        if (e.replaced)
            use(e.replacement, index, false);
        else
            use(file.spelling(index), index, true);
        for (const piece &p : e.after)
            use(p.text, p.about, false);
        const auto repetition = repetitions_.find(index);
        if (repetition != repetitions_.end())
            use(repeated(file, repetition->second), index, false);
    }
}

std::string edit_list::apply(const source_file &file) const {
    std::string result;
    for_each_part(file, [&](std::string_view text, std::uint32_t, bool) { result += text; });
    return result;
}

std::vector<column_run> edit_list::columns(const source_file &file) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places; // of the tokens: line, column
    std::uint32_t line = 1, column = 1;
    const auto go_on = [](std::string_view text, std::uint32_t &line, std::uint32_t &column) {
        for (const char c : text) {
            line += c == '\n' ? 1 : 0;
            column = c == '\n' ? 1 : column + 1;
        }
    };
    for (std::uint32_t index = 0; index < file.tokens().size(); ++index) {
        places.push_back({line, column});
        go_on(file.spelling(index), line, column);
    }
    std::vector<column_run> runs, of_line;
    line = column = 1;
    bool changed = false; // whether the line has anything that is not the reader's
    const auto end_line = [&] {
        if (changed)
            runs.insert(runs.end(), of_line.begin(), of_line.end());
        of_line.clear();
        changed = false;
    };
    for_each_part(file, [&](std::string_view text, std::uint32_t about, bool own) {
        if (!text.empty()) {
            of_line.push_back({line, column, places[about].first, places[about].second, own});
            changed = changed || !own;
        } else {
            changed = true;
        }
        const std::uint32_t before = line;
        go_on(text, line, column);
        if (!own) // lines of what was made end with a #line
            line = before;
        if (line != before)
            end_line();
    });
    end_line();
    return runs;
}

} // namespace cuda_rewriter
