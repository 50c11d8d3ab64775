// Where the variables of a plan live: in the segment that they are defined in, in each one anew
// that needs them, or in arrays.
#include "lane_plan.h"

#include <algorithm>

namespace cuda_rewriter {

void lane_plan::number(const std::vector<piece> &pieces, bool of_row) {
    for (const piece &p : pieces) {
        const bool row = p.is > piece::what::around_barriers;
        if (!row && !of_row)
            ++segment_;
        ++number_;
        for (int position = p.first; position < p.last; ++position) {
            segments_[position - body_] = row ? segment_ : -1;
            numbers_[position - body_] = number_;
        }
        for (int first = p.first; row && !of_row && first < p.last;
             first = std::max(syntax_.end_of_statement(first), first + 1))
            tops_.insert(first);
        number(p.inner, row);
        number(p.otherwise, row);
        if (!row && !of_row)
            ++segment_;
    }
}

// Whether it is worth the same in each segment: never changed, and made of what is not.
bool lane_plan::is_derivable(const lane_variable &v) const {
    std::set<int> seen;
    return is_derivable(v, seen);
}

// seen: variables that have been looked at, by their definitions.
bool lane_plan::is_derivable(const lane_variable &v, std::set<int> &seen) const {
    if (!seen.insert(v.definition).second)
        return true;
    if (!is_constant(v))
        return false;
    if (v.is_parameter)
        return true;
    if (v.value < 0 || v.how == sameness::none)
        return false;
    for (int position = v.value; position < v.value_end; ++position) {
        const lane_variable *inner = values_.at(position);
        if (inner != nullptr && !is_derivable(*inner, seen))
            return false;
    }
    return true;
}

// Whether it never changes.
bool lane_plan::is_constant(const lane_variable &v) const {
    for (int position = body_; position < v.scope_end; ++position)
        if (values_.at(position) == &v && position != v.definition && values_.changes(position))
            return false;
    return true;
}

// Whether each lane may work it out anew, which costs less than to keep it: a whole number, made of
// such ones by sums and the like.
bool lane_plan::is_recalculable(const lane_variable &v) const {
    if (v.value < 0 || v.is_array || v.how != sameness::none || !is_wide_integer(v.type) ||
        values_.numbers_in(v.value, v.value_end) & numbers::OTHER || !is_constant(v))
        return false;
    for (int position = v.value; position < v.value_end; ++position) {
        const std::string_view here = text_.text(position);
        for (const char *other : {"[", "->", "?", "/", "%", "{"})
            if (here == other)
                return false;
        if (!text_.is_name(position) || text_.is(position - 1, "."))
            continue;
        const lane_variable *inner = values_.at(position);
        const bool is_number =
            inner != nullptr
                ? inner->definition < v.definition && inner->type.find('*') == std::string::npos &&
                      (is_derivable(*inner) || is_recalculable(*inner))
                : here == "threadIdx" || (!text_.is(position + 1, "(") &&
                                          values_.of(position, position + 1) <= sameness::row);
        if (!is_number)
            return false;
    }
    return true;
}

// Whether all variables of its definition may be worked out anew.
bool lane_plan::all_move(const lane_variable &v) const {
    for (const lane_variable &other : values_.variables())
        if (!other.is_parameter && other.first == v.first && !is_derivable(other) &&
            !is_recalculable(other))
            return false;
    return true;
}

// Whether one definition is that of a variable of which nothing is known, too.
bool lane_plan::stands_with_lanes(const lane_variable &v) const {
    for (const lane_variable &other : values_.variables())
        if (!other.is_parameter && other.first == v.first && other.how == sameness::none)
            return true;
    return false;
}

// Whether each segment that mentions it gives it a value first.
bool lane_plan::begins_anew(const lane_variable &v) const {
    std::set<int> segments;
    for (int position = v.definition; position < v.scope_end; ++position) {
        if (values_.at(position) != &v || !segments.insert(segment_at(position)).second ||
            position == v.definition)
            continue;
        const node *statement = tops_.count(position) != 0 ? syntax_.statement(position) : nullptr;
        if (statement == nullptr || statement->what != kind::expression ||
            !text_.is(position + 1, "="))
            return false;
        for (int inner = position + 1; inner < statement->last; ++inner)
            if (values_.at(inner) == &v)
                return false;
    }
    return true;
}

// Where variables live. False: one of them is not what it was thought to be.
bool lane_plan::place_variables() {
    arrays_.clear();
    kept_.clear();
    new_.clear();
    std::set<int> moved;
    std::set<std::string> names; // of arrays and what moved: once each
    bool settled = true;
    for (lane_variable &v : values_.variables()) {
        if (v.is_parameter || v.how == sameness::block)
            continue;
        std::set<int> segments, numbers;
        for (int position = v.definition; position < v.scope_end; ++position)
            if (values_.at(position) == &v) {
                segments.insert(segment_at(position));
                numbers.insert(piece_at(position));
            }
        if (v.how != sameness::none) {
            if (segments.size() == 1 && (numbers.size() == 1 || !stands_with_lanes(v)))
                continue;
            if (is_derivable(v)) {
                moved.insert(v.definition);
            } else if (begins_anew(v)) {
                new_.insert(v.definition);
                continue;
            } else {
                settled = !demote(v, sameness::none) && settled;
            }
        } else if (numbers.size() > 1 && all_move(v)) {
            moved.insert(v.definition);
        } else if (numbers.size() > 1) {
            arrays_.insert(v.definition);
            if (segments.size() > 1 && !begins_anew(v))
                kept_.insert(v.definition);
            if (v.is_array)
                fail();
        } else {
            continue;
        }
        if (!names.insert(v.name).second)
            fail();
    }
    settled = move_with_others(moved, names) && settled;
    if (settled && (moved != moved_ || arrays_ != known_arrays_)) {
        moved_ = moved;
        known_arrays_ = arrays_;
        settled = false;
    }
    // All variables of one definition go the same way.
    for (const lane_variable &v : values_.variables())
        for (const lane_variable &other : values_.variables())
            if (is_in_array(v) && v.first == other.first &&
                arrays_.insert(other.definition).second &&
                (other.is_array || !names.insert(other.name).second))
                fail();
    for (const lane_variable &v : values_.variables())
        for (int open = v.definition + 1; text_.is(open, "["); open = text_.closer(open) + 1)
            for (int position = open + 1; position < text_.closer(open); ++position) {
                const lane_variable *length = values_.at(position);
                if (length != nullptr && is_in_array(*length))
                    fail(); // no constant any more
            }
    return settled;
}

// What stands in one definition with a variable that moves, or in its value, moves too. False: one
// of these is not what it was thought to be.
bool lane_plan::move_with_others(std::set<int> &moved, std::set<std::string> &names) {
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (lane_variable &v : values_.variables()) {
            if (v.is_parameter || v.how == sameness::block || moved.count(v.definition) != 0)
                continue;
            bool follows = false;
            for (const lane_variable &other : values_.variables()) {
                if (moved.count(other.definition) == 0)
                    continue;
                follows = follows || v.first == other.first;
                for (int position = other.value; position < other.value_end; ++position)
                    follows = follows || values_.at(position) == &v;
            }
            if (!follows)
                continue;
            if (!is_derivable(v) && !is_recalculable(v)) {
                demote(v, sameness::none);
                return false;
            }
            moved.insert(v.definition);
            goes_on = true;
            if (!names.insert(v.name).second)
                fail();
        }
    }
    return true;
}

} // namespace cuda_rewriter
