// __global__ void add(float *a, int n) {
//     int i = threadIdx.x + blockIdx.x * blockDim.x;
//     for (; i < n; i += blockDim.x * gridDim.x)
//         a[i] += 1;
// }
// becomes (with shorter names, and all on the same lines as before)
//     LANES_BEGIN
//     SEGMENT_BEGIN
//     int i = threadIdx.x + blockIdx.x * blockDim.x;
//     { lanes l1 = l0; for (; some(l1 = lanes_below(i, n, l1)); i += blockDim.x * gridDim.x) {
//         { const auto i0 = i; EACH_BEGIN(l1) const int i = i0 + lane;
//         a[i] += 1;
//         EACH_END }
//     } }
//     SEGMENT_END
//     LANES_END
//
// In the segment, `i` is that of the first lane. Each of the lanes has its own `i` in EACH. What a
// variable is to the lanes is in lane_values.cpp, and what becomes of a statement in lane_plan.cpp.
#include "lanes.h"

#include "lane_order.h"
#include "lane_together.h"
#include "lane_writer.h"

#include <algorithm>

namespace cuda_rewriter {
namespace {

// Whether a lane goes round a loop there as often as it likes.
bool has_rounds(const std::vector<piece> &pieces) {
    return std::any_of(pieces.begin(), pieces.end(), [](const piece &p) {
        return p.is == piece::what::rounds || has_rounds(p.inner);
    });
}

} // namespace

bool lane_writer::mentions(int first, int last, std::string_view name) const {
    for (int position = first; position < last; ++position)
        if (text_.is(position, name))
            return true;
    return false;
}

// Variables of the kernel that are mentioned there, in the order of their definitions.
std::vector<const lane_variable *> lane_writer::used_in(int first, int last) const {
    std::map<int, const lane_variable *> found;
    for (int position = first; position < last; ++position)
        if (const lane_variable *v = values_.at(position))
            found[v->definition] = v;
    std::vector<const lane_variable *> result;
    for (const auto &[definition, v] : found)
        result.push_back(v);
    return result;
}

// Those, and what others move with them that each segment or each lane works out anew.
std::vector<const lane_variable *> lane_writer::needed_in(int first, int last) const {
    return needed(used_in(first, last));
}
std::vector<const lane_variable *>
lane_writer::needed(std::vector<const lane_variable *> open) const {
    std::map<int, const lane_variable *> found;
    std::vector<const lane_variable *> result;
    while (!open.empty()) {
        const lane_variable *v = open.back();
        open.pop_back();
        if (found.emplace(v->definition, v).second && plan_.is_moved(*v))
            for (const lane_variable *inner : used_in(v->value, v->value_end))
                open.push_back(inner);
    }
    for (const auto &[definition, v] : found)
        result.push_back(v);
    return result;
}

bool lane_writer::changes_in(const lane_variable &v, int first, int last) const {
    for (int position = first; position < last; ++position)
        if (values_.at(position) == &v && (position == v.definition || values_.changes(position)))
            return true;
    return false;
}

void lane_writer::blank(int first, int last, const std::string &by) {
    for (int position = first; position < last; ++position)
        replaced_[position] = position == first ? by : "";
}

// Around the statement that begins there.
void lane_writer::close_brace(int first) {
    after_[syntax_.end_of_statement(first) - 1] += " }";
}

// Variables of which each lane has its own, around what it runs.
void lane_writer::write_each(const piece &p, const std::string &lanes) {
    if (!has_steps(p)) {
        before_[p.first] += begin_each(p, lanes);
        after_[p.last - 1] += " CUDA_EMULATOR_EACH_END }";
        return;
    }
    const std::string left = new_lanes(), some = new_lanes();
    before_[p.first] += "for (::cuda_emulator::lanes " + left + " = " + lanes + ", " + some +
                        "; ::cuda_emulator::some(" + some + " = " + left + "); " + left +
                        ".from = " + some + ".to) " + begin_each(p, some, true);
    after_[p.last - 1] += " CUDA_EMULATOR_EACH_END }";
}

// Definitions in there become assignments.
lane_writer::head_of_each lane_writer::head(const piece &p, const std::string &lanes,
                                            bool in_steps) {
    std::string outer, inner;
    bool asks = mentions(p.first, p.last, "threadIdx");
    for (const lane_variable *v : needed_in(p.first, p.last)) {
        if (in_steps && is_step(*v)) {
            const std::string first = "cuda_emulator_0_" + v->name,
                              step = plan_.step_of(v->value, v->value_end);
            outer += "const " + v->type + " " + first + " = " +
                     in_first_lane(v->value, v->value_end, lanes) +
                     "; ::cuda_emulator::keep_in_range(" + first + ", " + step + ", " + lanes +
                     "); ";
            inner += " [[maybe_unused]] const " + v->type + " " + v->name + " = " + first + " + " +
                     step + " * cuda_emulator_lane;";
        } else if (plan_.is_recalculated(*v)) {
            asks = asks || mentions(v->value, v->value_end, "threadIdx");
            inner += " [[maybe_unused]] " + v->type + " const " + v->name + " = " +
                     text_.joined(v->value, v->value_end) + ";";
        } else if (plan_.is_in_array(*v)) {
            outer += v->type + " *const cuda_emulator_0_" + v->name + " = cuda_emulator_" +
                     (sums_.count({v->definition, part_}) != 0
                          ? "s_" + v->name +
                                (lanes == lanes_of_part_
                                     ? ""
                                     : " + (" + lanes + ".from - " + lanes_of_part_ + ".from)")
                          : "v_" + v->name + " + " + lanes + ".from") +
                     "; ";
            inner += " [[maybe_unused]] " + v->type + " &" + v->name + " = cuda_emulator_0_" +
                     v->name + "[cuda_emulator_lane];";
            if (v->definition >= p.first && v->definition < p.last) {
                for (int position = v->first; position < v->last && values_.at(position) == nullptr;
                     ++position)
                    replaced_[position] = "";
                for (int position = v->definition - 1;
                     text_.is(position, "*") || text_.is(position, "const") ||
                     text_.is(position, "__restrict__");
                     --position)
                    replaced_[position] = "";
                if (v->value < 0)
                    replaced_[v->definition] = "(void)0";
            }
        } else if (v->how == sameness::ladder &&
                   (v->definition < p.first || v->definition >= p.last)) {
            outer += "const auto cuda_emulator_0_" + v->name + " = " + v->name + " + " + lanes +
                     ".from; ";
            inner += " [[maybe_unused]] const auto " + v->name + " = static_cast<" + v->type +
                     ">(cuda_emulator_0_" + v->name + " + cuda_emulator_lane);";
        }
    }
    if (in_steps)
        outer += indices_in_steps(p, lanes);
    if (std::vector<std::pair<int, int>> arguments; plan_.shuffle_in(*p.statement, &arguments) >= 0)
        outer += "const auto *const cuda_emulator_gets = "
                 "::cuda_emulator::shuffled_like(cuda_emulator_shuffled, cuda_emulator_k_" +
                 values_.at(arguments[1].first)->name + ") + cuda_emulator_first + " + lanes +
                 ".from; ";
    const std::string index = asks ? " CUDA_EMULATOR_INDEX(" + lanes + ")" : "";
    return {outer, index + inner + " "};
}

std::string lane_writer::begin_each(const piece &p, const std::string &lanes, bool in_steps) {
    const auto [outer, inner] = head(p, lanes, in_steps);
    const bool together = in_rounds_ || (part_ < 0 && plan_.pays(p.first, p.last, true) &&
                                         run_together(syntax_, values_, p.first, p.last));
    return "{ " + outer + "CUDA_EMULATOR_" + (together ? "TOGETHER" : "EACH") + "_BEGIN(" + lanes +
           ")" + inner;
}

// The statement once more, with `false` for the condition, for those that it leaves out: they lie
// on both sides of the others.
void lane_writer::write_value(const piece &p, const std::string &lanes) {
    const auto [first, last] = plan_.choice_in(*p.statement);
    const std::string some = new_lanes(), sides = new_lanes(), others = new_lanes();
    const std::string narrowed = plan_.narrowed(first, last, lanes, false);
    int name = p.first;
    for (const lane_variable &v : values_.variables())
        if (v.first == p.first && !v.is_parameter)
            name = v.definition;
    before_[p.first] += "{ const ::cuda_emulator::lanes " + some + " = " + narrowed + "; ";
    write_each(p, some);
    after_[p.last - 1] += " const ::cuda_emulator::lanes " + sides + "[] = {{" + lanes + ".from, " +
                          some + ".from}, {" + some + ".to, " + lanes + ".to" +
                          "}}; for (const ::cuda_emulator::lanes " + others + " : " + sides + ") " +
                          begin_each(p, others) + text_.joined(name, first) + " false " +
                          text_.joined(last, p.last) + " CUDA_EMULATOR_EACH_END } }";
    blank(first, last, "true");
}

void lane_writer::write_loop(const piece &p, const std::string &lanes) {
    const node &s = *p.statement;
    const std::string left = new_lanes(), several = several_rounds(p, left);
    before_[p.first] += "{ ::cuda_emulator::lanes " + left + " = " + lanes + "; ";
    if (!several.empty() && s.what == kind::for_loop) {
        before_[p.first] += text_.joined(s.open + 1, s.condition - 1) + "; ";
        blank(s.open + 1, s.condition - 1, "");
    }
    before_[p.first] += several;
    blank(s.condition, s.condition_end,
          "::cuda_emulator::some(" + left + " = " +
              plan_.narrowed(s.condition, s.condition_end, left, false) + ")");
    open_brace(s.body);
    before_[s.body] += fetches(p);
    write_row(p.inner, left);
    close_brace(s.body);
    after_[p.last - 1] += " }";
}

// Whether its rounds pay with few lanes at a time, whose variables stay in registers. The loop
// begins once more for each part of the lanes, so all that they share must be its own.
bool lane_writer::sums_up(const piece &loop) const {
    const kind what = loop.statement->what;
    if (loop.is != piece::what::around || (what != kind::for_loop && what != kind::while_loop))
        return false;
    bool found = false;
    for (int position = loop.first; position < loop.last; ++position) {
        const lane_variable *v = values_.at(position);
        if (v == nullptr || v->definition >= loop.first || !values_.changes(position))
            continue;
        if (!plan_.is_in_array(*v))
            return false;
        found = true;
    }
    return found;
}

void lane_writer::write_around(const piece &p, const std::string &lanes) {
    const node &s = *p.statement;
    if (s.what == kind::block) {
        write_row(p.inner, lanes);
        return;
    }
    const bool parts = part_ < 0 && sums_up(p);
    const std::string those = parts ? new_lanes() : lanes;
    std::string end;
    if (parts) {
        part_ = p.first;
        lanes_of_part_ = those;
        before_[p.first] += "CUDA_EMULATOR_PARTS_BEGIN(" + lanes + ", " + those + ") ";
        for (const lane_variable *v : used_in(p.first, p.last)) {
            if (v->definition >= p.first || !changes_in(*v, p.first, p.last))
                continue;
            sums_.emplace(v->definition, p.first);
            const std::string sums = "cuda_emulator_s_" + v->name,
                              all = "cuda_emulator_v_" + v->name + " + " + those + ".from";
            before_[p.first] += v->type + " " + sums + "[::cuda_emulator::part_of_lanes::count]; " +
                                "::cuda_emulator::copy_part(" + sums + ", " + all + ", " + those +
                                "); ";
            end += " ::cuda_emulator::copy_part(" + all + ", " + sums + ", " + those + ");";
        }
    }
    open_brace(s.body);
    write_row(p.inner, those);
    close_brace(s.body);
    if (parts) {
        after_[p.last - 1] += end + " CUDA_EMULATOR_PARTS_END";
        part_ = -1;
    }
}

// while (c) { ... }, and do { ... } while (c);, as closures of some lanes: whether all of them go
// on, and what they do in a round.
void lane_writer::write_rounds(const piece &p, const std::string &lanes) {
    const node &s = *p.statement;
    const bool first_round = s.what == kind::do_loop;
    const std::string some = new_lanes(), of_some = "[&](const ::cuda_emulator::lanes " + some +
                                                    ") CUDA_EMULATOR_INLINE_LANES ";
    const piece condition = {piece::what::each, s.condition, s.condition_end, &s, {}, {}};
    const auto [outer, inner] = head(condition, some);
    const std::string begin = "::cuda_emulator::" + std::string(first_round ? "do" : "while") +
                              "_lanes(" + lanes + ", ",
                      asks = of_some + "{ unsigned cuda_emulator_all = 1; " + outer +
                             "CUDA_EMULATOR_EACH_BEGIN(" + some + ")" + inner +
                             "cuda_emulator_all &= static_cast<bool>(",
                      asked = "); CUDA_EMULATOR_EACH_END return cuda_emulator_all != 0; }";
    const int close = text_.closer(s.open);
    if (first_round) {
        replaced_[p.first] = begin + of_some;
        blank(s.open - 1, s.open + 1, ", " + asks);
        replaced_[close] = asked;
        replaced_[p.last - 1] = ");";
    } else {
        blank(p.first, s.open + 1, begin + asks);
        replaced_[close] = asked + ", " + of_some;
    }
    open_brace(s.body);
    in_rounds_ = true;
    write_row(p.inner, some);
    in_rounds_ = false;
    close_brace(s.body);
    if (!first_round)
        after_[p.last - 1] += ");";
}

// v = (e) % n;
void lane_writer::write_remainder(const piece &p, const std::string &lanes) {
    const int first = p.first + 2, last = p.last - 1,
              sign = (text_.is(first, "(") ? text_.closer(first) : first) + 1;
    const auto [outer, inner] = head(p, lanes);
    before_[p.first] += "{ " + outer + "::cuda_emulator::remainder_of_lanes(" + lanes + ", " +
                        text_.joined(sign + 1, last) +
                        ", [&](const int cuda_emulator_lane) CUDA_EMULATOR_INLINE_LANES {" + inner +
                        "return ";
    blank(p.first, first, "");
    blank(sign, last,
          "; }, [&](const int cuda_emulator_lane, const auto cuda_emulator_value) "
          "CUDA_EMULATOR_INLINE_LANES {" +
              inner + std::string(text_.text(p.first)) + " = cuda_emulator_value; })");
    after_[last] += " }";
}

void lane_writer::write_row(const std::vector<piece> &pieces, std::string lanes) {
    for (const piece &p : pieces) {
        const node &s = *p.statement;
        switch (p.is) {
        case piece::what::moved:
            blank(p.first, p.last - 1, "");
            break;
        case piece::what::around:
            write_around(p, lanes);
            break;
        case piece::what::narrow: {
            const std::string left = new_lanes();
            const std::string value = plan_.narrowed(s.condition, s.condition_end, lanes, false);
            blank(p.first, text_.closer(s.open) + 1,
                  "{ const ::cuda_emulator::lanes " + left + " = " + value +
                      "; if (::cuda_emulator::some(" + left + "))");
            open_brace(s.body);
            write_row(p.inner, left);
            close_brace(s.body);
            after_[p.last - 1] += " }";
            break;
        }
        case piece::what::narrow_rest: {
            const std::string left = new_lanes();
            const std::string value = plan_.narrowed(s.condition, s.condition_end, lanes, true);
            blank(p.first, p.last,
                  "const ::cuda_emulator::lanes " + left + " = " + value +
                      "; if (!::cuda_emulator::some(" + left + ")) return;");
            lanes = left;
            break;
        }
        case piece::what::narrow_loop:
            write_loop(p, lanes);
            break;
        case piece::what::narrow_value:
            write_value(p, lanes);
            break;
        case piece::what::rounds:
            write_rounds(p, lanes);
            break;
        case piece::what::remainder:
            write_remainder(p, lanes);
            break;
        case piece::what::each:
            write_each(p, lanes);
            break;
        default:
            break;
        }
    }
}

// Whether a loop whose lanes run part by part adds to the variable there.
bool lane_writer::is_in_sum(const lane_variable &v, int position) const {
    return std::any_of(sums_.begin(), sums_.end(), [&](const std::pair<int, int> &sum) {
        return sum.first == v.definition && position >= sum.second &&
               position < syntax_.end_of_statement(sum.second);
    });
}

// Whether a segment needs no copy of what threads keep of a variable: no loop of it goes by there
// again and again, and what fails half-way finds it as it was, or is only added to it: which
// address it fails at does not depend on it.
bool lane_writer::is_used_in_place(const lane_variable &v, const piece *first,
                                   const piece *last) const {
    const bool is_older = v.definition < first->first;
    bool is_sum = false, is_used = false;
    for (int position = first->first; position < last->last; ++position) {
        if (values_.at(position) != &v)
            continue;
        if (is_in_sum(v, position)) {
            is_sum = true;
            is_used =
                is_used || !values_.changes(position) || syntax_.statement(position) == nullptr;
            continue;
        }
        is_used = true;
        for (const kind loop : {kind::for_loop, kind::while_loop, kind::do_loop})
            if (const int around = syntax_.around(position, loop);
                around >= 0 && syntax_[around].first >= first->first)
                return false;
        if (is_older && values_.changes(position))
            return false;
    }
    return !(is_older && is_sum && is_used);
}

// Whether each lane goes by there once, and finds all but its own variables in shared memory.
bool lane_writer::is_of_shared_memory(const piece *first, const piece *last) const {
    for (const node &n : syntax_.within(first->first, last->last))
        if (is_loop(n.what))
            return false;
    bool found = false;
    for (int position = first->first; position < last->last; ++position) {
        const lane_variable *v = values_.at(position);
        const bool is_shared = values_.shared().count(text_.text(position)) != 0;
        if (v != nullptr ? v->is_array || v->type.find('*') != std::string::npos
                         : text_.is_name(position) && !text_.is(position - 1, ".") && !is_shared &&
                               !text_.is(position, "threadIdx") &&
                               values_.of(position, position + 1) == sameness::none)
            return false;
        found = found || is_shared;
    }
    return found;
}

// Definitions of variables that each segment works out anew.
std::string lane_writer::moved(const std::vector<const lane_variable *> &needed, bool quiet) const {
    std::string values;
    for (const lane_variable *v : needed)
        if (plan_.is_moved(*v) && !plan_.is_recalculated(*v))
            values += (quiet ? "[[maybe_unused]] " : "") + v->type + " const " + v->name + " = " +
                      text_.joined(v->value, v->value_end) + "; ";
    return values;
}

// The lanes of a segment that have not left the kernel, and what they are found by.
std::string lane_writer::those_that_stay() const {
    std::string result = "cuda_emulator_lanes_0";
    for (const condition &c : staying_)
        result = plan_.narrowed(c.first, c.last, result, c.leaves);
    return result;
}

std::vector<const lane_variable *> lane_writer::used_to_stay() const {
    std::vector<const lane_variable *> result;
    for (const condition &c : staying_)
        for (const lane_variable *v : used_in(c.first, c.last))
            result.push_back(v);
    return result;
}

// if (i >= n) return;, and the beginning of if (i < n) {, where the others come to barriers: none
// of what the block does from here on is done for those that leave.
void lane_writer::write_leave(const piece &p) {
    const node &s = *p.statement;
    staying_.push_back({s.condition, s.condition_end, p.is == piece::what::leave});
    blank(p.first, p.is == piece::what::leave ? p.last : text_.closer(s.open) + 1,
          "cuda_emulator_stay.begin(); CUDA_EMULATOR_SEGMENT_BEGIN(, &cuda_emulator_stay) " +
              moved(needed(used_to_stay()), true) + "cuda_emulator_stay.add(cuda_emulator_first, " +
              those_that_stay() +
              "); CUDA_EMULATOR_SEGMENT_END if (cuda_emulator_stay.are_none()) return;");
}

// Whether a use of a __shared__ variable has its declaration behind a position, in a block that
// begins there, say.
bool lane_writer::is_declared_since(int first, int use) const {
    for (const node &n : syntax_.within(first, use + 1))
        if (n.what == kind::declaration && values_.is_shared(n) && use < syntax_[n.parent].last)
            for (const node *v : syntax_.variables_of(n))
                if (text_.text(v->name) == text_.text(use))
                    return true;
    return false;
}

// Around pieces of a row: what they refer to, the variables that each segment works out anew, and
// those that threads have of their own.
void lane_writer::begin_segment(const piece *first, const piece *last, bool with_neighbours,
                                const std::string &lanes) {
    std::string references, end;
    std::set<std::string> shared;
    for (int position = first->first; position < last->last; ++position)
        if (values_.shared().count(text_.text(position)) != 0 &&
            !is_declared_since(first->first, position) &&
            shared.insert(std::string(text_.text(position))).second)
            references += ", &" + std::string(text_.text(position));
    std::vector<const lane_variable *> used = used_in(first->first, last->last);
    for (const lane_variable *v : used_to_stay())
        used.push_back(v);
    std::string values = moved(needed(used), with_neighbours);
    if (!staying_.empty())
        values += "const ::cuda_emulator::lanes " + lanes + " = " + those_that_stay() +
                  "; if (!::cuda_emulator::some(" + lanes + ")) return; ";
    for (const lane_variable *v : needed_in(first->first, last->last))
        if (plan_.is_new(*v) && v->definition < first->first)
            values += v->type + " " + v->name + "; ";
    for (const lane_variable *v : used_in(first->first, last->last)) {
        if (!plan_.is_in_array(*v))
            continue;
        const std::string array = "cuda_emulator_v_" + v->name,
                          kept = "cuda_emulator_k_" + v->name + " + cuda_emulator_first";
        if (plan_.is_kept(*v) && (with_neighbours || is_used_in_place(*v, first, last))) {
            values += v->type + " *const " + array + " = " + kept + "; ";
            continue;
        }
        values += v->type + " " + array +
                  (with_neighbours ? "[cuda_emulator_most]; " : "[::cuda_emulator::MOST_LANES]; ");
        if (!plan_.is_kept(*v))
            continue;
        if (v->definition < first->first)
            values +=
                "::cuda_emulator::copy_lanes(" + array + ", " + kept + ", cuda_emulator_lanes_0); ";
        if (changes_in(*v, first->first, last->last))
            end +=
                " ::cuda_emulator::copy_lanes(" + kept + ", " + array + ", cuda_emulator_lanes_0);";
    }
    const std::string what = with_neighbours                    ? "NEIGHBOURS"
                             : plan_.is_of_grid()               ? "SEGMENT_OF_GRID"
                             : has_rounds({first, last + 1})    ? "SEGMENT_OF_ROOTS"
                             : is_of_shared_memory(first, last) ? "SEGMENT_OF_SHARED"
                                                                : "SEGMENT";
    begin_[first->first] += "CUDA_EMULATOR_" + what + "_BEGIN(" + references + ") " + values;
    after_[last->last - 1] += end + " CUDA_EMULATOR_SEGMENT_END";
}

// v += __shfl_down_sync(mask, v, 16); gives all threads of the block what they get, as what each
// has is kept. Then each one goes on with it.
void lane_writer::write_shuffle(const piece &p) {
    std::vector<std::pair<int, int>> arguments;
    const int call = plan_.shuffle_in(*p.statement, &arguments);
    const lane_variable &v = *values_.at(arguments[1].first);
    constexpr std::string_view shuffle = "__shfl", of_mask = "_sync";
    std::string operation = "shuffle" + std::string(text_.text(call).substr(shuffle.size()));
    if (const std::size_t at = operation.find(of_mask); at != operation.npos)
        operation.erase(at);
    std::string more;
    for (std::size_t i = 2; i < arguments.size(); ++i)
        more += ", " + text_.joined(arguments[i].first, arguments[i].second);
    const auto [mask, mask_end] = arguments[0];
    const long below =
        file_.line_of(text_.token_index(call)) - file_.line_of(text_.token_index(p.first));
    begin_[p.first] +=
        "::cuda_emulator::shuffle_lanes<::cuda_emulator::warp_operation::" + operation +
        ">(cuda_emulator_shuffled, cuda_emulator_k_" + v.name + ", " +
        (mask < mask_end ? text_.joined(mask, mask_end) : "~0u") + ", " +
        (staying_.empty() ? "nullptr" : "&cuda_emulator_stay") + ", __LINE__" +
        (below != 0 ? " + " + std::to_string(below) : "") + more + "); ";
    blank(call, text_.closer(call + 1) + 1, "cuda_emulator_gets[cuda_emulator_lane]");
}

void lane_writer::write_body(const std::vector<piece> &pieces) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const piece &p = pieces[i];
        const node &s = *p.statement;
        switch (p.is) {
        case piece::what::block_text:
            continue;
        case piece::what::neighbours:
            continue;
        case piece::what::barrier:
            blank(p.first, p.last - 1,
                  staying_.empty() || text_.is(p.first, "__syncwarp")
                      ? "::cuda_emulator::end_segment()"
                      : "cuda_emulator_stay.end_segment(__LINE__)");
            continue;
        case piece::what::shuffle:
            write_shuffle(p);
            continue;
        case piece::what::leave:
        case piece::what::stay:
            write_leave(p);
            write_body(p.inner);
            continue;
        case piece::what::moved:
            blank(p.first, p.last - 1, "");
            continue;
        case piece::what::around_barriers:
            if (s.what != kind::block)
                begin_[s.body] += "{ "; // around a segment that begins there
            write_body(p.inner);
            if (s.what != kind::block)
                close_brace(s.body);
            if (s.what == kind::if_statement && s.other >= 0) {
                begin_[s.other] += "{ ";
                write_body(p.otherwise);
                close_brace(s.other);
            }
            continue;
        default:
            break;
        }
        std::size_t last = i;
        while (last + 1 < pieces.size() && pieces[last + 1].is > piece::what::around_barriers)
            ++last;
        std::vector<piece> segment(pieces.begin() + i, pieces.begin() + last + 1);
        const std::string lanes = staying_.empty() ? "cuda_emulator_lanes_0" : new_lanes();
        write_row(segment, lanes);
        begin_segment(&pieces[i], &pieces[last],
                      last + 1 < pieces.size() && pieces[last + 1].is == piece::what::neighbours,
                      lanes);
        i = last;
    }
}

// Whether that is an element of a __shared__ array, and no more: not "cells[i] + 1", either.
bool lane_writer::is_in_shared_array(int name) const {
    int end = name;
    const auto count_brackets = [&](int open) {
        int count = 0;
        for (; text_.is(open, "["); open = text_.closer(open) + 1)
            ++count;
        end = open;
        return count;
    };
    const int count = count_brackets(name + 1);
    if (!text_.is(end, ","))
        return false;
    for (const node &n : syntax_.within(body_, name))
        if (n.what == kind::declaration && values_.is_shared(n))
            for (int position = n.first; position < n.last; ++position)
                if (text_.is(position, text_.text(name)))
                    return count > 0 && count <= count_brackets(position + 1);
    return false;
}

// atomicAdd(&cells[i], 1) need not ask whether other workers see the memory.
void lane_writer::tell_of_shared_memory() {
    for (int position = body_; position < text_.closer(body_); ++position)
        if (text_.is(position, "atomicAdd") && text_.is(position + 2, "&") &&
            is_in_shared_array(position + 3))
            before_[position + 2] += "::cuda_emulator::in_block() ";
}

// " + sizeof(float)", of all that each thread has in an array until there.
std::string lane_writer::bytes_of_neighbours() const {
    std::string bytes;
    for (const lane_variable &v : values_.variables())
        if (plan_.is_in_array(v) && v.definition < plan_.neighbours_end())
            bytes += " + sizeof(" + v.type + ")";
    return bytes;
}

step_ends lane_writer::write(const std::string &bounds, edit_list &edits) {
    write_body(plan_.pieces());
    tell_of_shared_memory();
    const std::string bytes = bytes_of_neighbours();
    std::string kept = staying_.empty() ? ""
                                        : "::cuda_emulator::threads_that_stay cuda_emulator_stay; ",
                kept_before = "0";
    if (plan_.has_shuffles())
        kept += "::cuda_emulator::shuffled_values cuda_emulator_values; "
                "auto *const cuda_emulator_shuffled = &cuda_emulator_values; ";
    if (!bytes.empty())
        kept += "const unsigned cuda_emulator_place = "
                "::cuda_emulator::place_among_neighbours(cuda_emulator_most); ";
    for (const lane_variable &v : values_.variables())
        if (plan_.is_kept(v) && v.definition < plan_.neighbours_end()) {
            kept += v.type + " *const cuda_emulator_k_" + v.name +
                    " = ::cuda_emulator::kept_by_neighbours<" + v.type + ">((" + kept_before +
                    ") * cuda_emulator_most) + cuda_emulator_place * blockDim.x; ";
            kept_before += " + sizeof(" + v.type + ")";
        } else if (plan_.is_kept(v))
            kept += "::cuda_emulator::kept_by_block<" + v.type + "> cuda_emulator_r_" + v.name +
                    "; " + v.type + " *const cuda_emulator_k_" + v.name + " = cuda_emulator_r_" +
                    v.name + ".of_thread; ";
    for (const auto *places : {&before_, &begin_, &after_, &replaced_})
        if (!places->empty() &&
            (places->begin()->first <= body_ || places->rbegin()->first >= text_.closer(body_)))
            return {}; // a statement that does not end
    for (const auto &[position, by] : replaced_)
        edits.replace(text_.token_index(position), by);
    for (const auto &[position, by] : begin_)
        edits.insert_before(text_.token_index(position), by);
    for (const auto &[position, by] : before_)
        edits.insert_before(text_.token_index(position), by);
    for (const auto &[position, by] : after_)
        edits.insert_after(text_.token_index(position), by);
    const std::string most =
        bytes.empty() ? "" : ", + ::cuda_emulator::most_with_neighbours(0" + bytes + ")";
    return {" CUDA_EMULATOR_LANES_BEGIN(" + bounds + most + ") " + kept,
            " CUDA_EMULATOR_LANES_END "};
}

step_ends rewrite_lanes(const tree &syntax, const node &kernel, int body, const std::string &bounds,
                        const step_context &context, edit_list &edits) {
    lane_values values(syntax, kernel, body, context);
    if (!values.read())
        return {};
    lane_plan plan(syntax, kernel, body, values);
    if (!plan.make() || meet_in_memory(syntax.text(), values, plan.pieces()))
        return {};
    return lane_writer(context.file, syntax, body, values, plan).write(bounds, edits);
}

} // namespace cuda_rewriter
