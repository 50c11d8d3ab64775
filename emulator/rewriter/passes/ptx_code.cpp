// ptx_code.cpp: see ptx_code.h.
#include "ptx_code.h"

#include <algorithm>
#include <cstddef>

namespace cuda_rewriter {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    return std::string(text);
}

std::string without_comments(std::string_view code) {
    std::string result;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const std::string_view two = code.substr(i, 2);
        if (two == "//") {
            i = std::min(code.find('\n', i), code.size());
            result += '\n';
        } else if (two == "/*") {
            i = std::min(code.find("*/", i + 2), code.size() - 2) + 1;
            result += ' ';
        } else {
            result += code[i];
        }
    }
    return result;
}

// At the commas, or whatever else, that stand in no bracket.
std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : at;
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        if (c == at && (depth == 0 || i == text.size())) {
            parts.push_back(trimmed(text.substr(from, i - from)));
            from = i + 1;
        }
    }
    return parts;
}

bool is_in(std::string_view text, char open, char close) {
    return text.size() >= 2 && text.front() == open && text.back() == close;
}

// Of "{a, b}" what is between.
std::vector<std::string> parts_of_vector(std::string_view text) {
    return split(text.substr(1, text.size() - 2), ',');
}

bool read_operand(const std::string &text, ptx_operand &operand) {
    using form = ptx_operand::form;
    if (is_in(text, '{', '}')) {
        operand.what = form::vector;
        operand.parts = parts_of_vector(text);
    } else if (is_in(text, '[', ']')) {
        operand.what = form::address;
        const std::vector<std::string> inside = split(text.substr(1, text.size() - 2), ',');
        operand.text = inside[0];
        if (inside.size() > 2 || (inside.size() == 2 && !is_in(inside[1], '{', '}')))
            return false;
        if (inside.size() == 2)
            operand.parts = parts_of_vector(inside[1]);
    } else if (text.find('|') != std::string::npos) {
        operand.what = form::pair;
        operand.parts = split(text, '|');
    } else {
        operand.text = text;
    }
    return !text.empty();
}

bool read_instruction(std::string_view text, ptx_statement &one) {
    if (text.front() == '@') {
        one.guard_is_negated = text.size() > 1 && text[1] == '!';
        text.remove_prefix(one.guard_is_negated ? 2 : 1);
        const auto end = std::find_if(text.begin(), text.end(), is_blank) - text.begin();
        one.guard = text.substr(0, static_cast<std::size_t>(end));
        text.remove_prefix(static_cast<std::size_t>(end));
    }
    const std::string rest = trimmed(text);
    const auto end = std::find_if(rest.begin(), rest.end(), is_blank) - rest.begin();
    one.name = rest.substr(0, static_cast<std::size_t>(end));
    const std::string operands = trimmed(std::string_view(rest).substr(one.name.size()));
    if (one.name == ".reg") {
        one.what = ptx_statement::form::registers;
        const auto behind = std::find_if(operands.begin(), operands.end(), is_blank);
        one.name.assign(operands.begin(), behind);
        for (const std::string &name : split(std::string(behind, operands.end()), ','))
            one.operands.push_back({ptx_operand::form::plain, name, {}});
        return true;
    }
    if (operands.empty())
        return !one.name.empty();
    for (const std::string &operand : split(operands, ',')) {
        one.operands.emplace_back();
        if (!read_operand(operand, one.operands.back()))
            return false;
    }
    return !one.name.empty();
}

// The end of a label that begins there, or 0: a ':' that is not a "::".
std::size_t end_of_label(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() &&
           (text[end] == '_' || text[end] == '$' || text[end] == '%' ||
            (text[end] >= '0' && text[end] <= '9') || (text[end] >= 'A' && text[end] <= 'Z') ||
            (text[end] >= 'a' && text[end] <= 'z')))
        ++end;
    std::size_t colon = end;
    while (colon < text.size() && is_blank(text[colon]))
        ++colon;
    const bool ends = colon < text.size() && text[colon] == ':' && text.substr(colon, 2) != "::";
    return end != 0 && ends ? colon : 0;
}

} // namespace

bool read_ptx(std::string_view code, std::vector<ptx_statement> &statements) {
    using form = ptx_statement::form;
    const std::string clean = without_comments(code);
    std::string_view rest = clean;
    int depth = 0;
    for (;;) {
        while (!rest.empty() && (is_blank(rest.front()) || rest.front() == ';'))
            rest.remove_prefix(1);
        if (rest.empty())
            return depth == 0;
        ptx_statement one;
        std::size_t length = 1;
        if (rest.front() == '{' || rest.front() == '}') {
            one.what = rest.front() == '{' ? form::opens : form::closes;
            depth += rest.front() == '{' ? 1 : -1;
        } else if (const std::size_t label = end_of_label(rest); label != 0) {
            one.what = form::label;
            one.name = trimmed(rest.substr(0, label));
            length = label + 1;
        } else {
            length = std::min(rest.find(';'), rest.size());
            if (!read_instruction(rest.substr(0, length), one))
                return false;
        }
        statements.push_back(one);
        rest.remove_prefix(length);
    }
}

} // namespace cuda_rewriter
