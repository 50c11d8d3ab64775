// program.cpp: see program.h. An ELF file of /proc, and the tool addr2line.
#include "machine/program.h"
#include "emulator/processor.h"

#include <cstdio>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
extern "C" char __ehdr_start, etext; // the program's own code, or the library's, from the linker

namespace cuda_emulator {

#ifdef CUDA_EMULATOR_FAST_SWITCH
// Of the program, which is the first in the list of what is loaded.
const std::size_t thread_local_bytes = [] {
    std::size_t bytes = 0;
    dl_iterate_phdr(
        [](dl_phdr_info *program, std::size_t, void *result) {
            for (int i = 0; i < program->dlpi_phnum; ++i)
                if (program->dlpi_phdr[i].p_type == PT_TLS)
                    *static_cast<std::size_t *>(result) = program->dlpi_phdr[i].p_memsz;
            return 1; // enough
        },
        &bytes);
    return bytes;
}();
#endif

bool is_code_of_program(const void *place) {
    return place >= &__ehdr_start && place < &etext;
}

std::string lines_of_code(const void *code_address) {
    static std::size_t base = [] {
        std::size_t found = 0; // the first object is the program
        dl_iterate_phdr(
            [](struct dl_phdr_info *info, size_t, void *data) {
                *static_cast<std::size_t *>(data) = info->dlpi_addr;
                return 1;
            },
            &found);
        return found;
    }();
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return "";
    program[length] = '\0';
    char address[32];
    std::snprintf(address, sizeof address, "%#zx",
                  reinterpret_cast<std::size_t>(code_address) - base);
    int ends[2];
    if (pipe(ends) != 0)
        return "";
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    char name[] = "addr2line", inlined[] = "-i", option[] = "-e";
    char *arguments[] = {name, inlined, option, program, address, nullptr};
    pid_t child;
    int failed = posix_spawnp(&child, name, &actions, nullptr, arguments, environ);
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

} // namespace cuda_emulator
