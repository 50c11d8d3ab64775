// process.cpp: see process.h.
#include "process.h"
#include "channel.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace practice {
namespace {

constexpr std::size_t most_sent = std::size_t(256) << 20, most_said = 1 << 16;
constexpr std::size_t most_memory = std::size_t(2) << 30; // that is resident

void limit(int resource, rlim_t most) {
    const rlimit both = {most, most};
    (void)setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

[[noreturn]] void become(const std::string &program, const std::vector<std::string> &arguments,
                         const std::vector<std::string> &environment, int seconds, int sends,
                         int says) {
    const auto pointers = [](const std::vector<std::string> &words) {
        std::vector<char *> all;
        for (const std::string &word : words)
            all.push_back(const_cast<char *>(word.c_str()));
        all.push_back(nullptr);
        return all;
    };
    (void)setpgid(0, 0); // so that its children end with it
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const int nothing = open("/dev/null", O_RDWR);
    if (dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0 || dup2(says, 2) < 0 ||
        dup2(sends, channel) < 0)
        _exit(127);
    for (int file = channel + 1; file < 256; file++)
        close(file);
    limit(RLIMIT_CPU, static_cast<rlim_t>(seconds)); // then SIGKILL
    limit(RLIMIT_FSIZE, 16 << 20);
    limit(RLIMIT_NOFILE, 64);
    limit(RLIMIT_NPROC, 512);
    limit(RLIMIT_CORE, 0);
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    execve(program.c_str(), pointers(words).data(), pointers(environment).data());
    _exit(127);
}

std::size_t resident(pid_t process) {
    const std::string path = "/proc/" + std::to_string(process) + "/statm";
    std::size_t all = 0, pages = 0;
    if (std::FILE *file = std::fopen(path.c_str(), "r")) {
        if (std::fscanf(file, "%zu %zu", &all, &pages) != 2)
            pages = 0;
        std::fclose(file);
    }
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Reads what there is; false at the end.
bool take(int file, std::vector<char> &into, std::size_t most) {
    char part[1 << 16];
    const ssize_t count = read(file, part, sizeof part);
    if (count <= 0)
        return false;
    if (into.size() + static_cast<std::size_t>(count) <= most)
        into.insert(into.end(), part, part + count);
    return true;
}

} // namespace

outcome run_process(const std::string &program, const std::vector<std::string> &arguments,
                    const std::vector<std::string> &environment, int seconds) {
    outcome o;
    int sends[2], says[2];
    if (pipe(sends) != 0 || pipe(says) != 0) {
        std::perror("judge: no pipe");
        std::exit(2);
    }
    const pid_t process = fork();
    if (process < 0) {
        std::perror("judge: no process");
        std::exit(2);
    }
    if (process == 0)
        become(program, arguments, environment, seconds, sends[1], says[1]);
    close(sends[1]);
    close(says[1]);
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::seconds(3 * seconds);
    std::vector<char> sent, said;
    pollfd files[2] = {{sends[0], POLLIN, 0}, {says[0], POLLIN, 0}};
    bool ended = false;
    int status = 0;
    // Until the process has ended: a child that outlives it may keep the pipes open.
    while (!ended) {
        poll(files, 2, files[0].fd < 0 && files[1].fd < 0 ? 1 : 50);
        bool any = false;
        if (files[0].revents != 0) {
            if (!take(sends[0], sent, most_sent))
                files[0].fd = -1;
            any = true;
        }
        if (files[1].revents != 0) {
            if (!take(says[0], said, most_said))
                files[1].fd = -1;
            any = true;
        }
        o.late = clock::now() > end;
        o.too_large = resident(process) > most_memory;
        if (o.late || o.too_large)
            kill(-process, SIGKILL);
        if (!any || o.late || o.too_large)
            ended = waitpid(process, &status, o.late || o.too_large ? 0 : WNOHANG) == process;
    }
    kill(-process, SIGKILL);
    close(sends[0]);
    close(says[0]);
    if (WIFSIGNALED(status))
        o.signal = WTERMSIG(status);
    else
        o.exit_code = WEXITSTATUS(status);
    o.errors.assign(said.begin(), said.end());
    understand(sent, o);
    return o;
}

} // namespace practice
