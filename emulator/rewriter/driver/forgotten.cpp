//     std::sort(a, a + n);
// without its header: "std::sort is in a header that is not included: write #include <algorithm>".
#include "forgotten.h"

#include <utility>

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

// The standard header that has a name of std, for the names that programs forget it for.
std::string_view header_with(std::string_view name) {
    // A blank around each name.
    static constexpr std::pair<std::string_view, std::string_view> headers[] = {
        {"algorithm", " sort stable_sort min max minmax_element min_element max_element swap fill "
                      "fill_n copy copy_n generate generate_n transform reverse find find_if count "
                      "count_if equal shuffle random_shuffle clamp for_each all_of any_of none_of "
                      "unique remove_if lower_bound upper_bound binary_search nth_element merge "
                      "partial_sort replace rotate is_sorted "},
        {"numeric", " accumulate iota inner_product partial_sum reduce adjacent_difference gcd lcm "
                    "transform_reduce exclusive_scan inclusive_scan "},
        {"vector", " vector "},
        {"string", " string to_string stoi stol stof stod getline "},
        {"iostream", " cout cin cerr endl clog "},
        {"iomanip", " setw setprecision setfill "},
        {"fstream", " ifstream ofstream fstream "},
        {"sstream", " stringstream ostringstream istringstream "},
        {"chrono", " chrono "},
        {"random", " mt19937 mt19937_64 random_device uniform_int_distribution "
                   "uniform_real_distribution normal_distribution default_random_engine "},
        {"map", " map multimap "},
        {"set", " set multiset "},
        {"unordered_map", " unordered_map "},
        {"unordered_set", " unordered_set "},
        {"array", " array "},
        {"list", " list "},
        {"deque", " deque "},
        {"queue", " queue priority_queue "},
        {"stack", " stack "},
        {"tuple", " tuple make_tuple tie get "},
        {"utility", " pair make_pair move forward "},
        {"memory", " unique_ptr shared_ptr make_unique make_shared "},
        {"functional", " function bind plus multiplies greater less "},
        {"thread", " thread this_thread "},
        {"mutex", " mutex lock_guard unique_lock "},
        {"atomic", " atomic "},
        {"limits", " numeric_limits "},
        {"complex", " complex "},
        {"bitset", " bitset "},
        {"optional", " optional nullopt "},
        {"stdexcept", " runtime_error invalid_argument out_of_range logic_error "},
    };
    for (const auto &[header, names] : headers)
        if (contains(names, " " + std::string(name) + " "))
            return header;
    return {};
}

} // namespace

std::string forgotten_header(std::string_view message, std::string_view word) {
    constexpr std::string_view prefix = "std::";
    const bool of_std =
        contains(message, "is not a member of ") || contains(message, " in namespace ");
    if (!of_std || !contains(message, "std"))
        return {};
    if (word.substr(0, prefix.size()) == prefix)
        word.remove_prefix(prefix.size());
    const std::string_view header = header_with(word);
    return header.empty() ? std::string()
                          : "std::" + std::string(word) +
                                " is in a header that is not included: write #include <" +
                                std::string(header) + ">";
}

std::string takes_an_address(const std::string &function, std::string_view line) {
    const std::size_t at = line.find(function + "(");
    if (at == std::string_view::npos)
        return {};
    const std::string_view behind = line.substr(at + function.size() + 1);
    const std::string name(behind.substr(0, behind.find_first_of(",)")));
    if (name.empty() || name.find_first_of("&( ") != std::string::npos)
        return {};
    return function + " takes the address of the pointer: " + function + "(&" + name + ", ...)";
}

} // namespace cuda_rewriter
