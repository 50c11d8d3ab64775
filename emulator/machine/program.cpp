// program.cpp: see program.h. An ELF file of /proc, and the tool addr2line.
#include "machine/program.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <map>
#include <mutex>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

extern char **environ;
// From the linker: where the program, or the library, lies.
extern "C" char __ehdr_start, etext, __data_start, _end;

namespace cuda_emulator {

static int exit_code;
#ifdef __GLIBC__
// Whoever comes first is called last.
__attribute__((constructor(101))) static void note_exit_code() {
    on_exit([](int code, void *) { exit_code = code; }, nullptr);
}
#endif

int exit_code_of_program() {
    return exit_code;
}

bool is_code_of_program(const void *place) {
    return place >= &__ehdr_start && place < &etext;
}

// Whether the linker's name is that of a constructor or assignment that copies or moves an object:
// C1ERKS_, aSEOS_ and their like at the end (C4 where it is inlined).
static bool copies_object(const std::string &name) {
    std::size_t end = name.size();
    if (end == 0 || name[--end] != '_')
        return false;
    while (end > 0 &&
           (std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0 ||
            std::isupper(static_cast<unsigned char>(name[end - 1])) != 0) &&
           name[end - 1] != 'S')
        --end;
    const std::string what = name.substr(0, end);
    for (const char *copy :
         {"C1ERKS", "C2ERKS", "C4ERKS", "C1EOS", "C2EOS", "C4EOS", "aSERKS", "aSEOS"})
        if (what.size() > std::strlen(copy) &&
            what.compare(what.size() - std::strlen(copy), std::string::npos, copy) == 0)
            return true;
    return false;
}

// Of the lines of addr2line, a function's name and its place for each, the places.
static std::string places_of_callers(const std::string &text) {
    std::string places, last;
    std::istringstream lines(text);
    for (std::string function; std::getline(lines, function) && std::getline(lines, last);)
        if (!copies_object(function))
            places += last + "\n";
    return places.empty() ? last : places;
}

static std::size_t base_of_program() {
    std::size_t found = 0; // the first object is the program
    dl_iterate_phdr(
        [](struct dl_phdr_info *info, size_t, void *data) {
            *static_cast<std::size_t *>(data) = info->dlpi_addr;
            return 1;
        },
        &found);
    return found;
}

// What addr2line prints with these arguments behind its options.
static std::string output_of_addr2line(const std::vector<std::string> &given) {
    std::vector<std::string> words = {"addr2line", "-a", "-i", "-f", "-e"};
    words.insert(words.end(), given.begin(), given.end());
    std::vector<char *> arguments;
    for (std::string &word : words)
        arguments.push_back(&word[0]);
    arguments.push_back(nullptr);
    int ends[2];
    if (pipe(ends) != 0)
        return "";
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    pid_t child;
    int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string text;
    if (failed == 0) {
        char buffer[512];
        ssize_t got;
        while ((got = read(ends[0], buffer, sizeof buffer)) > 0)
            text.append(buffer, static_cast<std::size_t>(got));
        waitpid(child, nullptr, 0);
    }
    close(ends[0]);
    return text;
}

// For each of these places, the functions there, a line with the name and one with the place of
// each.
static std::vector<std::string> ask_addr2line(const std::vector<const void *> &places) {
    static const std::size_t base = base_of_program();
    std::vector<std::string> answers(places.size());
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return answers;
    program[length] = '\0';
    std::vector<std::string> arguments = {program};
    for (const void *place : places) {
        char address[32];
        std::snprintf(address, sizeof address, "%#zx", reinterpret_cast<std::size_t>(place) - base);
        arguments.emplace_back(address);
    }
    // Before an answer stands its address, and no function is called 0x...
    std::istringstream lines(output_of_addr2line(arguments));
    std::size_t answered = 0;
    for (std::string line, place; std::getline(lines, line);)
        if (line.compare(0, 2, "0x") == 0)
            ++answered;
        else if (std::getline(lines, place) && answered > 0 && answered <= answers.size())
            answers[answered - 1] += line + "\n" + place + "\n";
    return answers;
}

namespace {
// What addr2line has said of places. Never destroyed: the last words come after destructors.
struct known_code {
    std::mutex mutex;
    std::map<const void *, std::string> answers;
};
} // namespace
static known_code &all_known_code() {
    static known_code &known = *new known_code;
    return known;
}

void look_up_code(const std::vector<const void *> &places) {
    known_code &known = all_known_code();
    // Who is asked in the midst of this, by a signal, does without.
    const std::unique_lock<std::mutex> lock(known.mutex, std::try_to_lock);
    if (!lock)
        return;
    std::vector<const void *> unknown;
    for (const void *place : places)
        if (place != nullptr && known.answers.count(place) == 0)
            unknown.push_back(place);
    std::sort(unknown.begin(), unknown.end());
    unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
    constexpr std::size_t MOST = 1000; // a command line has an end
    for (std::size_t begin = 0; begin < unknown.size(); begin += MOST) {
        const std::vector<const void *> some(
            unknown.begin() + static_cast<std::ptrdiff_t>(begin),
            unknown.begin() + static_cast<std::ptrdiff_t>(std::min(begin + MOST, unknown.size())));
        const std::vector<std::string> answers = ask_addr2line(some);
        for (std::size_t i = 0; i < some.size(); ++i)
            known.answers.emplace(some[i], answers[i]);
    }
}

static std::string functions_and_places(const void *place) {
    look_up_code({place});
    known_code &known = all_known_code();
    const std::unique_lock<std::mutex> lock(known.mutex, std::try_to_lock);
    if (lock) {
        const auto answer = known.answers.find(place);
        if (answer != known.answers.end())
            return answer->second;
    }
    return ask_addr2line({place})[0];
}

std::string lines_of_code(const void *code_address) {
    return places_of_callers(functions_and_places(code_address));
}

bool is_in_inlined_copy(const void *place) {
    const std::string text = functions_and_places(place);
    return copies_object(text.substr(0, text.find('\n')));
}

__attribute__((noinline)) void calls_on_stack(void **calls, std::size_t most) {
    constexpr std::size_t MOST = 64;
    void *found[MOST + 2]; // within this function and within the one that asks, and then the calls
    const int count = backtrace(found, static_cast<int>(std::min(most, MOST)) + 2);
    for (int i = 2; i < count; ++i)
        calls[i - 2] = found[i];
}

#ifdef __x86_64__
namespace {
// Calls that were on the stack, and the places there of the addresses they return to.
//
// A frame is as large as it was when it called from the same place. So where an address is the
// same, at the same place, the next one lies where it did, and if all are the same, so are the
// calls. (But for alloca(): there all addresses of other calls would have to be left over.)
struct known_calls {
    static constexpr std::size_t MOST = 16;
    void **places[MOST] = {};
    void *calls[MOST] = {};
    std::size_t count = 0;

    bool are_there(void **innermost) const {
        if (places[0] != innermost)
            return false;
        std::size_t i = 0;
        while (i < count && *places[i] == calls[i])
            ++i;
        return i == count;
    }
    void find(void **innermost) {
        places[0] = innermost;
        count = 0;
        _Unwind_Backtrace(add, this);
        for (std::size_t i = 0; i < count; ++i)
            if (*places[i] != calls[i]) // the frame of a signal
                places[0] = nullptr;
    }

private:
    static _Unwind_Reason_Code add(_Unwind_Context *frame, void *mine) {
        auto &all = *static_cast<known_calls *>(mine);
        auto *call = reinterpret_cast<void *>(_Unwind_GetIP(frame));
        auto **place = reinterpret_cast<void **>(_Unwind_GetCFA(frame)) - 1;
        if (all.count == 0 && place != all.places[0])
            return _URC_NO_REASON; // within find
        if (call == nullptr)
            return _URC_END_OF_STACK;
        all.places[all.count] = place;
        all.calls[all.count] = call;
        return ++all.count == MOST ? _URC_END_OF_STACK : _URC_NO_REASON;
    }
};
} // namespace

__attribute__((noinline)) void usual_calls_on_stack(void **calls, std::size_t most) {
    static thread_local known_calls known[32];
    static thread_local unsigned oldest;
    auto **const innermost = static_cast<void **>(__builtin_frame_address(0)) + 1;
    const known_calls *mine =
        std::find_if(std::begin(known), std::end(known),
                     [innermost](const known_calls &k) { return k.are_there(innermost); });
    if (mine == std::end(known)) {
        known_calls &found = known[oldest++ % std::size(known)];
        found.find(innermost);
        mine = &found;
    }
    for (std::size_t i = 1; i < mine->count && i <= most; ++i)
        calls[i - 1] = mine->calls[i];
}
#endif

#ifdef __aarch64__
// The unwinder ends the program where it does not find its way, as in a function's first
// instructions. But each function that calls others keeps a record on its stack of who called it
// and where that one's record is; register 29 has the innermost one's. What a signal pushes is one
// more, with the registers of the interrupted function: where that has made no record yet, or none
// any more, register 30 has its caller. (Procedure Call Standard for the Arm 64-bit Architecture,
// "The Frame Pointer".)
__attribute__((noinline)) void calls_of_interrupted(void **calls, std::size_t most,
                                                    const char *stack_end) {
    struct record {
        const record *callers;
        void *returns_to;
    };
    const auto *frame = static_cast<const record *>(__builtin_frame_address(0));
    for (std::size_t i = 0; i < most; ++i) {
        calls[i] = frame->returns_to;
        const record *next = frame->callers;
        if (next <= frame || reinterpret_cast<const char *>(next + 1) > stack_end ||
            reinterpret_cast<std::uintptr_t>(next) % alignof(record) != 0)
            return; // the outermost, or the register is used for something else there
        frame = next;
    }
}
#endif

// Of libgcc, and of LLVM's libunwind: what is written down of how a function is left; null if nothing is.
extern "C" const void *_Unwind_Find_FDE(const void *place, void *bases);

bool has_known_caller(const void *place) {
    void *bases[3];
    return _Unwind_Find_FDE(place, bases) != nullptr;
}

static std::uintptr_t address(const char &symbol) {
    return reinterpret_cast<std::uintptr_t>(&symbol);
}

address_range code_of_program() {
    return {address(__ehdr_start), address(etext)};
}

address_range image_of_program() {
    return {address(__ehdr_start), address(_end)};
}

address_range variables_of_thread(const void *one) {
    struct search {
        std::uintptr_t one;
        address_range found;
    } it = {reinterpret_cast<std::uintptr_t>(one), {0, 0}};
    dl_iterate_phdr(
        [](dl_phdr_info *file, size_t, void *data) {
            search &s = *static_cast<search *>(data);
            const auto begin = reinterpret_cast<std::uintptr_t>(file->dlpi_tls_data);
            for (const ElfW(Phdr) *h = file->dlpi_phdr; h != file->dlpi_phdr + file->dlpi_phnum;
                 ++h)
                if (h->p_type == PT_TLS && s.one - begin < h->p_memsz)
                    s.found = {begin, begin + h->p_memsz};
            return s.found.end != 0 ? 1 : 0;
        },
        &it);
    return it.found;
}

bool is_variable_of_program(std::uintptr_t at) {
    return at >= address(__data_start) && at < address(_end);
}

bool is_loaded(const void *at) {
    Dl_info found;
    return dladdr(at, &found) != 0;
}

// What the program's table of symbols has of this type, by address.
static std::vector<program_variable> symbols_of_program(unsigned type) {
    std::vector<program_variable> found;
    std::ifstream file("/proc/self/exe", std::ios::binary);
    ElfW(Ehdr) header = {};
    if (!file.read(reinterpret_cast<char *>(&header), sizeof header) ||
        header.e_shentsize != sizeof(ElfW(Shdr)))
        return found;
    std::vector<ElfW(Shdr)> sections(header.e_shnum);
    file.seekg(static_cast<std::streamoff>(header.e_shoff));
    file.read(reinterpret_cast<char *>(sections.data()),
              static_cast<std::streamsize>(sections.size() * sizeof sections[0]));
    // A program that may lie anywhere has addresses from 0 on.
    const std::uintptr_t base = header.e_type == ET_DYN ? address(__ehdr_start) : 0;
    for (const ElfW(Shdr) & table : sections) {
        if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections.size())
            continue;
        const ElfW(Shdr) &names = sections[table.sh_link];
        std::vector<ElfW(Sym)> symbols(table.sh_size / sizeof(ElfW(Sym)));
        std::string text(names.sh_size, '\0');
        file.seekg(static_cast<std::streamoff>(table.sh_offset));
        file.read(reinterpret_cast<char *>(symbols.data()),
                  static_cast<std::streamsize>(table.sh_size));
        file.seekg(static_cast<std::streamoff>(names.sh_offset));
        file.read(&text[0], static_cast<std::streamsize>(names.sh_size));
        for (const ElfW(Sym) & s : symbols)
            if ((s.st_info & 15u) == type && s.st_size != 0 && s.st_name < text.size())
                found.push_back({base + s.st_value, s.st_size, text.c_str() + s.st_name});
    }
    std::sort(found.begin(), found.end(), [](const program_variable &a, const program_variable &b) {
        return a.address < b.address;
    });
    return found;
}

std::vector<program_variable> variables_of_program() {
    std::vector<program_variable> found = symbols_of_program(STT_OBJECT);
    found.erase(std::remove_if(
                    found.begin(), found.end(),
                    [](const program_variable &v) { return !is_variable_of_program(v.address); }),
                found.end());
    return found;
}

bool is_in_copy_function(const void *place) {
    static const auto &all = *[] {
        auto *functions = new std::vector<program_variable>(symbols_of_program(STT_FUNC));
        functions->erase(
            std::remove_if(functions->begin(), functions->end(),
                           [](const program_variable &f) { return !copies_object(f.name); }),
            functions->end());
        return functions;
    }();
    const auto at = reinterpret_cast<std::uintptr_t>(place);
    const auto after =
        std::upper_bound(all.begin(), all.end(), at,
                         [](std::uintptr_t a, const program_variable &f) { return a < f.address; });
    return after != all.begin() && at - after[-1].address < after[-1].size;
}

} // namespace cuda_emulator
