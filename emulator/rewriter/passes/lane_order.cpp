//     cells[i] = sum;                        a piece: writes cells[i]
//     for (int k = 0; k < n; k++)
//         value += cells[k];                 another one: reads cells[k], true
// With a barrier between them: false.
#include "lane_order.h"

#include <map>
#include <string>
#include <string_view>

namespace cuda_rewriter {
namespace {

struct lane_access {
    std::string index;
    bool is_own, writes; // is_own: the index of each thread is another one
    const piece *by;
};
// Since the last barrier, by what they touch.
using lane_accesses = std::multimap<std::string, lane_access, std::less<>>;

class lane_walker {
public:
    lane_walker(const region &text, const lane_values &values) : text_(text), values_(values) {}

    void walk(const std::vector<piece> &pieces, bool in_rounds);
    bool meets() const { return meets_; }

private:
    void look_at(const piece &p, bool in_rounds);
    void add(const std::string &name, const lane_access &found);

    const region &text_;
    const lane_values &values_;
    lane_accesses open_;
    std::map<std::string, int, std::less<>> values_before_; // of ladders, by their names
    bool meets_ = false;
};

void lane_walker::add(const std::string &name, const lane_access &found) {
    const auto [first, last] = open_.equal_range(name);
    for (auto other = first; other != last; ++other)
        if (other->second.by != found.by && (other->second.writes || found.writes) &&
            (other->second.index != found.index || !found.is_own))
            meets_ = true;
    open_.emplace(name, found);
}

// What each lane runs. in_rounds: of a loop that all lanes take together, so that a round of one
// comes before the next round of another.
void lane_walker::look_at(const piece &p, bool in_rounds) {
    std::map<std::string, lane_access> known;
    for (int position = p.first; position < p.last; ++position) {
        const lane_variable *v = values_.at(position);
        const bool is_pointer = v != nullptr && v->type.find('*') != std::string::npos;
        const bool is_elsewhere = v == nullptr && text_.is_name(position) &&
                                  !text_.is(position + 1, "(") && !text_.is(position - 1, ".") &&
                                  values_.of(position, position + 1) == sameness::none;
        if (!is_pointer && !is_elsewhere)
            continue;
        lane_access found = {"", false, false, &p};
        int behind = position + 1;
        for (; text_.is(behind, "["); behind = text_.closer(behind) + 1) {
            const int close = text_.closer(behind);
            found.index += text_.joined(behind, close + 1);
            for (int inner = behind + 1; inner < close; ++inner)
                if (const auto before = values_before_.find(text_.text(inner));
                    before != values_before_.end())
                    found.index += "#" + std::to_string(before->second);
            found.is_own = found.is_own || values_.of(behind + 1, close) == sameness::ladder;
        }
        const bool is_atomic =
            text_.text(position - 1 - text_.is(position - 1, "&") - 1).substr(0, 6) == "atomic";
        found.writes = values_.changes(behind - 1) || is_atomic;
        const std::string name(text_.text(position));
        const auto before = known.find(name);
        if (in_rounds && !is_atomic && before != known.end() &&
            (before->second.writes || found.writes) &&
            (before->second.index != found.index || !found.is_own))
            meets_ = true;
        if (in_rounds && found.writes && !is_atomic && !found.is_own)
            meets_ = true;
        known.emplace(name, found);
        add(name, found);
    }
}

void lane_walker::walk(const std::vector<piece> &pieces, bool in_rounds) {
    for (const piece &p : pieces) {
        switch (p.is) {
        case piece::what::barrier:
            open_.clear();
            break;
        case piece::what::row_text:
            if (const lane_variable *v = values_.at(p.first);
                v != nullptr && v->how == sameness::ladder && text_.is(p.first + 1, "="))
                ++values_before_[std::string(text_.text(p.first))];
            break;
        case piece::what::each:
        case piece::what::narrow_value:
        case piece::what::remainder:
            look_at(p, in_rounds);
            break;
        case piece::what::around_barriers: {
            // Its end is followed by its beginning, and what is behind it perhaps by what is in
            // front.
            const lane_accesses before = open_;
            walk(p.inner, in_rounds);
            walk(p.inner, in_rounds);
            lane_accesses behind = open_;
            open_ = before;
            walk(p.otherwise, in_rounds);
            open_.insert(behind.begin(), behind.end());
            open_.insert(before.begin(), before.end());
            break;
        }
        case piece::what::narrow_loop:
        case piece::what::around:
        case piece::what::rounds:
        case piece::what::narrow:
        case piece::what::stay:
            walk(p.inner, in_rounds || is_loop(p.statement->what));
            break;
        default:
            break;
        }
    }
}

} // namespace

bool meet_in_memory(const region &text, const lane_values &values,
                    const std::vector<piece> &pieces) {
    lane_walker w(text, values);
    w.walk(pieces, false);
    return w.meets();
}

} // namespace cuda_rewriter
