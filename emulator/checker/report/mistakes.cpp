// mistakes.cpp: reads the table of all kinds of mistakes.
#include "words.h"

#include <cstdlib>
#include <cstring>

namespace cuda_emulator {
namespace checker {

#define ONE(text)                                                                                  \
    { text, nullptr, nullptr }
#define BY_SPACE(global, shared, local)                                                            \
    { global, shared, local }
#define ERROR severity::error
#define WARNING severity::warning
#define LENIENT severity::lenient
#define OF_ACCESS sentence::of_access
#define OF_CODE sentence::of_code
#define OF_CALL sentence::of_call
#define OF_LINE sentence::of_line
#define OF_THING sentence::of_thing
#define SAID sentence::said
#define AT_ONCE telling::at_once
#define AT_END telling::at_end
#define MISTAKE(identifier, ...) {__VA_ARGS__},
static const mistake_entry mistake_table[] = {
#include "mistakes.def"
};
#undef ONE
#undef BY_SPACE
#undef ERROR
#undef WARNING
#undef LENIENT
#undef OF_ACCESS
#undef OF_CODE
#undef OF_CALL
#undef OF_LINE
#undef OF_THING
#undef SAID
#undef AT_ONCE
#undef AT_END
#undef MISTAKE

const mistake_entry &entry_of(mistake kind) {
    return mistake_table[static_cast<int>(kind)];
}

bool is_set(const char *variable) {
    const char *text = std::getenv(variable);
    return text != nullptr && *text != '\0' && std::strcmp(text, "0") != 0;
}

// As a teacher asks: --strict.
bool is_strict() {
    return is_set("CUDA_CHECKER_STRICT");
}

bool is_warning(mistake kind) {
    const severity how = entry_of(kind).level;
    return how == severity::warning || (how == severity::lenient && !is_strict());
}

const char *severity_name(mistake kind) {
    return is_warning(kind) ? "warning" : "error";
}

bool has_no_access(mistake kind) {
    const sentence of = entry_of(kind).form;
    return of != sentence::of_access && of != sentence::of_code;
}

std::vector<mistake> kinds_to_ignore() {
    std::vector<mistake> kinds;
    for (int m = 0; m < static_cast<int>(std::size(mistake_table)); ++m)
        if (const auto kind = static_cast<mistake>(m);
            !is_of_runtime(kind) && kind != mistake::unknown_kind)
            kinds.push_back(kind);
    return kinds;
}

} // namespace checker
} // namespace cuda_emulator
