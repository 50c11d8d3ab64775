//     float sum = 0;
//     for (; i < n; i += stride)
//         sum += a[i];
//     __syncthreads();
// becomes
//     each: float sum = 0;
//     narrow_loop: i < n
//         each: sum += a[i];
//     barrier
// Variables begin with what their definitions say, and lose that where a change of theirs stands in
// a place that not all threads come by alike; until nothing changes any more.
#include "lane_plan.h"

#include "../syntax/words.h"

#include <algorithm>
#include <array>

namespace cuda_rewriter {

int bytes_of(const std::string &type) {
    if (type.back() == '*')
        return 8;
    const auto has = [&](const char *word) { return type.find(word) != std::string::npos; };
    const std::string first = type.substr(0, type.find(' '));
    const bool small = (is_arithmetic(first) || is_number_type(first)) && !has("long") &&
                       !has("double") && !has("64") && !has("_t");
    const int elements =
        type.back() >= '1' && type.back() <= '4' && !has("_t") ? type.back() - '0' : 1;
    return (small ? 4 : type == "long double" ? 16 : 8) * elements;
}

std::vector<const node *> lane_plan::statements_of(int first) const {
    const node *statement = syntax_.statement(first);
    if (statement == nullptr)
        return {};
    if (statement->what == kind::block)
        return syntax_.statements_in(*statement);
    return {statement};
}

bool lane_plan::has_barrier(int first, int last) const {
    for (int position = first; position < last; ++position)
        if (is_wait(text_.text(position)) || is_shuffle(text_.text(position)))
            return true;
    return false;
}

int lane_plan::shuffle_in(const node &s, std::vector<std::pair<int, int>> *arguments) const {
    if (s.what != kind::expression && s.what != kind::declaration)
        return -1;
    int found = -1;
    for (int position = s.first; position < s.last; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "?" || here == "&&" || here == "||" || (found >= 0 && is_shuffle(here)))
            return -1; // not all threads come by, or not all at the same time
        if (is_shuffle(here))
            found = position;
    }
    if (found < 0)
        return -1;
    auto parts = values_.parts(found + 2, text_.closer(found + 1), ",");
    const std::string_view name = text_.text(found);
    if (name.substr(name.size() - 5) != "_sync")
        parts.insert(parts.begin(), {0, 0});
    if (parts.size() != 3 && parts.size() != 4)
        return -1;
    const auto [first, last] = parts[1];
    const lane_variable *v = values_.at(first);
    if (last != first + 1 || v == nullptr || v->is_array || v->is_parameter ||
        v->type.back() == '*' || is_number_type(v->type))
        return -1;
    if (s.what == kind::expression && values_.parts(s.first, s.last, ",").size() != 1)
        return -1;
    for (int position = s.first + 1; position < s.last; ++position)
        if (values_.at(position) == v && (position == v->definition || values_.changes(position)))
            return -1; // what the others have by then
    for (const auto &[begin, end] : parts) {
        if (begin != first && values_.of(begin, end) != sameness::block)
            return -1;
        for (int position = begin; position < end; ++position)
            if (values_.changes(position))
                return -1;
    }
    if (arguments != nullptr)
        *arguments = parts;
    return found;
}

bool lane_plan::is_barrier(const node &statement) const {
    return is_wait(text_.text(statement.first)) && text_.is(statement.first + 2, ")") &&
           text_.is(statement.first + 3, ";");
}

bool lane_plan::has_jump(const node &loop) const {
    for (const node &n : syntax_.below(loop))
        if (n.what == kind::jump)
            return true;
    return false;
}

// "v = e", "v += e", "++v" in [first, last), with nothing that differs more than that, or a ladder
// and what is added to it for the whole row.
bool lane_plan::is_update(int first, int last, sameness most) const {
    const bool leads = text_.is(first, "++") || text_.is(first, "--");
    const int name = leads ? first + 1 : first;
    const lane_variable *v = values_.at(name);
    if (v == nullptr || v->is_array)
        return false;
    const bool step =
        leads ? name + 1 == last
              : name + 2 == last && (text_.is(name + 1, "++") || text_.is(name + 1, "--"));
    const bool is_ladder = v->how == sameness::ladder;
    if (!is_ladder && v->how > most)
        return false;
    if (step)
        return !is_ladder || most == sameness::row;
    if (is_ladder && most == sameness::row && text_.is(name + 1, "=") &&
        values_.is_ladder_for(*v, name + 2, last))
        return true;
    if (!values_.changes(name) || text_.is(name + 1, ".") ||
        values_.of(name + 2, last) > std::min(most, sameness::row))
        return false;
    for (int position = name + 2; position < last; ++position)
        if (values_.changes(position) && text_.is_name(position))
            return false;
    return !is_ladder ||
           (most == sameness::row && (text_.is(name + 1, "+=") || text_.is(name + 1, "-=")) &&
            !(values_.numbers_in(name + 2, last) & numbers::OTHER));
}

// Whether a statement may stay as it is, for all threads of the block or of a row.
bool lane_plan::is_text(const node &statement, sameness most) const {
    if (statement.what == kind::empty)
        return most == sameness::row;
    if (statement.what == kind::expression)
        return is_update(statement.first, statement.last - 1, most);
    if (statement.what != kind::declaration || values_.is_shared(statement))
        return false;
    for (const lane_variable &v : values_.variables())
        if (v.first == statement.first && ((v.how == sameness::none && !is_moved(v)) ||
                                           (most == sameness::block && v.how != sameness::block)))
            return false;
    return true;
}

// Whether the head of a loop may stay as it is, but for its condition.
bool lane_plan::head_stays(const node &loop) const {
    if (loop.what == kind::while_loop)
        return true;
    if (loop.what != kind::for_loop)
        return false;
    const int init = loop.open + 1, behind_init = loop.condition - 1;
    bool defines = false;
    for (const lane_variable &v : values_.variables())
        if (v.first == init && v.last <= loop.condition) {
            defines = true;
            if (v.how == sameness::none)
                return false;
        }
    if (!defines && init < behind_init)
        for (const auto &[first, last] : values_.parts(init, behind_init, ","))
            if (!is_update(first, last, sameness::row))
                return false;
    const int step = loop.condition_end + 1, close = text_.closer(loop.open);
    if (step < close)
        for (const auto &[first, last] : values_.parts(step, close, ","))
            if (!is_update(first, last, sameness::row))
                return false;
    return true;
}

// Whether compilers make vectors of the lanes that run these statements: all is calculation, with
// memory that lies side by side.
bool lane_plan::pays(int first, int last, bool also_steps) const {
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        for (const char *word : {"if", "while", "do", "switch", "%", "%=", "?"})
            if (here == word)
                return false;
        if (text_.is_name(position) && text_.is(position + 1, "(")) {
            static constexpr std::array<std::string_view, 4> vector_functions = {"sqrt", "sqrtf",
                                                                                 "fabs", "fabsf"};
            if (!one_of(here, vector_functions))
                return false;
        }
        if (here == "[" && values_.of(position + 1, text_.closer(position)) == sameness::none &&
            (!also_steps || step_of(position + 1, text_.closer(position)).empty()))
            return false;
        if (here == "->" ||
            (here == "*" && !text_.is_name(position - 1) && !text_.is_number(position - 1) &&
             !text_.is(position - 1, ")") && !text_.is(position - 1, "]")))
            return false;
    }
    return true;
}

// Whether compilers make vectors of the rounds of a loop that each lane leaves when it likes, and
// they pay although memory may lie anywhere: it has a root or a quotient, for which a processor
// takes as long as for a vector of them. It changes no memory, so nobody sees in which order lanes
// go round.
bool lane_plan::pays_in_rounds(const node &loop) const {
    if ((loop.what != kind::while_loop && loop.what != kind::do_loop) || loop.condition < 0 ||
        loop.condition >= loop.condition_end || !text_.is(loop.body, "{") || has_jump(loop) ||
        !values_.changes_only_variables(loop.first, loop.last))
        return false;
    bool found = false;
    for (const node &n : syntax_.below(loop)) {
        if (is_loop(n.what) || n.what == kind::switch_statement)
            return false;
        found = found || (n.what == kind::call && values_.is_root(n.name)) ||
                (n.what == kind::operation && text_.is(n.name, "/") &&
                 values_.numbers_in(n.first, n.last) & numbers::OTHER);
    }
    for (int position = loop.condition; position < loop.condition_end; ++position)
        if (values_.at(position) != nullptr && values_.changes(position))
            return false;
    return found;
}

// "v = (v + 1) % n;" of whole numbers: no processor has vectors of these, but of most that are
// small enough already. The value is asked for twice, so it changes nothing.
bool lane_plan::is_remainder(const node &s) const {
    if (s.what != kind::expression || values_.at(s.first) == nullptr || !text_.is(s.first + 1, "="))
        return false;
    const int first = s.first + 2;
    const int sign = (text_.is(first, "(") ? text_.closer(first) : first) + 1, last = s.last - 1;
    for (int position = first; position < last; ++position)
        if (values_.at(position) != nullptr && values_.changes(position))
            return false;
    return text_.is(sign, "%") && (sign + 2 == last || text_.closer(sign + 1) == last - 1) &&
           values_.of(sign + 1, last) <= sameness::row &&
           !(values_.numbers_in(s.first, last) & numbers::OTHER);
}

// All variables of such a loop are its lanes' own.
void lane_plan::build_rounds(const node &loop, std::vector<piece> &to) {
    for (lane_variable &v : values_.variables())
        if (v.definition >= loop.first && v.definition < loop.last)
            demote(v, sameness::none);
    for (const node *below : statements_of(loop.body)) {
        const piece::what is = is_remainder(*below) ? piece::what::remainder : piece::what::each;
        if (!to.empty() && to.back().is == is && is == piece::what::each)
            to.back().last = below->last;
        else
            to.push_back({is, below->first, below->last, below, {}, {}});
    }
}

// Whether a loop goes over the grid.
bool lane_plan::strides(const node &loop) const {
    for (int position = loop.first; position < loop.last; ++position) {
        if (text_.is(position, "gridDim"))
            return true;
        const lane_variable *v = values_.at(position);
        for (int inner = v != nullptr ? v->value : -1; inner >= 0 && inner < v->value_end; ++inner)
            if (text_.is(inner, "gridDim") && v->how <= sameness::row)
                return true;
    }
    return false;
}

bool lane_plan::is_return(int first) const {
    return text_.is(first, "return") ||
           (text_.is(first, "{") && text_.is(first + 1, "return") && text_.is(first + 3, "}"));
}

// Whether a condition narrows, and is the same in each segment behind it.
bool lane_plan::narrows_for_good(const node &s, bool negated) const {
    if (s.what != kind::if_statement || s.other >= 0 || s.condition < 0 ||
        text_.is(s.open - 1, "constexpr") ||
        narrowed(s.condition, s.condition_end, "x", negated).empty())
        return false;
    for (int position = s.condition; position < s.condition_end; ++position)
        if (const lane_variable *v = values_.at(position);
            v != nullptr && (v->how == sameness::block ? !is_constant(*v) : !is_derivable(*v)))
            return false;
    return true;
}

void lane_plan::build_body(const std::vector<const node *> &statements, bool ends, bool top,
                           std::vector<piece> &to) {
    for (const node *at : statements) {
        const node &s = *at;
        const bool is_last = ends && at == statements.back();
        piece made = {piece::what::block_text, s.first, s.last, at, {}, {}};
        for (int position = s.first; values_.is_shared(s) && position < s.last; ++position) {
            const lane_variable *length = values_.at(position);
            if (length != nullptr && length->how != sameness::block)
                return fail(); // it stands in a segment
        }
        // Without barriers there is one segment, as threads may leave in the middle.
        std::vector<std::pair<int, int>> arguments;
        if (shuffle_in(s, &arguments) >= 0) {
            shuffled_.push_back(values_.at(arguments[1].first));
            to.push_back({piece::what::shuffle, s.first, s.first, at, {}, {}});
            made.is = piece::what::each;
            to.push_back(std::move(made));
        } else if (values_.is_shared(s) && (waits_ || to.empty() || to.back().is == made.is)) {
            to.push_back(std::move(made));
        } else if (values_.is_shared(s)) {
            return fail();
        } else if (waits_ && is_text(s, sameness::block)) {
            to.push_back(std::move(made));
        } else if (is_barrier(s)) {
            made.is = piece::what::barrier;
            to.push_back(std::move(made));
        } else if (waits_ && top && narrows_for_good(s, true) && is_return(s.body)) {
            made.is = piece::what::leave;
            to.push_back(std::move(made));
        } else if (has_barrier(s.first, s.last)) {
            made.is = piece::what::around_barriers;
            if (s.what == kind::block) {
                // Behind it, the names in a condition for leaving may be those of others.
                build_body(syntax_.statements_in(s), is_last, top && is_last, made.inner);
            } else if (is_last && top && narrows_for_good(s, false) &&
                       values_.of(s.condition, s.condition_end) != sameness::block) {
                made.is = piece::what::stay;
                build_body(statements_of(s.body), true, true, made.inner);
            } else {
                const bool loop = s.what == kind::for_loop || s.what == kind::while_loop;
                if ((!loop && s.what != kind::if_statement) || has_jump(s) ||
                    !head_stays_for_block(s))
                    return fail();
                build_body(statements_of(s.body), false, false, made.inner);
                if (s.what == kind::if_statement && s.other >= 0)
                    build_body(statements_of(s.other), false, false, made.otherwise);
            }
            to.push_back(std::move(made));
        } else {
            build_row(s, to);
        }
    }
}

// The same head as head_stays(), once for the block.
bool lane_plan::head_stays_for_block(const node &s) const {
    if (s.condition < 0 || s.condition >= s.condition_end ||
        values_.of(s.condition, s.condition_end) != sameness::block)
        return false;
    if (s.what != kind::for_loop)
        return true;
    if (!head_stays(s))
        return false;
    for (int position = s.open; position < text_.closer(s.open); ++position) {
        const lane_variable *v = values_.at(position);
        if (v != nullptr && v->how != sameness::block)
            return false;
    }
    return true;
}

// Of "v = c ? a : b;" and "int v = c ? a : b;"; -1 if it is neither.
std::pair<int, int> lane_plan::choice_in(const node &s) const {
    if (s.what != kind::declaration && s.what != kind::expression)
        return {-1, -1};
    const auto sides = values_.parts(s.first, s.last - 1, "=");
    if (sides.size() != 2 || values_.parts(s.first, s.last - 1, ",").size() != 1)
        return {-1, -1};
    const auto choice = values_.parts(sides[1].first, sides[1].second, "?");
    return choice.size() == 2 ? choice[0] : std::pair(-1, -1);
}

// Whether each thread gives a value to a variable or an element of its own.
bool lane_plan::gives_its_own(const node &s) const {
    if (s.what == kind::declaration)
        return true;
    bool own = values_.at(s.first) != nullptr && text_.is(s.first + 1, "=");
    int behind = s.first + 1;
    for (; text_.is(behind, "["); behind = text_.closer(behind) + 1)
        own = own || values_.of(behind + 1, text_.closer(behind)) == sameness::ladder;
    for (int position = behind; position < s.last; ++position)
        own = own && !text_.is(position, text_.text(s.first));
    return own && text_.is(behind, "=");
}

// Whether some neighbours take one value of a choice, and all others the other one: then there is
// no branch in a loop over lanes. Not where a variable would need an array for that.
bool lane_plan::narrows_value(const node &s) const {
    const auto [first, last] = choice_in(s);
    if (first < 0 || values_.of(first, last) <= sameness::row ||
        narrowed(first, last, "x", false).empty() || !gives_its_own(s))
        return false;
    for (int position = s.first; position < s.last; ++position) {
        const lane_variable *v = values_.at(position);
        if (text_.text(position).substr(0, 6) == "atomic" ||
            (position >= first && values_.changes(position)) ||
            (v != nullptr && v->how == sameness::none && !is_moved(*v) &&
             known_arrays_.count(v->definition) == 0))
            return false;
    }
    return true;
}

// Whether one lane at most takes this branch, with loops: what these change stays in registers
// where the lane runs them by itself.
bool lane_plan::is_for_one(const node &branch) const {
    bool loops = false;
    for (const node &below : syntax_.below(branch)) {
        if (is_loop(below.what) && strides(below))
            return false;
        loops = loops || is_loop(below.what);
    }
    bool one = false;
    for (const auto &[first, last] : values_.parts(branch.condition, branch.condition_end, "&&")) {
        const int operation = values_.comparison(first, last);
        one = one || (operation >= 0 && text_.is(operation, "==") &&
                      values_.of(first, last) > sameness::row);
    }
    return loops && one;
}

void lane_plan::build_each(int body, std::vector<piece> &to) {
    const auto statements = statements_of(body);
    to.push_back({piece::what::each,
                  statements.front()->first,
                  statements.back()->last,
                  statements.front(),
                  {},
                  {}});
}

void lane_plan::build_row(const node &s, std::vector<piece> &to) {
    piece made = {piece::what::row_text, s.first, s.last, &s, {}, {}};
    if (is_text(s, sameness::row)) {
        bool moved = false;
        for (const lane_variable &v : values_.variables())
            moved = moved || (v.first == s.first && is_moved(v));
        made.is = moved ? piece::what::moved : made.is;
        to.push_back(std::move(made));
        return;
    }
    const auto build_all = [&](int first, std::vector<piece> &inner) {
        for (const node *below : statements_of(first))
            build_row(*below, inner);
    };
    const bool top = top_;
    if (s.what == kind::block) {
        made.is = piece::what::around;
        top_ = false;
        build_all(s.first, made.inner);
        top_ = top;
        to.push_back(std::move(made));
        return;
    }
    if (s.what == kind::if_statement && s.condition >= 0 && !text_.is(s.open - 1, "constexpr")) {
        if (is_return(s.body) && s.other < 0 && top_ &&
            !narrowed(s.condition, s.condition_end, "x", true).empty()) {
            made.is = piece::what::narrow_rest;
            to.push_back(std::move(made));
            return;
        }
        if (s.other < 0 && !has_jump(s) &&
            !narrowed(s.condition, s.condition_end, "x", false).empty()) {
            made.is = piece::what::narrow;
            top_ = false;
            if (is_for_one(s))
                build_each(s.body, made.inner);
            else
                build_all(s.body, made.inner);
            top_ = top;
            to.push_back(std::move(made));
            return;
        }
    }
    if ((s.what == kind::for_loop || s.what == kind::while_loop) && s.condition >= 0 &&
        s.condition < s.condition_end && !has_jump(s) && head_stays(s)) {
        const sameness how = values_.of(s.condition, s.condition_end);
        const bool narrows = how > sameness::row &&
                             !narrowed(s.condition, s.condition_end, "x", false).empty() &&
                             values_.any_order(s.first, s.last);
        const bool alike = how <= sameness::row && pays(s.body, s.last);
        if (narrows || alike) {
            made.is = narrows ? piece::what::narrow_loop : piece::what::around;
            top_ = false;
            build_all(s.body, made.inner);
            top_ = top;
            to.push_back(std::move(made));
            return;
        }
    }
    if (narrows_value(s)) {
        made.is = piece::what::narrow_value;
        to.push_back(std::move(made));
        return;
    }
    if (pays_in_rounds(s)) {
        made.is = piece::what::rounds;
        build_rounds(s, made.inner);
        to.push_back(std::move(made));
        return;
    }
    for (const node &below : syntax_.below(s))
        if (is_loop(below.what) && strides(below))
            return fail();
    if (is_loop(s.what) && strides(s))
        return fail();
    made.is = piece::what::each;
    if (!to.empty() && to.back().is == piece::what::each)
        to.back().last = s.last;
    else
        to.push_back(std::move(made));
}

bool lane_plan::demote(lane_variable &v, sameness how) {
    if (v.how >= how)
        return false;
    if (v.is_parameter)
        fail();
    v.how = v.how == sameness::ladder ? sameness::none : how;
    return true;
}

// What is changed in [first, last), in these pieces: true if a variable is less alike than it was
// said to be.
bool lane_plan::settle_text(int first, int last, const std::vector<const piece *> &around,
                            bool of_row) {
    bool changed = false;
    for (int position = first; position < last; ++position) {
        lane_variable *v = values_.at(position);
        if (v == nullptr || v->how == sameness::none)
            continue;
        const bool defined = v->definition == position;
        if (!defined && !values_.changes(position))
            continue;
        if (!of_row && !defined)
            changed = demote(*v, sameness::none) || changed;
        else if (of_row && v->how == sameness::block)
            changed = demote(*v, sameness::row) || changed;
        if (defined || !of_row)
            continue;
        for (std::size_t i = 0; i < around.size(); ++i) {
            const piece &p = *around[i];
            if ((p.is != piece::what::narrow && p.is != piece::what::narrow_loop) ||
                v->definition >= p.first)
                continue;
            bool ends = p.is == piece::what::narrow_loop;
            for (int behind = p.last; ends && behind < v->scope_end; ++behind)
                ends = values_.at(behind) != v;
            for (std::size_t outer = 0; ends && outer < i; ++outer)
                ends = !(is_loop(around[outer]->statement->what) &&
                         v->definition < around[outer]->first);
            if (!ends)
                changed = demote(*v, sameness::none) || changed;
        }
    }
    return changed;
}

// All variables of one definition differ as much as one of them.
bool lane_plan::level_definitions() {
    bool changed = false;
    for (const lane_variable &v : values_.variables())
        for (lane_variable &other : values_.variables())
            if (!v.is_parameter && !other.is_parameter && v.first == other.first &&
                v.how == sameness::none && !all_move(v))
                changed = demote(other, sameness::none) || changed;
    return changed;
}

bool lane_plan::settle(const std::vector<piece> &pieces, std::vector<const piece *> &around) {
    bool changed = false;
    for (const piece &p : pieces) {
        switch (p.is) {
        case piece::what::block_text:
        case piece::what::barrier:
        case piece::what::neighbours:
        case piece::what::leave:
        case piece::what::shuffle:
            continue;
        case piece::what::stay:
            changed = settle(p.inner, around) || changed;
            continue;
        case piece::what::each:
        case piece::what::narrow_value:
        case piece::what::remainder:
            changed = settle_text(p.first, p.last, around, false) || changed;
            continue;
        case piece::what::row_text:
        case piece::what::moved:
            changed = settle_text(p.first, p.last, around, true) || changed;
            continue;
        default:
            break;
        }
        around.push_back(&p);
        if (p.is != piece::what::around_barriers && is_loop(p.statement->what))
            changed =
                settle_text(p.statement->open, text_.closer(p.statement->open), around, true) ||
                changed;
        changed = settle(p.inner, around) || changed;
        changed = settle(p.otherwise, around) || changed;
        around.pop_back();
    }
    return changed;
}

bool lane_plan::make() {
    const node *block = syntax_.statement(body_);
    if (block == nullptr)
        return false;
    const int end = text_.closer(body_);
    for (int round = 0; round < 50 && !failed_; ++round) {
        values_.work_out();
        pieces_.clear();
        shuffled_.clear();
        waits_ = has_barrier(body_, end);
        top_ = !waits_;
        build_body(syntax_.statements_in(*block), true, true, pieces_);
        if (failed_)
            return false;
        set_neighbours_apart(pieces_);
        std::vector<const piece *> around;
        if (level_definitions() || settle(pieces_, around))
            continue;
        segments_.assign(end - body_ + 1, -1);
        numbers_.assign(end - body_ + 1, -1);
        segment_ = number_ = 0;
        tops_.clear();
        number(pieces_, false);
        if (!place_variables())
            continue;
        for (const lane_variable *v : shuffled_)
            if (!is_kept(*v))
                return false;
        // A thread that leaves in the middle leaves only the piece that it is in.
        for (const node &n : syntax_.below(*block))
            if (n.what == kind::jump && text_.is(n.first, "return")) {
                const bool narrows = leaves_others(pieces_, n.first);
                const piece *behind = pieces_.empty() ? nullptr : &pieces_.back();
                if (!narrows && (waits_ || behind == nullptr || behind->is != piece::what::each ||
                                 n.first < behind->first))
                    return false;
            }
        is_of_grid_ = suits_grid();
        return !failed_ && bytes_of_arrays() <= 128 * 1024; // half of a stack
    }
    return false;
}

// What MOST_LANES of each array need, and what all threads keep (see lanes.h).
int lane_plan::bytes_of_arrays() const {
    constexpr int most_lanes = 256, most_threads = 1024;
    int result = has_shuffles() ? 8 * most_threads : 0;
    for (const lane_variable &v : values_.variables())
        result += bytes_of(v.type) *
                  ((is_in_array(v) ? most_lanes : 0) + (is_kept(v) ? most_threads : 0));
    return result;
}

bool lane_plan::leaves_others(const std::vector<piece> &pieces, int position) const {
    for (const piece &p : pieces)
        if (p.first <= position && position < p.last)
            return p.is == piece::what::narrow_rest || p.is == piece::what::leave ||
                   leaves_others(p.inner, position) || leaves_others(p.otherwise, position);
    return false;
}

} // namespace cuda_rewriter
