// source_rules.h: what an answer's file may not have, which holds kernels and their launch: what
// reaches for the machine below CUDA, or for the judge. What the file then calls, object_rules.sh
// looks at.
#ifndef PRACTICE_SOURCE_RULES_H
#define PRACTICE_SOURCE_RULES_H

#include <istream>
#include <string>

namespace practice {

// The first such place, as "LINE: why"; empty if there is none. This holds for the file's main(),
// too, which is only found when it is compiled.
std::string refused(std::istream &source);

} // namespace practice

#endif
