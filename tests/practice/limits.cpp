// limits.cpp: what a process may do that the judge starts, whatever got into it: limits
// JUDGED_AS_MODE runs itself, as the answer's process would be, and does what an answer might try.
// None of it may cost anybody else anything.
#include "../../practice/judge/channel.h"
#include "../../practice/judge/process.h"
#include "../../practice/judge/shut_in.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using practice::outcome;

// 0 where it was refused.
static int attempt(const std::string &what) {
    if (what == "hang")
        for (volatile bool always = true; always;) {
        }
    if (what == "sleep")
        for (;;)
            pause();
    if (what == "memory")
        for (;;)
            std::memset(std::malloc(1 << 24), 1, 1 << 24);
    if (what == "disk") {
        const int file = open("filled", O_CREAT | O_WRONLY, 0600);
        static char part[1 << 20];
        for (int i = 0; i < 100; i++)
            if (write(file, part, sizeof part) != sizeof part)
                return 1;
        return 0;
    }
    if (what == "children") { // which outlive it
        if (fork() == 0)
            for (;;)
                pause();
        return 0;
    }
    if (what == "speak") { // without end
        for (;;)
            if (write(2, "no\n", 3) < 0 || write(practice::channel, "no\n", 3) < 0)
                return 1;
    }
    practice::shut_in();
    if (what == "network")
        return socket(AF_INET, SOCK_STREAM, 0) >= 0;
    if (what == "delete")
        return unlink("kept") == 0 || rename("kept", "lost") == 0;
    if (what == "kill")
        return kill(getppid(), SIGTERM) == 0;
    if (what == "environment")
        return std::getenv("SECRET") != nullptr || open("/dev/fd/4", O_RDONLY) >= 0;
    return 9;
}

static int failures = 0;
static void expect(bool ok, const char *what, const outcome &o) {
    if (ok)
        return;
    std::printf("%s: exit code %d, signal %d%s%s, said '%.60s'\n", what, o.exit_code, o.signal,
                o.late ? ", late" : "", o.too_large ? ", too large" : "", o.errors.c_str());
    failures++;
}

int main(int argc, char **argv) {
    if (argc == 2)
        return attempt(argv[1]);
    char folder[] = "/tmp/limits.XXXXXX";
    char self[4096];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0 || mkdtemp(folder) == nullptr || chdir(folder) != 0)
        return 77;
    self[length] = '\0';
    std::fclose(std::fopen("kept", "w"));
    setenv("SECRET", "the right answer", 1);
    const auto run = [&](const char *what) {
        return practice::run_process(self, {what}, {"PATH=/usr/bin:/bin"}, 1);
    };
    outcome o = run("hang");
    expect(o.signal != 0, "hang", o);
    o = run("sleep");
    expect(o.late, "sleep", o);
    o = run("memory");
    expect(o.too_large || o.signal != 0, "memory", o);
    o = run("disk");
    expect(o.signal == SIGXFSZ || o.exit_code == 1, "disk", o);
    o = run("children");
    expect(o.exit_code == 0 && !o.late, "children", o);
    o = run("speak");
    expect(o.signal != 0 && o.errors.size() <= 1 << 16, "speak", o);
    for (const char *what : {"network", "delete", "kill", "environment"}) {
        o = run(what);
        expect(o.exit_code == 0 && o.signal == 0, what, o);
    }
    // And the one that outlived its parent is gone.
    std::FILE *left = popen("pgrep -cf 'limits[^ ]* children'", "r");
    int count = -1;
    if (left != nullptr && std::fscanf(left, "%d", &count) == 1 && count != 0) {
        std::printf("%d children are left\n", count);
        failures++;
    }
    if (left != nullptr)
        pclose(left);
    (void)!system("rm -rf filled kept");
    (void)!chdir("/");
    (void)rmdir(folder);
    return failures != 0;
}
