//     cudaFree(p);
// becomes
//     cudaFree(p), ::cuda_emulator::unused_result("cudaFree", __FILE__, __LINE__);
// and
//     atomicAdd(p, 1);
// becomes
//     atomicAdd(::cuda_emulator::only_added(), p, 1);
// or, for the checker,
//     atomicExch(p, 0);
// becomes
//     ::cuda_emulator::unused_old_value(), atomicExch(p, 0);
#include "unused_results.h"

#include <algorithm>
#include <vector>

namespace cuda_rewriter {
namespace {

// "cudaFree", not "cudaEvent_t" or "cudacheck".
bool may_be_api(std::string_view name) {
    return name.size() > 5 && name.substr(0, 4) == "cuda" && name[4] >= 'A' && name[4] <= 'Z' &&
           name.substr(name.size() - 2) != "_t";
}

// Calls that are made to forget the last error, or everything, when nothing else is left to do.
bool may_be_dropped(std::string_view name) {
    return name == "cudaGetLastError" || name == "cudaPeekAtLastError" || name == "cudaDeviceReset";
}

bool is_exchange(std::string_view name) {
    return name == "atomicExch" || name == "atomicExch_block" || name == "atomicExch_system";
}

// Whether another exchange is among the arguments of a call.
bool has_exchange(const tree &syntax, const node &call) {
    const tree::nodes_below nodes = syntax.below(call);
    return std::any_of(nodes.begin(), nodes.end(), [&](const node &n) {
        return n.what == kind::call && is_exchange(syntax.text().text(n.name));
    });
}

bool is_addition(std::string_view name) {
    return name == "atomicAdd";
}

} // namespace

bool declares_function(const tree &syntax, std::string_view name) {
    const std::vector<node> &nodes = syntax.nodes();
    return std::any_of(nodes.begin(), nodes.end(), [&](const node &n) {
        return (n.what == kind::function || (n.what == kind::declaration && n.open > 0)) &&
               syntax.text().is(n.name, name);
    });
}

void note_unused_results(const tree &syntax, const std::set<std::string> &macros, bool check,
                         bool own_additions, edit_list &edits) {
    const region &text = syntax.text();
    for (const node &call : syntax.nodes()) {
        if (call.what != kind::call || call.name != call.open - 1)
            continue;
        const std::string_view name = text.text(call.name);
        const bool exchange = check && is_exchange(name);
        const bool addition = !check && !own_additions && is_addition(name);
        if ((!exchange && !addition && (!may_be_api(name) || may_be_dropped(name))) ||
            macros.count(std::string(name)) != 0)
            continue;
        const int begin = text.is(call.name - 1, "::") ? call.name - 1 : call.name;
        if (!text.is(call.last, ";") || !syntax.begins_statement(begin))
            continue;
        if (exchange) {
            if (!has_exchange(syntax, call))
                edits.insert_before(text.token_index(begin),
                                    "::cuda_emulator::unused_old_value(), ");
        } else if (addition) {
            edits.insert_after(text.token_index(call.open), "::cuda_emulator::only_added(), ");
        } else {
            edits.insert_before(text.token_index(call.last), ", ::cuda_emulator::unused_result(\"" +
                                                                 std::string(name) +
                                                                 "\", __FILE__, __LINE__)");
        }
    }
}

} // namespace cuda_rewriter
