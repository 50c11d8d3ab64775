// What a loop that goes over the grid does ahead of its rounds: it asks for the memory of later
// ones. Neighbouring blocks take several rounds at a time.
#include "lane_writer.h"

namespace cuda_rewriter {

// What lies ahead in memory that neighbours read side by side: no processor guesses it, as it lies
// in another page.
std::string lane_writer::fetches(const piece &loop) const {
    std::string result;
    std::set<std::string> known;
    const node &s = *loop.statement;
    const int body = text_.closer(s.open);
    const auto is_defined_before = [](const lane_variable *v, int end) {
        return v == nullptr || v->definition < end;
    };
    std::map<std::string, std::string> strides; // by what takes them
    for (int position = s.first; position < s.last; ++position)
        if (text_.is(position, "+=")) {
            const lane_variable *v = values_.at(position - 1);
            bool known_before = true; // so that its value can be asked for in front of the body
            int end = position + 1;
            while (end < s.last && !text_.is(end, ";") && !text_.is(end, ",") &&
                   !text_.is(end, ")"))
                end = text_.closer(end) > end ? text_.closer(end) + 1 : end + 1;
            for (int inner = position + 1; inner < end; ++inner)
                known_before = known_before && is_defined_before(values_.at(inner), body) &&
                               !text_.is(inner, "/") && !text_.is(inner, "%");
            if (v != nullptr && v->how == sameness::ladder && known_before)
                strides[v->name] = text_.joined(position + 1, end);
        }
    for (int position = body + 1; position < s.last; ++position) {
        const int close = text_.closer(position);
        const lane_variable *pointer = values_.at(position - 1);
        if (!text_.is(position, "[") || pointer == nullptr ||
            pointer->type.find('*') == std::string::npos || pointer->how > sameness::row ||
            close != position + 2)
            continue;
        const lane_variable *index = values_.at(position + 1);
        if (!is_defined_before(pointer, body) || !is_defined_before(index, body))
            continue;
        const auto stride = index != nullptr ? strides.find(index->name) : strides.end();
        if (stride == strides.end() || !known.insert(text_.joined(position - 1, close)).second)
            continue;
        result += "::cuda_emulator::fetch_ahead(" + pointer->name + ", " + index->name + ", " +
                  stride->second + ", cuda_emulator_lanes_0); ";
    }
    return result;
}

// Rounds of neighbouring blocks, some at a time, while all lanes take them all: then as many places
// of memory are read from at a time, and what a lane adds up, in the same order, stays in registers
// so long. Empty: not this loop.
std::string lane_writer::several_rounds(const piece &loop, const std::string &lanes) {
    constexpr int at_a_time = 4;
    const node &s = *loop.statement;
    if (loop.last > plan_.neighbours_end() || loop.inner.front().is != piece::what::each)
        return "";
    const piece &each = loop.inner.front();
    std::string steps, keep, go_back;
    std::set<std::string> known;
    const auto add_steps = [&](int first, int last) {
        for (int position = first; position < last; ++position) {
            const lane_variable *v = values_.at(position);
            if (v == nullptr || !values_.changes(position))
                continue;
            if (v->how != sameness::ladder && mentions(each.first, each.last, v->name))
                return false; // which all rounds would find changed
            if (!known.insert(v->name).second)
                continue;
            const std::string kept = "cuda_emulator_1_" + v->name;
            keep += "const auto " + kept + " = " + v->name + "; ";
            go_back += v->name + " = " + kept + "; ";
        }
        steps += text_.joined(first, last);
        return true;
    };
    for (std::size_t i = 1; i < loop.inner.size(); ++i)
        if (loop.inner[i].is != piece::what::row_text ||
            loop.inner[i].statement->what != kind::expression ||
            !add_steps(loop.inner[i].first, loop.inner[i].last))
            return "";
    if (s.what == kind::for_loop) {
        if (!add_steps(s.condition_end + 1, text_.closer(s.open)))
            return "";
        steps += "; ";
    }
    for (const lane_variable &v : values_.variables())
        if (v.definition >= each.first && v.definition < each.last)
            return "";
    const std::string goes_on = "::cuda_emulator::are_all(" +
                                plan_.narrowed(s.condition, s.condition_end, lanes, false) + ", " +
                                lanes + ")";
    const std::string body = text_.joined(each.first, each.last);
    auto [begin, rounds] = head(each, lanes);
    std::string end;
    for (const lane_variable *v : used_in(each.first, each.last))
        if (plan_.is_in_array(*v)) {
            const std::string kept = "cuda_emulator_1_" + v->name;
            rounds += "auto &" + kept + " = " + v->name + "; ";
            end += kept + " = " + v->name + "; ";
        }
    rounds += "{ ";
    for (const lane_variable *v : used_in(each.first, each.last))
        if (plan_.is_in_array(*v))
            rounds += v->type + " " + v->name + " = cuda_emulator_1_" + v->name + "; ";
    rounds += "{ " + body + " } ";
    for (int round = 1; round < at_a_time; ++round) {
        begin += steps + "if (!" + goes_on + ") { " + go_back + "break; } ";
        rounds += "{ ";
        for (const lane_variable *v : used_in(each.first, each.last))
            if (v->how == sameness::ladder) {
                const std::string first =
                    "cuda_emulator_" + std::to_string(round + 1) + "_" + v->name;
                begin += "const auto " + first + " = " + v->name + " + " + lanes + ".from; ";
                rounds += "[[maybe_unused]] const auto " + v->name + " = static_cast<" + v->type +
                          ">(" + first + " + cuda_emulator_lane); ";
            }
        rounds += body + " } ";
    }
    return "while (" + goes_on + ") { " + keep + begin + "CUDA_EMULATOR_APART_BEGIN(" + lanes +
           ")" + rounds + end + "} CUDA_EMULATOR_EACH_END " + steps + "} ";
}

} // namespace cuda_rewriter
