//     __device__ int length(row r) { return r.end - r.begin; }
//                                  ^
// The specifier tells where the search for the brace begins.
#include "device_bodies.h"

#include "../syntax/words.h"

#include <string_view>

namespace cuda_rewriter {
namespace {

// The brace that opens the body of the function, or -1.
int body_of(const region &text, int specifier) {
    bool has_parameters = false, initialises = false;
    for (int position = specifier + 1; position < text.size(); ++position) {
        const std::string_view here = text.text(position);
        if (here == ";" || here == "}" || here == ")" || here == "]" ||
            (here == "=" && !text.is(position - 1, "operator")))
            return -1;
        if (here == ":" && has_parameters)
            initialises = true; // members of the class
        if (here == "{" && !has_parameters)
            return -1;
        if (here == "{" && !(initialises && text.is_name(position - 1)))
            return text.closer(position) >= 0 ? position : -1;
        if (here == "(" || here == "[" || here == "{") {
            has_parameters =
                has_parameters || (here == "(" && !takes_arguments(text.text(position - 1)));
            position = text.closer(position);
            if (position < 0)
                return -1;
        }
    }
    return -1;
}

bool is_constant(const region &text, int specifier, int body) {
    const auto says_so = [&](int position) {
        return text.is(position, "constexpr") || text.is(position, "consteval");
    };
    for (int position = specifier; position >= 0; --position) {
        if (says_so(position))
            return true;
        if (text.is(position, ";") || text.is(position, "}") || text.is(position, "{"))
            break;
    }
    for (int position = specifier; position < body; ++position)
        if (says_so(position))
            return true;
    return false;
}

} // namespace

std::vector<int> device_bodies(const region &text, const specifier_uses &functions) {
    std::set<int> done;
    std::vector<int> bodies;
    for (int position = 0; position < text.size(); ++position) {
        if (!functions.at(position))
            continue;
        const int body = body_of(text, position);
        if (body >= 0 && done.insert(body).second && !is_constant(text, position, body))
            bodies.push_back(body);
    }
    return bodies;
}

void walk_body(const region &text, int body, const std::set<std::string> &macros,
               const std::function<void(int, int)> &visit) {
    std::vector<int> open = {body};
    for (int position = body + 1; position < text.closer(body); ++position) {
        while (open.size() > 1 && text.closer(open.back()) <= position)
            open.pop_back();
        if (text.is(position, "(") && (text.is(position - 1, "assert") ||
                                       macros.count(std::string(text.text(position - 1))) != 0)) {
            position = text.closer(position);
            if (position < 0)
                return;
            continue;
        }
        visit(position, open.back());
        if (text.closer(position) > position)
            open.push_back(position);
    }
}

} // namespace cuda_rewriter
