// process_copy.cpp: see process_copy.h. By fork, which copies pages as they are written.
#include "machine/process_copy.h"

#include "machine/resources.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cuda_emulator {

// Whatever ends the copy ends nothing else: its handlers and destructors are the program's.
static void end_at_once() {
    _exit(0);
}

// Whether there would be room if the two came to differ in everything.
static bool has_memory_for_two() {
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) != 0)
        return false;
    const auto most = static_cast<size_t>(used.ru_maxrss) * 1024;
    return most < 256u << 20 || most < usable_memory();
}

bool process_copy::make(const instead &) {
    if (!has_memory_for_two())
        return false;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    const pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    is_copy_ = child == 0;
    channel_ = ends[is_copy_];
    close(ends[!is_copy_]);
    process_ = child;
    if (!is_copy_)
        return true;
    std::atexit(end_at_once); // before all other handlers, as the last one
    for (const int signal : {SIGABRT, SIGTERM, SIGINT, SIGHUP})
        std::signal(signal, SIG_DFL); // the process itself will speak
    char word;
    ssize_t got;
    while ((got = read(channel_, &word, 1)) < 0 && errno == EINTR) {
    }
    const int nowhere = got == 1 ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
    if (nowhere < 0)
        _exit(0);
    for (const int shown : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        dup2(nowhere, shown);
    return true;
}

std::string process_copy::go(double seconds) {
    std::string text;
    const int64_t end = nanoseconds() + static_cast<int64_t>(seconds * 1e9);
    if (send(channel_, "g", 1, MSG_NOSIGNAL) == 1)
        for (;;) {
            struct pollfd ready = {channel_, POLLIN, 0};
            const int64_t left = (end - nanoseconds()) / 1000000;
            const int result = left > 0 ? poll(&ready, 1, static_cast<int>(left)) : 0;
            if (result < 0 && errno == EINTR)
                continue;
            char part[4096];
            const ssize_t got = result > 0 ? read(channel_, part, sizeof part) : -1;
            if (got < 0 && result > 0 && errno == EINTR)
                continue;
            if (got < 0) // too late: what has come may be half of an answer
                text.clear();
            if (got <= 0)
                break;
            text.append(part, static_cast<size_t>(got));
        }
    drop();
    return text;
}

void process_copy::drop() {
    if (channel_ < 0 || is_copy_)
        return;
    close(channel_);
    channel_ = -1;
    kill(static_cast<pid_t>(process_), SIGKILL);
    while (waitpid(static_cast<pid_t>(process_), nullptr, 0) < 0 && errno == EINTR) {
    }
}

void process_copy::answer(const std::string &text) {
    for (size_t sent = 0; sent < text.size();) {
        const ssize_t now = send(channel_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (now < 0 && errno != EINTR)
            break;
        sent += now > 0 ? static_cast<size_t>(now) : 0;
    }
    _exit(0);
}

// Each is a folder in this one, which has two links besides.
static bool has_one_thread() {
    struct stat threads;
    return stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
}

bool goes_on_in_a_copy(std::string &how_it_ended) {
    how_it_ended.clear();
    if (!has_one_thread())
        return false;
    std::fflush(nullptr); // or both would print it
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // it is this process that somebody waits for
        return true;
    }
    if (child < 0)
        return false;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) {
            how_it_ended = "an unknown status"; // the program ignores SIGCHLD
            return false;
        }
    how_it_ended = WIFEXITED(status) ? "exit code " + std::to_string(WEXITSTATUS(status))
                                     : "signal " + std::to_string(WTERMSIG(status)) + " (" +
                                           strsignal(WTERMSIG(status)) + ")";
    return false;
}

} // namespace cuda_emulator
