// prints.cpp: what the threads of a warp print comes out as from a GPU.
//
// There the lanes go through the kernel together, and where some go another way the others wait
// for them at its end. So lanes that have the same printf() before them print together, one lane
// after the other. Where they differ, those wait whose printf() the others have still to come to;
// if that is the case of all of them or of none, what stands first in the source goes first, turn
// of a loop by turn. Lanes that have a lock print in the order in which they have got it.
#include "prints.h"

#include "emulator/locks.h"
#include "scheduler.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <list>

namespace cuda_emulator {

// What blocks have printed waits up to that, and then comes out at once.
constexpr std::size_t MOST_BYTES = 1024 * 1024;

static os_mutex prints_mutex; // guards all of these
static std::size_t bytes_waiting;
static std::list<prints_of_block> &all_prints() {
    static auto *const all = new std::list<prints_of_block>; // threads outlive main()
    return *all;
}

namespace {

class merger {
public:
    explicit merger(const prints_of_warp &warp) : warp_(warp) {
        for (const print &one : warp.all)
            places_.push_back(one.place);
        std::sort(places_.begin(), places_.end());
        places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
        for (const print &one : warp.all) {
            lane &l = lanes_[one.lane];
            l.left.resize(places_.size());
            const std::size_t place = number_of(one.place);
            l.turn += !l.prints.empty() && place <= l.prints.back().place;
            l.prints.push_back({&one, place, l.turn});
            ++l.left[place];
            if (one.given_back)
                locks_.push_back(one.lock);
        }
        std::sort(locks_.begin(), locks_.end());
    }

    void append_to(std::string &text) {
        for (int place = next_place(); place >= 0; place = next_place())
            for (lane &l : lanes_)
                if (l.is_at(place) && may_print(l)) {
                    const print &one = *l.prints[l.next++].what;
                    locks_taken_ += one.given_back;
                    text.append(warp_.text, one.from, one.bytes);
                    --l.left[static_cast<std::size_t>(place)];
                }
    }

private:
    struct item {
        const print *what;
        std::size_t place;
        int turn; // how often the lane has gone back in the source
    };
    struct lane {
        std::vector<item> prints;
        std::size_t next = 0;
        std::vector<std::size_t> left; // of prints, by place
        int turn = 0;

        bool is_at(int place) const {
            return next < prints.size() && prints[next].place == static_cast<std::size_t>(place);
        }
    };

    std::size_t number_of(int place) const {
        return static_cast<std::size_t>(std::lower_bound(places_.begin(), places_.end(), place) -
                                        places_.begin());
    }

    bool may_print(const lane &l) const {
        const print &one = *l.prints[l.next].what;
        return !one.given_back || one.lock == locks_[locks_taken_];
    }

    // Whether a lane that is elsewhere comes to the first place, one by one of which is at the
    // other.
    bool comes_later(int place, int from) const {
        return std::any_of(lanes_.begin(), lanes_.end(), [&](const lane &l) {
            return l.is_at(from) && l.left[static_cast<std::size_t>(place)] != 0;
        });
    }

    // Where lanes print next, or -1.
    int next_place() const {
        int best = -1;
        std::array<int, 2> order_of_best = {};
        bool best_waits = false;
        std::vector<std::array<int, 2>> heads; // place, turn
        for (const lane &l : lanes_)
            if (l.next < l.prints.size() && may_print(l))
                heads.push_back({static_cast<int>(l.prints[l.next].place), l.prints[l.next].turn});
        std::sort(heads.begin(), heads.end());
        heads.erase(std::unique(heads.begin(), heads.end(),
                                [](const auto &a, const auto &b) { return a[0] == b[0]; }),
                    heads.end());
        for (const std::array<int, 2> &head : heads) {
            const int place = head[0];
            const bool waits = std::any_of(heads.begin(), heads.end(), [&](const auto &other) {
                return other[0] != place && comes_later(place, other[0]) &&
                       !comes_later(other[0], place);
            });
            const std::array<int, 2> order = {head[1], place};
            if (best < 0 || std::pair(waits, order) < std::pair(best_waits, order_of_best)) {
                best = place;
                best_waits = waits;
                order_of_best = order;
            }
        }
        return best;
    }

    const prints_of_warp &warp_;
    std::vector<int> places_;
    std::array<lane, WARP_SIZE> lanes_;
    std::vector<unsigned> locks_; // each print's that has one
    std::size_t locks_taken_ = 0; // of them
};

} // namespace

static CUDA_EMULATOR_THREAD bool is_writing = false;

bool waits_for_reader() {
    return is_writing;
}

static void write(const std::string &text) {
    is_writing = true;
    compiler_fence();
    std::fwrite(text.data(), 1, text.size(), stdout);
    compiler_fence();
    is_writing = false;
}

static void show(prints_of_warp &warp, std::string &text) {
    if (warp.all.empty())
        return;
    merger(warp).append_to(text);
    bytes_waiting -= warp.text.size();
    warp.text.clear();
    warp.all.clear();
}

static void show(prints_of_block &prints) {
    std::string text;
    for (prints_of_warp &warp : prints.warps)
        show(warp, text);
    write(text);
}

static void show_all() {
    for (prints_of_block &prints : all_prints())
        show(prints);
}

void show_prints_of_block() {
    block.has_printed = false;
    const os_lock lock(prints_mutex);
    show(*this_worker->prints);
}

void show_prints_of(unsigned warp) {
    std::string text;
    const os_lock lock(prints_mutex);
    prints_of_block &prints = *this_worker->prints;
    if (warp < prints.warps.size())
        show(prints.warps[warp], text);
    write(text);
}

void show_all_prints() {
    if (!prints_mutex.try_lock())
        return;
    show_all();
    prints_mutex.unlock();
}

static bool has_lock() {
    return block.lock_holder.x == threadIdx.x && block.lock_holder.y == threadIdx.y &&
           block.lock_holder.z == threadIdx.z;
}

void note_lock_unobserved() {
    note_lock();
}

// What the current thread has printed under its lock.
static void note_given_back() {
    const unsigned thread = linear_index(threadIdx), number = thread / WARP_SIZE;
    const os_lock lock(prints_mutex);
    std::vector<prints_of_warp> &warps = this_worker->prints->warps;
    if (number >= warps.size())
        return;
    std::vector<print> &all = warps[number].all;
    for (auto one = all.rbegin(); one != all.rend(); ++one)
        if (one->lane == thread % WARP_SIZE) {
            if (one->lock != block.locks)
                break;
            one->given_back = true;
        }
}

void publish_prints(bool gives_lock_back) {
    const bool had_lock = has_lock();
    if (had_lock && gives_lock_back)
        block.lock_holder.x = ~0u;
    if (!block.has_printed)
        return;
    const int before = block.interruptible;
    block.interruptible = 0;
    compiler_fence();
    if (had_lock)
        note_given_back();
    // Another block may wait for this one.
    if ((had_lock || !gives_lock_back) && (gridDim.x > 1 || gridDim.y > 1 || gridDim.z > 1))
        show_prints_of_block();
    compiler_fence();
    block.interruptible = before;
}

// "%5.*f%%" has two.
static int arguments_of(const char *format) {
    int count = 0;
    for (; *format != '\0'; ++format) {
        if (*format != '%')
            continue;
        for (++format; *format != '\0' && std::strchr("0123456789 +-#.*hlLqjzt", *format); ++format)
            count += *format == '*';
        if (*format == '\0')
            break;
        count += *format != '%';
    }
    return count;
}

// What does not fit into `line` is written once more.
static void append(std::string &text, const char *line, std::size_t size, std::size_t bytes,
                   const char *format, std::va_list arguments) {
    if (bytes < size) {
        text.append(line, bytes);
        return;
    }
    const std::size_t from = text.size();
    text.resize(from + bytes + 1);
    std::vsnprintf(&text[from], bytes + 1, format, arguments);
    text.pop_back();
}

int print_in_kernel(int place, const char *format, std::va_list arguments, void *code) {
    if (!in_kernel() || block.interruptible == 0)
        return std::vprintf(format, arguments);
    if (format == nullptr)
        return -1;
    std::va_list again;
    va_copy(again, arguments);
    char line[512];
    this_worker->printing_at = static_cast<char *>(code) - 1;
    const int written = std::vsnprintf(line, sizeof line, format, arguments); // may be a fault
    this_worker->printing_at = nullptr;
    block.interruptible = 0;
    compiler_fence();
    if (written > 0) {
        worker &w = *this_worker;
        const unsigned thread = linear_index(threadIdx), number = thread / WARP_SIZE;
        const auto bytes = static_cast<std::size_t>(written);
        const os_lock lock(prints_mutex);
        if (w.prints == nullptr) {
            all_prints().emplace_back();
            w.prints = &all_prints().back();
        }
        if (w.prints->warps.size() <= number)
            w.prints->warps.resize(number + 1);
        prints_of_warp &warp = w.prints->warps[number];
        warp.all.push_back({thread % WARP_SIZE, place, warp.text.size(), bytes,
                            has_lock() ? block.locks : 0, false});
        append(warp.text, line, sizeof line, bytes, format, again);
        bytes_waiting += bytes;
        block.has_printed = bytes_waiting <= MOST_BYTES;
        if (!block.has_printed)
            show_all();
    }
    va_end(again);
    notify(&observer::thread_prints, code);
    compiler_fence();
    block.interruptible = 1;
    return arguments_of(format);
}

} // namespace cuda_emulator
