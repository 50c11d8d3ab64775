// What of a program's classes no template of ours reaches:
//     struct __attribute__((packed)) record { char c; float x; }; // a reference to x
//     class secret { secret operator*(secret) const; ... };       // as it is private
//     template <class T> geo::pair<T> operator*(geo::pair<T>, T); // as it is not in geo
#pragma once

#include "../syntax/source_file.h"
#include "../syntax/tree.h"
#include "functions.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cuda_rewriter {

class out_of_reach {
public:
    // Of one more file. macros: the words in them.
    void find(const source_file &file, const macro_words &macros);

    // Whether there is an operator of sums or products.
    bool any_operator() const { return any_operator_; }
    bool is_packed(std::string_view member) const { return packed_.count(member) != 0; }

private:
    void find_class(const source_file &file, const node &type, const macro_words &macros);
    bool is_far(const tree &syntax, int sign) const;

    std::set<std::string, std::less<>> packed_;
    std::map<std::string, std::set<std::string>, std::less<>> spaces_; // of classes, by their names
    bool any_operator_ = false;
};

} // namespace cuda_rewriter
