// Where statements end.
#pragma once

#include "region.h"

namespace cuda_rewriter {

// The position behind the next ';' outside of brackets in [position, last), or -1.
int behind_semicolon(const region &text, int position, int last);

// The position behind the statement that begins at `first`, or -1 if it does not end before `last`.
int end_of_statement(const region &text, int first, int last);

// Whether a statement begins at a position, one in the body of a function.
bool begins_statement(const region &text, int position);

} // namespace cuda_rewriter
