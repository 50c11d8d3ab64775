// ignored.cpp: comments in the source that keep findings from the report:
//
//   *flag = 1; // cuda-check: ignore race, unwritten: the reason
//
// at the end of a line, or alone on the line before. The colon may be left out.
#include "words.h"

#include "machine/threads.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace cuda_emulator {
namespace checker {

static std::vector<std::string> kind_names() {
    std::vector<std::string> names;
    for (const mistake kind : kinds_to_ignore())
        names.push_back(name_of(kind));
    return names;
}

static bool is_kind(const std::string &word) {
    const std::vector<std::string> names = kind_names();
    return std::find(names.begin(), names.end(), word) != names.end();
}

static std::string all_kinds() {
    std::string all;
    for (const std::string &name : kind_names())
        all += (all.empty() ? "" : ", ") + name;
    return all;
}

// How many letters more, fewer or other than those of the other word.
static size_t letters_between(const std::string &one, const std::string &other) {
    std::vector<size_t> row(other.size() + 1);
    for (size_t j = 0; j <= other.size(); ++j)
        row[j] = j;
    for (size_t i = 1; i <= one.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= other.size(); ++j) {
            const size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (one[i - 1] != other[j - 1])});
            diagonal = above;
        }
    }
    return row[other.size()];
}

// The kind that was meant, or "".
static std::string nearest_kind(const std::string &word) {
    std::string nearest;
    size_t least = std::min<size_t>(4, word.size());
    for (const std::string &kind : kind_names()) {
        const size_t letters = letters_between(word, kind);
        if (letters < least) {
            least = letters;
            nearest = kind;
        }
    }
    return nearest;
}

namespace {
struct ignoring_comment {
    std::vector<std::string> kinds;
    std::string wrong; // with it, in words
};
} // namespace

// Several threads of the host may ask.
static os_mutex &comments_mutex() {
    static os_mutex &mutex = *new os_mutex;
    return mutex;
}

// By place: what is wrong with a comment, to be told.
static std::map<std::string, std::string> &all_misread() {
    static auto &misread = *new std::map<std::string, std::string>;
    return misread;
}

static ignoring_comment comment_of(const std::string &line) {
    static const std::string MARK = "cuda-check:", VERB = "ignore",
                             LETTERS =
                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    ignoring_comment comment;
    const size_t mark = line.find(MARK);
    if (mark == std::string::npos || mark < 2)
        return comment;
    const size_t slashes = line.find_last_not_of(" \t", mark - 1);
    if (slashes == std::string::npos || slashes == 0 || line.compare(slashes - 1, 2, "//") != 0)
        return comment;
    size_t at = line.find_first_not_of(" \t", mark + MARK.size());
    const auto take_word = [&] {
        at = std::min(line.find_first_not_of(" \t", at), line.size());
        const size_t end = std::min(line.find_first_not_of(LETTERS, at), line.size());
        const std::string word = line.substr(at, end - at);
        at = end;
        return word;
    };
    const std::string verb = at == std::string::npos ? "" : take_word();
    if (verb != VERB) {
        comment.wrong = "behind cuda-check: there is no '" + verb + "', only 'ignore'";
        return comment;
    }
    for (;;) {
        const std::string word = take_word();
        if (is_kind(word)) {
            comment.kinds.push_back(word);
        } else {
            // Behind a comma it may be a reason without its colon, unless it looks like a kind.
            const size_t next = std::min(line.find_first_not_of(" \t\r", at), line.size());
            const bool stands_alone = next == line.size() || line[next] == ',' || line[next] == ':';
            const std::string nearest = nearest_kind(word);
            if (comment.kinds.empty() || stands_alone || !nearest.empty())
                comment.wrong = "there is no kind '" + word + "' to ignore" +
                                (nearest.empty() ? "" : "; do you mean '" + nearest + "'?");
        }
        at = line.find_first_not_of(" \t", at);
        if (at == std::string::npos || line[at] != ',')
            return comment;
        ++at;
    }
}

// What is wrong with the comment is told later, at its own line.
static bool says_ignore(const ignoring_comment &comment, const std::string &place,
                        const std::string &kind) {
    if (!comment.wrong.empty())
        all_misread().emplace(place, comment.wrong);
    return std::find(comment.kinds.begin(), comment.kinds.end(), kind) != comment.kinds.end();
}

static bool read_is_ignored_at(const std::string &place, const std::string &kind) {
    if (!is_line_of_file(place))
        return false;
    if (says_ignore(comment_of(line_of_source(place)), place, kind))
        return true;
    const size_t colon = place.rfind(':');
    const std::string place_before =
        place.substr(0, colon + 1) + std::to_string(std::stol(place.substr(colon + 1)) - 1);
    const std::string before = line_of_source(place_before);
    const size_t text = before.find_first_not_of(" \t");
    return text != std::string::npos && before.compare(text, 2, "//") == 0 &&
           says_ignore(comment_of(before), place_before, kind);
}

// A loop may ask a million times.
bool is_ignored_at(const std::string &place, mistake of) {
    const std::string kind = name_of(of);
    const os_lock lock(comments_mutex());
    static auto &known = *new std::map<std::pair<std::string, std::string>, bool>;
    const auto [entry, is_new] = known.emplace(std::make_pair(place, kind), false);
    if (is_new)
        entry->second = read_is_ignored_at(place, kind);
    return entry->second;
}

bool is_ignored(const finding &f) {
    if (is_of_runtime(f.kind)) // the kernel was given up
        return false;
    std::vector<mistake> kinds = {f.kind};
    if (f.kind == mistake::equal_stores) // of the same cause
        kinds.push_back(mistake::race);
    if (is_beyond_array(f))
        kinds.push_back(mistake::index);
    for (const mistake kind : kinds)
        if (is_ignored_at(main_place(f), kind) ||
            (f.has_second && is_ignored_at(place_of(f.second), kind)))
            return true;
    return false;
}

std::vector<finding> misread_comments() {
    const os_lock lock(comments_mutex());
    std::vector<finding> misread;
    for (const auto &[place, wrong] : all_misread()) {
        finding f(mistake::unknown_kind);
        f.first.place = place;
        f.detail = wrong;
        f.missing = "one of " + all_kinds();
        misread.push_back(std::move(f));
    }
    all_misread().clear();
    return misread;
}

} // namespace checker
} // namespace cuda_emulator
