//     float sum = 0;
//     for (; i < n; i += stride)
//         sum += a[i];
//     neighbours
//     cells[threadIdx.x] = sum;
// A kernel may begin with a loop over the grid that only reads memory. Nobody can tell in which
// order blocks do that. So where all that it knows of its thread is
// threadIdx.x + blockIdx.x * blockDim.x, neighbouring blocks are one long row until there, and read
// what lies side by side.
#include "lane_plan.h"

#include <algorithm>

namespace cuda_rewriter {

// Without casts and brackets around it.
static std::string bare(const region &text, int first, int last) {
    while (text.is(first, "(")) {
        const int close = text.closer(first);
        if (close == last - 1)
            ++first, --last;
        else if (is_wide_integer(text.joined(first + 1, close)))
            first = close + 1;
        else
            break;
    }
    std::string result;
    for (int position = first; position < last; ++position)
        result += text.text(position);
    return result;
}

// Whether a value counts all threads of a row of the grid. What else is added is not looked at.
bool lane_plan::counts_threads_of_grid(const lane_variable &v) const {
    if (v.how != sameness::ladder || v.value < 0)
        return false;
    int first = v.value, last = v.value_end, threads = 0, blocks = 0;
    while (text_.is(first, "(") && text_.closer(first) == last - 1)
        ++first, --last;
    for (const auto &[begin, end] : values_.parts(first, last, "+")) {
        const std::string part = bare(text_, begin, end);
        const auto factors = values_.parts(begin, end, "*");
        if (part == "threadIdx.x") {
            ++threads;
        } else if (part == "blockIdx.x*blockDim.x" || part == "blockDim.x*blockIdx.x" ||
                   (factors.size() == 2 &&
                    bare(text_, factors[0].first, factors[0].second) == "blockIdx.x" &&
                    bare(text_, factors[1].first, factors[1].second) == "blockDim.x")) {
            ++blocks;
        } else {
            for (int position = begin; position < end; ++position)
                if (text_.is(position, "threadIdx") || text_.is(position, "blockIdx"))
                    return false;
        }
    }
    return threads == 1 && blocks == 1;
}

// Whether nothing in [first, last) changes anything but variables of the thread.
bool lane_plan::only_reads(int first, int last) const {
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position), next = text_.text(position + 1);
        if (here.substr(0, 6) == "atomic" || values_.shared().count(here) != 0)
            return false;
        if ((here == "++" || here == "--") && !text_.is_name(position - 1) &&
            !text_.is_name(position + 1))
            return false;
        const bool closes = here == "]" || here == ")";
        if (closes &&
            (next == "++" || next == "--" || (next == "<" && text_.is(position + 2, "<=")) ||
             (next == ">" && text_.is(position + 2, ">=")) ||
             (next.back() == '=' && next != "==" && next != "!=" && next != "<=" && next != ">=")))
            return false;
        if (!text_.is_name(position) || !values_.changes(position))
            continue;
        const lane_variable *v = values_.at(position);
        if (v == nullptr || v->is_array || next == "[" || next == "->" || next == "." ||
            (text_.is(position - 1, "*") && v->definition != position))
            return false;
    }
    return true;
}

// Whether all that [first, last) knows of the thread and the block is the number in the grid.
bool lane_plan::knows_only_grid(int first, int last, std::set<int> &seen) const {
    for (int position = first; position < last; ++position) {
        if (text_.is(position, "threadIdx") || text_.is(position, "blockIdx"))
            return false;
        const lane_variable *v = values_.at(position);
        if (v == nullptr || v->is_parameter || !seen.insert(v->definition).second)
            continue;
        if (counts_threads_of_grid(*v)) {
            for (int inner = v->value; inner < v->value_end; ++inner)
                if (const lane_variable *other = values_.at(inner); other != nullptr)
                    if (!knows_only_grid(inner, inner + 1, seen))
                        return false;
            if (v->definition == position)
                position = v->value_end - 1;
        } else if (v->value >= 0 && !knows_only_grid(v->value, v->value_end, seen)) {
            return false;
        }
    }
    return true;
}

// A statement of those that blocks may run side by side.
bool lane_plan::suits_neighbours(const piece &p) const {
    const node &s = *p.statement;
    if (p.is == piece::what::moved)
        return true;
    if (p.is != piece::what::block_text && p.is != piece::what::row_text &&
        p.is != piece::what::each && p.is != piece::what::narrow_loop)
        return false;
    if (p.is == piece::what::block_text && (s.what != kind::declaration || values_.is_shared(s)))
        return false;
    const bool loops = p.is == piece::what::narrow_loop;
    for (const node &n : syntax_.within(p.first, p.last)) {
        const bool inner = !loops || n.first != s.first;
        if (n.what == kind::jump || (inner && is_loop(n.what)))
            return false;
    }
    return only_reads(p.first, p.last) && (!loops || (strides(s) && pays(s.body, s.last)));
}

// Puts `neighbours` behind the loop that such a kernel begins with.
void lane_plan::set_neighbours_apart(std::vector<piece> &pieces) {
    neighbours_end_ = -1;
    const auto begin = std::find_if(pieces.begin(), pieces.end(),
                                    [](const piece &p) { return p.is != piece::what::block_text; });
    auto end = begin;
    for (auto p = begin; p != pieces.end() && suits_neighbours(*p); ++p)
        if (p->is == piece::what::narrow_loop)
            end = p + 1;
    if (!waits_ || end == begin || end == pieces.end())
        return;
    std::set<int> seen;
    int bytes = 0;
    for (auto p = pieces.begin(); p != end; ++p) {
        const bool each = p->is == piece::what::each || p->is == piece::what::narrow_loop;
        if ((each || p->statement->what != kind::declaration) &&
            !knows_only_grid(p->first, p->last, seen))
            return; // other definitions count where somebody needs them
    }
    for (const lane_variable &v : values_.variables()) {
        if (v.is_parameter || v.definition < begin->first || v.definition >= end[-1].last)
            continue;
        bool used_behind = false;
        for (int position = end[-1].last; position < v.scope_end; ++position)
            used_behind = used_behind || values_.at(position) == &v;
        if (v.how == sameness::none && !is_recalculable(v))
            bytes += v.is_array ? MOST_BYTES_OF_NEIGHBOURS + 1 : bytes_of(v.type);
        else if (used_behind && !is_derivable(v) && !is_recalculable(v))
            return;
    }
    if (bytes == 0 || bytes > MOST_BYTES_OF_NEIGHBOURS)
        return;
    for (auto p = begin; p != end; ++p)
        if (p->is == piece::what::block_text)
            p->is = piece::what::row_text;
    neighbours_end_ = end[-1].last;
    pieces.insert(
        end,
        {piece::what::neighbours, neighbours_end_, neighbours_end_, end[-1].statement, {}, {}});
}

// Whether what a lane uses of memory lies at most four numbers behind what the lane before uses. A
// long row of columns would have left the cache before the next row comes to them.
bool lane_plan::lies_close(int first, int last) const {
    for (int open = first; open < last; ++open) {
        if (!text_.is(open, "["))
            continue;
        const int close = text_.closer(open);
        const int of = text_.is(open - 1, ")") ? text_.opener(open - 1) : open - 1;
        const bool of_file = of == open - 1 && values_.at(of) == nullptr;
        if (!of_file && values_.of(of, open) == sameness::none)
            return false; // a pointer of each lane
        if (values_.of(open + 1, close) <= sameness::row)
            continue;
        const std::string step = step_of(open + 1, close);
        if (step.size() != 1 || step > "4" || text_.is(close + 1, "["))
            return false;
    }
    return true;
}

// Statements of which each lane does a little, with memory that lies side by side.
bool lane_plan::suits_grid(const std::vector<piece> &pieces) const {
    return std::all_of(pieces.begin(), pieces.end(), [this](const piece &p) {
        switch (p.is) {
        case piece::what::moved:
        case piece::what::row_text:
        case piece::what::narrow_rest:
            return true;
        case piece::what::each:
            return pays(p.first, p.last, true) && lies_close(p.first, p.last);
        case piece::what::around:
        case piece::what::narrow:
            return suits_grid(p.inner) && suits_grid(p.otherwise);
        default:
            return false;
        }
    });
}

// Whether a kernel is over so soon that blocks cost more than their threads: no thread waits, and
// none goes round a loop. If all that it knows of a row is its numbers in the grid, neighbouring
// blocks are one row from beginning to end.
bool lane_plan::suits_grid() const {
    const int end = text_.closer(body_);
    for (const node &n : syntax_.within(body_, end))
        if (is_loop(n.what))
            return false;
    if (waits_ || !suits_grid(pieces_))
        return false;
    for (int position = body_; position < end; ++position) {
        const auto &variables = values_.variables();
        const bool is_known =
            (!text_.is(position, "threadIdx") && !text_.is(position, "blockIdx")) ||
            text_.is(position + 2, "y") || text_.is(position + 2, "z") ||
            std::any_of(variables.begin(), variables.end(), [&](const lane_variable &v) {
                return v.value <= position && position < v.value_end && counts_threads_of_grid(v);
            });
        if (!is_known)
            return false;
    }
    return true;
}

} // namespace cuda_rewriter
