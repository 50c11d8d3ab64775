// words.h: what the files that write findings down need of one another.
#ifndef CUDA_EMULATOR_WORDS_H
#define CUDA_EMULATOR_WORDS_H

#include "checker/finding.h"

#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

// mistakes.cpp: the table, mistakes.def.
enum class severity { error, warning, lenient };
enum class sentence { of_access, of_code, of_call, of_line, of_thing, said };
enum class telling { at_once, at_end };
// By where the memory lies; the second and the third may be null: as the first.
struct text_by_space {
    const char *global, *shared, *local;
};
struct mistake_entry {
    const char *name;
    severity level;
    sentence form;
    telling when;
    text_by_space title;
    const char *says;
    text_by_space missing;
};
const mistake_entry &entry_of(mistake kind);
inline const char *name_of(mistake kind) {
    return entry_of(kind).name;
}
bool is_warning(mistake kind);
const char *severity_name(mistake kind);
inline bool is_of_runtime(mistake kind) {
    return entry_of(kind).form == sentence::said;
}
bool has_no_access(mistake kind);
std::vector<mistake> kinds_to_ignore(); // those that a comment may name
bool is_set(const char *variable);      // of the environment
bool is_strict();

// source.cpp: places in the source, "file:line", or empty.
std::string place_before(void *code);
// The first call in the program among these, and its place.
void *call_of_program(const call_stack &stack);
std::string place_of_calls(const call_stack &stack);
std::string place_of(const memory_access &d);
bool is_line_of_file(const std::string &place);
std::string line_of_source(const std::string &place);
// What the source calls the memory that this call returned.
std::string name_in_source(const call_stack &stack);
// Asks for the places of these together, as to ask takes long, however little.
void look_up_places(const std::vector<const finding *> &findings,
                    const std::vector<call_stack> &calls);

// words.cpp
std::string title_of(const finding &f);
std::string who_text(const memory_access &d);
std::string access_text(const memory_access &d);
std::string variable_text(const finding &f);
std::string missing_text(const finding &f);
std::string likewise_text(const finding &f); // beside another one of the same cause
std::string words(const finding &f);
// What makes two findings the same to a reader: the same lines; and what a reader would mend in one
// go, or empty.
std::string line_key(const finding &f);
std::string cause_key(const finding &f);
// What tells findings without an access from one another.
std::string thing_key(const finding &f);
// Whether the compiler knows how large the array is, and so has told of the index before.
bool is_beyond_array(const finding &f);

// json.cpp, sarif.cpp
std::string quoted(const std::string &text);
void write_json(const char *path, const std::vector<const finding *> &findings);
void write_sarif(const char *path, const std::vector<const finding *> &findings);
std::string main_place(const finding &f); // where the reader looks first

// ignored.cpp
bool is_ignored(const finding &f);
bool is_ignored_at(const std::string &place, mistake kind);
// What is wrong with comments that have been read since the last time.
std::vector<finding> misread_comments();

} // namespace checker
} // namespace cuda_emulator

#endif
