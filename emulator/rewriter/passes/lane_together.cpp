//     to[i] = from[i - 1] + from[i + 1];     may run together: what is read is read first
//     cells[i] = from[i];
//     more_cells[i] = from[i + n];           too: `from` is no shared memory
//     to[i] = 1;
//     v = from[i];                           may not: `from` may point to where `to` does
#include "lane_together.h"

#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

// What the statements of one lane have written by now.
class together_reader {
public:
    together_reader(const region &text, const lane_values &values, const node &kernel)
        : text_(text), values_(values) {
        for (int position = kernel.first; position < kernel.last; ++position)
            is_dynamic_ = is_dynamic_ || text_.is(position, "extern");
    }

    bool read(const node &statement);

private:
    bool is_assignment(int position) const;
    bool is_parameter(std::string_view name) const;
    bool is_apart(std::string_view name) const;
    bool are_apart(int first, int last) const;

    const region &text_;
    const lane_values &values_;
    bool is_dynamic_ = false; // shared memory may be: then it has one address by all names
    std::vector<std::string_view> written_;
};

bool together_reader::is_assignment(int position) const {
    const std::string_view here = text_.text(position);
    return here.back() == '=' && here != "==" && here != "!=" && here != "<=" && here != ">=";
}

// Whether it is one that points to where the caller says, which is no shared memory. (Kernels that
// change such a one have no lanes.)
bool together_reader::is_parameter(std::string_view name) const {
    for (const lane_variable &v : values_.variables())
        if (v.name == name)
            return v.is_parameter;
    return false;
}

// Whether memory of that name is none that has been written.
bool together_reader::is_apart(std::string_view name) const {
    for (const std::string_view other : written_) {
        const bool is_shared = values_.shared().count(name) != 0,
                   other_is_shared = values_.shared().count(other) != 0;
        if (is_shared && other_is_shared
                ? other == name || is_dynamic_
                : !(is_shared && is_parameter(other)) && !(other_is_shared && is_parameter(name)))
            return false;
    }
    return true;
}

bool together_reader::are_apart(int first, int last) const {
    for (int position = first; position < last; ++position) {
        const lane_variable *v = values_.at(position);
        const bool is_number = v != nullptr
                                   ? !v->is_array && v->type.find('*') == std::string::npos
                                   : !text_.is_name(position) || text_.is(position - 1, ".") ||
                                         text_.is(position, "threadIdx") ||
                                         values_.of(position, position + 1) != sameness::none;
        if (!is_number && !is_apart(text_.text(position)))
            return false;
    }
    return true;
}

// "float v = a[i];", "v += a[i];" or "cells[y][x] = a[i];": nothing else.
bool together_reader::read(const node &statement) {
    int target = statement.first, behind = -1, assignments = 0;
    for (int position = statement.first; position < statement.last; ++position) {
        const bool shifts = (text_.is(position, ">") && text_.is(position + 1, ">=")) ||
                            (text_.is(position, "<") && text_.is(position + 1, "<="));
        if (shifts || text_.is(position, "++") || text_.is(position, "--"))
            return false;
        if (!is_assignment(position))
            continue;
        ++assignments;
        behind = position;
        const lane_variable *v = values_.at(position - 1);
        if (statement.what == kind::declaration && (v == nullptr || v->definition != position - 1))
            return false;
    }
    if (statement.what == kind::declaration)
        return are_apart(statement.first, statement.last);
    if (statement.what != kind::expression || assignments != 1 ||
        !are_apart(target, statement.last - 1))
        return false;
    const lane_variable *v = values_.at(target);
    if (behind == target + 1)
        return v != nullptr && !v->is_array && v->type.find('*') == std::string::npos;
    int end = target + 1;
    while (text_.is(end, "["))
        end = text_.closer(end) + 1;
    written_.push_back(text_.text(target));
    return end == behind && (v == nullptr || !v->is_array);
}

} // namespace

bool run_together(const tree &syntax, const lane_values &values, int first, int last) {
    const node *kernel = syntax.function_around(first);
    if (kernel == nullptr)
        return false;
    together_reader reader(syntax.text(), values, *kernel);
    while (first < last) {
        const node *statement = syntax.statement(first);
        if (statement == nullptr || !reader.read(*statement))
            return false;
        first = statement->last;
    }
    return true;
}

} // namespace cuda_rewriter
