// resources.cpp: see resources.h. Reads /proc and /sys/fs/cgroup, of both cgroup versions.

#include "machine/resources.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <sched.h>
#include <sstream>
#include <string>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace cuda_emulator {

namespace {

// The first number in a file. A missing file and a word, such as "max", give -1.
int64_t read_number(const std::string &path) {
    std::ifstream file(path);
    int64_t number = -1;
    return file >> number ? number : -1;
}

// The number after `key` at the beginning of a line. -1 if there is none.
int64_t read_keyed_number(const std::string &path, const std::string &key) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string word;
        int64_t number = 0;
        if (words >> word && word == key && words >> number)
            return number;
    }
    return -1;
}

// The directories under /sys/fs/cgroup of the process's cgroup and of all above it: of the unified
// hierarchy (version 2) if `controller` is empty, else of that controller's (version 1). The
// path in /proc/self/cgroup may be one of another namespace; directories that do not exist here
// just have no files to read.
std::vector<std::string> cgroup_directories(const std::string &controller) {
    std::vector<std::string> directories;
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    while (std::getline(file, line)) {
        const size_t first = line.find(':');
        const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        std::string path = line.substr(second + 1);
        std::string root = "/sys/fs/cgroup";
        if (controller.empty()) {
            if (!controllers.empty())
                continue;
        } else {
            std::istringstream names(controllers);
            std::string name;
            bool found = false;
            while (std::getline(names, name, ','))
                found = found || name == controller;
            if (!found)
                continue;
            root += "/" + controller;
        }
        while (path.size() > 1 && path.front() == '/') {
            directories.push_back(root + path);
            path.resize(path.rfind('/'));
        }
        directories.push_back(root);
    }
    return directories;
}

// What a memory cgroup leaves, in bytes; no bound if it has no limit.
int64_t left_in_cgroup(int64_t limit, int64_t usage, int64_t droppable) {
    if (limit < 0 || usage < 0)
        return std::numeric_limits<int64_t>::max();
    const int64_t used = usage - std::min(usage, std::max<int64_t>(droppable, 0));
    return std::max<int64_t>(limit - used, 0);
}

} // namespace

int usable_cores() {
    int64_t cores = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof(mask), &mask) == 0)
        cores = CPU_COUNT(&mask);
    const auto bound = [&](int64_t quota, int64_t period) {
        if (quota > 0 && period > 0)
            cores = std::min(cores, (quota + period - 1) / period);
    };
    for (const std::string &directory : cgroup_directories("")) {
        std::ifstream file(directory + "/cpu.max");
        int64_t quota = 0;
        int64_t period = 0;
        if (file >> quota >> period)
            bound(quota, period);
    }
    for (const std::string &directory : cgroup_directories("cpu")) {
        bound(read_number(directory + "/cpu.cfs_quota_us"),
              read_number(directory + "/cpu.cfs_period_us"));
    }
    return static_cast<int>(std::max<int64_t>(cores, 1));
}

size_t usable_memory() {
    int64_t bytes = read_keyed_number("/proc/meminfo", "MemAvailable:");
    if (bytes >= 0)
        bytes *= 1024; // the file counts in KiB
    else
        bytes = static_cast<int64_t>(sysconf(_SC_AVPHYS_PAGES)) * sysconf(_SC_PAGESIZE);
    for (const std::string &directory : cgroup_directories("")) {
        bytes = std::min(
            bytes, left_in_cgroup(read_number(directory + "/memory.max"),
                                  read_number(directory + "/memory.current"),
                                  read_keyed_number(directory + "/memory.stat", "inactive_file")));
    }
    for (const std::string &directory : cgroup_directories("memory")) {
        bytes = std::min(bytes, left_in_cgroup(read_number(directory + "/memory.limit_in_bytes"),
                                               read_number(directory + "/memory.usage_in_bytes"),
                                               read_keyed_number(directory + "/memory.stat",
                                                                 "total_inactive_file")));
    }
    return static_cast<size_t>(std::max<int64_t>(bytes, 0));
}

long largest_cache() {
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (bytes <= 0)
        bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return std::max(bytes, 0l);
}

int64_t nanoseconds() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace cuda_emulator
