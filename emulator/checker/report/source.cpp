// source.cpp: what a finding has of the program's text: places, and the names of allocations.
#include "checker/allocations.h"
#include "words.h"

#include "machine/program.h"
#include "machine/threads.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

namespace cuda_emulator {
namespace checker {

// A return address lies behind the call.
std::string place_before(void *code) {
    // Asking takes long. Never destroyed: the last words come after destructors.
    static std::map<void *, std::string> &known_places = *new std::map<void *, std::string>;
    static os_mutex &mutex = *new os_mutex;
    if (code == nullptr)
        return "";
    const os_lock lock(mutex);
    const auto [entry, is_new] = known_places.emplace(code, "");
    if (is_new)
        entry->second = source_place_of_call(code);
    return entry->second;
}

static void add_calls(std::vector<const void *> &all, const call_stack &stack) {
    for (const void *call : stack.calls)
        all.push_back(call_before(call));
}

// What words may say of the finding.
static void add_calls(std::vector<const void *> &all, const finding &f) {
    for (const memory_access *d : {&f.first, &f.second}) {
        all.push_back(call_before(d->code));
        if (d->launch)
            add_calls(all, d->launch->issued);
        if (d->work) {
            add_calls(all, d->work->issued);
            add_calls(all, d->work->stream_made);
        }
    }
    for (const call_stack *stack : {&f.here, &f.about.made, &f.about.freed})
        add_calls(all, *stack);
    for (const void *call : {f.ordering, f.plain_store})
        all.push_back(call_before(call));
}

void look_up_places(const std::vector<const finding *> &findings,
                    const std::vector<call_stack> &calls) {
    std::vector<const void *> all;
    for (const finding *f : findings)
        add_calls(all, *f);
    for (const call_stack &stack : calls)
        add_calls(all, stack);
    look_up_code(all);
}

void *call_of_program(const call_stack &stack) {
    std::vector<const void *> all;
    add_calls(all, stack);
    look_up_code(all);
    for (void *call : stack.calls)
        if (!is_of_emulator(place_before(call)))
            return call;
    return nullptr;
}

std::string place_of_calls(const call_stack &stack) {
    return place_before(call_of_program(stack));
}

std::string place_of(const memory_access &d) {
    std::string text = d.place.empty() ? place_before(d.code) : d.place;
    // Of a library's kernel the reader has written the call that launches it.
    if (d.launch && is_of_library(text))
        if (const std::string call = place_of_calls(d.launch->issued); !call.empty())
            text = call;
    if (d.work && d.work->call != nullptr)
        text = place_of_calls(d.work->issued);
    return text.empty() ? "an unknown line" : text;
}

bool is_line_of_file(const std::string &place) {
    const size_t colon = place.rfind(':');
    return colon != std::string::npos && colon != 0 && colon + 1 < place.size() &&
           place.find_first_not_of("0123456789", colon + 1) == std::string::npos &&
           place[colon + 1] != '0';
}

std::string line_of_source(const std::string &place) {
    const size_t colon = place.rfind(':');
    if (colon == std::string::npos)
        return "";
    const std::string name = place.substr(0, colon);
    const long wanted = std::strtol(place.c_str() + colon + 1, nullptr, 10);
    std::ifstream file(name.front() == '/' ? name : source_root() + name);
    std::string line;
    for (long i = 0; i < wanted; ++i)
        if (!std::getline(file, line))
            return "";
    return line;
}

// The first name of a call's first argument. `at`: where the name of the function begins.
static std::string first_argument(const std::string &line, size_t at) {
    at = line.find('(', at);
    if (at == std::string::npos)
        return "";
    ++at;
    while (at < line.size() && std::strchr(" (&", line[at]) != nullptr) {
        // (void **) is a cast.
        if (line.compare(at, 5, "(void") == 0) {
            at = line.find(')', at);
            if (at == std::string::npos)
                return "";
        }
        ++at;
    }
    size_t end = at;
    while (end < line.size() &&
           (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_' ||
            line[end] == '.' || line[end] == '[' || line[end] == ']' ||
            (line[end] == '-' && end + 1 < line.size() && line[end + 1] == '>') ||
            (line[end] == '>' && line[end - 1] == '-')))
        ++end;
    return line.substr(at, end - at);
}

// The place in the code of each call that has allocated memory on this line, in the order in which
// they came up.
static std::vector<void *> calls_of_line(const std::string &place) {
    std::vector<void *> calls;
    const std::vector<call_stack> stacks = calls_that_allocate();
    std::vector<const void *> all;
    for (const call_stack &stack : stacks)
        add_calls(all, stack);
    look_up_code(all);
    for (const call_stack &stack : stacks) {
        void *call = call_of_program(stack);
        if (std::find(calls.begin(), calls.end(), call) == calls.end() &&
            place_before(call) == place)
            calls.push_back(call);
    }
    return calls;
}

// What the source calls the memory that this call returned.
std::string name_in_source(const call_stack &stack) {
    void *call = call_of_program(stack);
    const std::string place = place_before(call), line = line_of_source(place);
    std::vector<std::string> names;
    for (size_t at = 0; (at = line.find("cuda", at)) != std::string::npos; ++at)
        if (line.compare(at, 10, "cudaMalloc") == 0 || line.compare(at, 13, "cudaHostAlloc") == 0)
            names.push_back(first_argument(line, at));
    if (names.size() < 2)
        return names.empty() ? "" : names[0];
    // The compilers keep the order of the line, unless it branches. Then the order in which its
    // calls have come up is mostly another one than that of the code.
    const std::vector<void *> calls = calls_of_line(place);
    if (calls.size() == names.size() && std::is_sorted(calls.begin(), calls.end()))
        return names[static_cast<size_t>(std::find(calls.begin(), calls.end(), call) -
                                         calls.begin())];
    std::string any = names[0];
    for (size_t i = 1; i < names.size(); ++i)
        any += " or " + names[i];
    return any;
}

} // namespace checker
} // namespace cuda_emulator
