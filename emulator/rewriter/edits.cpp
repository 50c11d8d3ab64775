// Edits are kept by token until all passes are through, so no pass sees what another one wrote:
//     a /* sum */ = b;      with replace(b, "c") and insert_after(b, " + d")
// becomes
//     a /* sum */ = c + d;
#include "edits.h"

namespace cuda_rewriter {

void edit_list::insert_before(std::uint32_t token_index, const std::string &text) {
    edits_[token_index].before += text;
}

void edit_list::insert_first(std::uint32_t token_index, const std::string &text) {
    edits_[token_index].before.insert(0, text);
}

void edit_list::insert_after(std::uint32_t token_index, const std::string &text) {
    edits_[token_index].after += text;
}

void edit_list::replace(std::uint32_t token_index, const std::string &text) {
    edit &e = edits_[token_index];
    e.replacement = text;
    e.replaced = true;
}

std::string edit_list::apply(const source_file &file) const {
    std::string result;
    for (std::uint32_t index = 0; index < file.tokens().size(); ++index) {
        const auto found = edits_.find(index);
        if (found == edits_.end()) {
            result += file.spelling(index);
            continue;
        }
        const edit &e = found->second;
        result += e.before;
        result += e.replaced ? std::string_view(e.replacement) : file.spelling(index);
        result += e.after;
    }
    return result;
}

} // namespace cuda_rewriter
