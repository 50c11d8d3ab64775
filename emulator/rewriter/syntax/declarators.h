// Reads variables and parameters: see parser.cpp.
#pragma once

#include "expressions.h"

#include <string_view>

namespace cuda_rewriter {

bool begins_declaration(std::string_view word);

class declarator_reader : public expression_reader {
public:
    using expression_reader::expression_reader;

protected:
    ~declarator_reader() = default;

    bool looks_like_declaration(int first, bool is_statement = false) const;
    bool has_value(int first, int last) const;
    // The next ',' outside of brackets, or `last`.
    int end_of_part(int position, int last) const;
    void read_declarators(int first, int last);
    void read_parameters(int open, int close) override;
    // A declarator has a name, and what follows it up to the next ',': here it begins, has its
    // value, or ends. around: the node that it belongs to; first: where the type begins.
    void follow_declarator(int around, int first, int position, std::string_view here);
};

} // namespace cuda_rewriter
