// generate.cpp: writes a CUDA program of random kernels, each correct, and each with mistakes that
// can be switched on one at a time; and with every mistake what the checker has to find.
//
//   generate SEED COUNT [MOST_THREADS] >fuzz.cu
//
// The program, compiled with the checker, takes the number of a kernel and that of a mistake, 0 for
// none. Its last lines, which begin with "//!", are read by measure.cpp, which runs it.
//
// A kernel is a random list of accesses by all threads to arrays in every kind of memory, with
// random maps from threads to elements. This program runs each kernel step by step as a model
// (class model), and keeps, for every field of every element, who has touched it and since which
// barriers. Where the model finds two accesses that nothing orders, it puts __syncwarp() or
// __syncthreads() between them, or takes the later one out, until none is left: so the kernel is
// correct, with hardly a barrier too many. The same model then says what a mistake does: between
// which lines there is a race, which lines read what was not written, and which leave the array.
// Faults without any effect are not used.
//
// What the model cannot say, locks and counters among blocks, comes as whole pieces of code whose
// mistakes and lines are known from the pattern.
#include "../../dice.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::string number(unsigned long long value) {
    return std::to_string(value);
}
std::string u(unsigned value) {
    return std::to_string(value) + "u";
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

unsigned gcd(unsigned a, unsigned b) {
    return b == 0 ? a : gcd(b, a % b);
}

constexpr unsigned WARP = 32;

// ------------------------------------------------------------------ what kernels are made of

struct field {
    const char *suffix;
    unsigned mask; // of the values that it keeps
    bool takes_atomics;
};
struct type_info {
    const char *name;
    std::vector<field> fields;
    unsigned bytes, alignment;
};
const std::vector<type_info> TYPES = {
    {"unsigned", {{"", ~0u, true}}, 4, 4},
    {"unsigned char", {{"", 0xff, false}}, 1, 1},
    {"unsigned short", {{"", 0xffff, false}}, 2, 2},
    {"unsigned long long", {{"", ~0u, false}}, 8, 8},
    {"float", {{"", 0xffff, false}}, 4, 4},
    {"double", {{"", 0xffff, false}}, 8, 8},
    {"uint2", {{".x", ~0u, true}, {".y", ~0u, true}}, 8, 8},
    {"float4",
     {{".x", 0xffff, false}, {".y", 0xffff, false}, {".z", 0xffff, false}, {".w", 0xffff, false}},
     16,
     16},
    {"record",
     {{".a", ~0u, true}, {".b", 0xff, false}, {".c", 0xff, false}, {".d", 0xffff, false}},
     8,
     4},
    {"uchar4",
     {{".x", 0xff, false}, {".y", 0xff, false}, {".z", 0xff, false}, {".w", 0xff, false}},
     4,
     4},
};
constexpr int WHOLE = -1; // instead of the number of a field

enum class home { shared, dynamic, global, managed, device_variable, managed_variable };

struct array {
    std::string name;
    home where;
    const type_info *type;
    unsigned count;      // elements; of those that blocks share out, a block's part
    unsigned row = 0;    // length of a row, if it has two dimensions
    unsigned layout = 0; // of blocks' parts: 0 one after the other, 1 interleaved, 2 no parts, 3
                         // like 0, but the next launch gives each block another one's
    bool set_by_host = false;
    bool between_launches = false; // set by the host again
    bool of_file = false;          // __shared__ outside of functions
    bool is_shared() const { return where == home::shared || where == home::dynamic; }
    bool is_allocated() const { return where == home::global || where == home::managed; }
    unsigned total = 0; // elements in all
    unsigned malloc_line = 0, free_line = 0, set_line = 0, touch_line = 0;
};

// Where a step is being executed.
struct moment {
    unsigned t, i, b, round;
};
// In the text, @ stands for the number of the thread.
struct expression {
    std::string text;
    std::function<unsigned(const moment &)> value;
};

enum class mistake_kind {
    none,
    barrier,
    syncwarp,
    divergent,
    collide,
    guard,
    plain,
    dropped,
    after,
    before,
    mask,
    inactive,
    local,
    constant,
    fence,
    acquire,
    store,
    unlocked,
    last_barrier,
    host_unset,
    freed,
    leak,
    host_pointer,
    misaligned,
    threads,
    double_free,
    copy_size,
    host_touch,
    short_memory,
    short_dynamic,
    scope,
    lock_scope,
    fence_scope,
    one_fence,
    one_acquire,
    part_of_word,
    tile,
    grid,
};
const char *const MISTAKE_NAMES[] = {
    "none",
    "__syncthreads() removed",
    "__syncwarp() removed",
    "__syncthreads() in a divergent branch",
    "two threads share an element",
    "a guard removed",
    "an atomic operation made plain",
    "an initialisation of __shared__ removed",
    "an index too large by one",
    "an index too small by one",
    "a mask without the caller",
    "a shuffle from an inactive lane",
    "a local array's index too large",
    "a constant array's index too large",
    "__threadfence() before giving away removed",
    "__threadfence() after taking over removed",
    "a lock given back by a plain store",
    "a lock not taken",
    "a barrier of the last-block pattern removed",
    "cudaMemset removed",
    "memory freed before the launch",
    "cudaFree removed",
    "a host pointer passed",
    "a pointer that is not aligned",
    "a launch with too many threads",
    "memory freed twice",
    "a copy larger than the memory",
    "the host writes device memory",
    "memory too small by one element",
    "dynamic shared memory too small by one element",
    "an atomic operation of the block between blocks",
    "a lock between blocks taken by an operation of the block",
    "__threadfence_block() before giving away to blocks",
    "__threadfence() before giving away removed from one",
    "__threadfence() after taking over removed from one",
    "bytes of a word not written, and the word read",
    "sync() of a tile removed",
    "sync() of the grid removed",
};

enum class step_kind {
    read,
    write,
    update,
    add,  // element 1 += element 2
    copy, // element 1 = element 2
    atomic,
    init,   // all threads of a block fill an array
    stride, // all threads of the grid copy an array
    barrier,
    syncwarp,
    count, // __syncthreads_count
    shuffle,
    ballot,
    half_shuffle,
    local,
    constant,
    loop,
    branch, // of blocks
    leave,  // threads
    leave_block,
    lock,
    last_block,
    ticket,
    bytes, // threads write bytes, and read words
    tile,  // of cooperative groups
    grid,  // all blocks wait for each other: a cooperative launch
};

struct access {
    array *where = nullptr;
    int part = WHOLE;
    expression index;
};

struct step {
    step_kind kind;
    unsigned id = 0; // where it stands in the list of all
    access one, two;
    expression guard; // empty text: all threads
    unsigned constant = 0, variant = 0;
    unsigned who_block = 0, who_thread = 0; // the one of a lock's takers that has a mistake alone
    unsigned style = 0; // 0 direct, 1 through a device function, 2 through a pointer
    std::vector<std::unique_ptr<step>> inside;
    std::string needs_line;
    // As emitted; a device function has the line of its own.
    unsigned line = 0;
    unsigned call_line = 0;      // of that function's call, where the address is computed
    std::vector<unsigned> lines; // of a whole piece of code
};
using steps = std::vector<std::unique_ptr<step>>;

struct mistake {
    mistake_kind kind = mistake_kind::none;
    const step *at = nullptr;
    const array *of = nullptr;
};

// ------------------------------------------------------------------ the model

struct touch {
    unsigned id, block, epoch, warp_epoch, grid_epoch, when;
    unsigned thread, warp;
    bool other_threads, other_warps, writes, atomic, of_block;
};

struct place_in_memory {
    std::vector<touch> touches;
    unsigned value = 0;
    bool written = false;
};

struct findings {
    std::set<std::pair<unsigned, unsigned>> races; // ids of steps
    std::set<unsigned> unwritten, outside;
    std::set<unsigned> touched;                  // by access, of the mistake's array
    std::map<bool, std::vector<unsigned>> waits; // steps at which even and odd threads wait
    unsigned hash = 0;
    // The first mistake.
    enum { nothing, race, read } first = nothing;
    unsigned first_id = 0;
    bool same_step = false, same_block = false, one_warp = false;
    bool wild = false; // so far outside that it may be anywhere
    const array *first_array = nullptr;
};

struct kernel {
    unsigned id = 0;
    unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
    unsigned threads = 1, blocks = 1, rounds = 1;
    std::vector<std::unique_ptr<array>> arrays;
    steps body;
    unsigned launch_line = 0, copy_line = 0;
};

class model {
public:
    model(const kernel &k, mistake f, bool only_first)
        : k_(k), mistake_(f), only_first_(only_first), r_(k.threads), alive_(k.threads) {}

    findings run() {
        for (const auto &a : k_.arrays)
            if (!a->is_shared())
                prepare(*a);
        std::vector<unsigned> out(k_.threads * k_.blocks);
        for (at_.round = 0; at_.round < k_.rounds; ++at_.round) {
            for (auto &m : memory_)
                for (place_in_memory &p : m.second)
                    p.touches.clear();
            for (const auto &a : k_.arrays)
                if (at_.round != 0 && a->between_launches)
                    prepare(*a);
            for (at_.b = 0; at_.b < k_.blocks; ++at_.b) {
                for (const auto &a : k_.arrays)
                    if (a->is_shared())
                        prepare(*a);
                for (unsigned t = 0; t < k_.threads; ++t)
                    r_[t] = t * 7 + at_.b * 11 + at_.round;
                alive_.assign(k_.threads, true);
                left_ = false;
                ++epoch_;
                grid_epoch_ = 0;
                tiles_.clear();
                run(k_.body);
                if (done_)
                    return found_;
                for (unsigned t = 0; t < k_.threads; ++t)
                    out[at_.b * k_.threads + t] = r_[t];
            }
        }
        for (const unsigned value : out)
            found_.hash = found_.hash * 31 + value;
        return found_;
    }

private:
    void prepare(const array &a) {
        auto &m = memory_[&a];
        m.assign(a.total * a.type->fields.size(), place_in_memory());
        // Of managed memory the checker cannot know; the kernel must not rely on that.
        const bool variable = a.where == home::device_variable ||
                              a.where == home::managed_variable ||
                              (a.where == home::managed && !only_first_);
        const bool unset = mistake_.kind == mistake_kind::host_unset && mistake_.of == &a;
        for (place_in_memory &p : m)
            p.written = variable || (a.set_by_host && !unset);
    }

    void run(const steps &list) {
        for (const auto &s : list) {
            if (done_ || left_)
                return;
            run(*s);
        }
    }

    void pass_barrier(unsigned id) {
        ++epoch_;
        if (at_.b == 0 && at_.round == 0) {
            found_.waits[false].push_back(id);
            if (!(mistake_.kind == mistake_kind::divergent && mistake_.at->id == id))
                found_.waits[true].push_back(id);
        }
    }

    bool is(mistake_kind kind, const step &s) const {
        return mistake_.kind == kind && mistake_.at == &s;
    }

    void run(const step &s) {
        ++when_;
        switch (s.kind) {
        case step_kind::barrier:
            if (!is(mistake_kind::barrier, s))
                pass_barrier(s.id);
            return;
        case step_kind::count: {
            unsigned odd = 0;
            for (const unsigned r : r_)
                odd += r & 1;
            for (unsigned &r : r_)
                r += odd;
            pass_barrier(s.id);
            return;
        }
        case step_kind::syncwarp:
            if (!is(mistake_kind::syncwarp, s))
                ++warp_epoch_;
            return;
        case step_kind::loop: {
            const unsigned saved = at_.i;
            for (at_.i = 0; at_.i < s.constant && !done_; ++at_.i)
                run(s.inside);
            at_.i = saved;
            return;
        }
        case step_kind::branch:
            if (at_.b % s.constant == s.variant)
                run(s.inside);
            return;
        case step_kind::leave:
            for (unsigned t = s.constant; t < k_.threads; ++t)
                alive_[t] = false;
            return;
        case step_kind::leave_block:
            left_ = at_.b >= s.constant;
            return;
        case step_kind::last_block:
            if (s.variant == 1) { // three barriers, the last of which keeps its flag for others
                pass_barrier(s.id);
                pass_barrier(s.id);
                pass_barrier(s.id);
            }
            return;
        case step_kind::bytes:
            // Without the barrier nobody reads another one's.
            if (s.variant == 1)
                pass_barrier(s.id);
            for (unsigned t = 0; t < k_.threads; ++t) {
                const unsigned word = s.variant == 0 ? t : (t / 4 + 1) % (k_.threads / 4);
                unsigned value = r_[t] + s.constant;
                if (s.variant == 1) {
                    value = 0;
                    for (unsigned byte = 0; byte < 4; ++byte)
                        value |= ((word * 4 + byte + s.constant) & 0xff) << 8 * byte;
                }
                r_[t] += value;
            }
            if (s.variant == 1)
                pass_barrier(s.id);
            return;
        case step_kind::tile:
            for (unsigned t = 0; t < k_.threads; ++t)
                r_[t] += (t / s.variant * s.variant + (t + s.constant) % s.variant) * 3;
            if (!is(mistake_kind::tile, s))
                tiles_.push_back({when_, s.variant});
            return;
        case step_kind::grid:
            for (unsigned t = 0; t < k_.threads; ++t)
                r_[t] += ((at_.b + 1) % k_.blocks * k_.threads + (k_.threads - 1 - t)) * 5;
            pass_barrier(s.id);
            grid_epoch_ += !is(mistake_kind::grid, s);
            return;
        case step_kind::ticket:
        case step_kind::lock:
            if (s.variant == (s.kind == step_kind::ticket ? 0 : 3)) {
                // Within the block, between barriers; at the end all know how many there were.
                pass_barrier(s.id);
                pass_barrier(s.id);
                for (unsigned &r : r_)
                    r += k_.threads;
                pass_barrier(s.id);
            }
            return;
        case step_kind::shuffle: {
            const std::vector<unsigned> old = r_;
            for (unsigned t = 0; t < k_.threads; ++t) {
                const unsigned lane = t % WARP, first = t - lane, d = s.constant;
                unsigned from = lane;
                if (s.variant == 0)
                    from = d;
                else if (s.variant == 1 && lane >= d)
                    from = lane - d;
                else if (s.variant == 2 && lane + d < WARP)
                    from = lane + d;
                else if (s.variant == 3)
                    from = lane ^ d;
                r_[t] = old[t] + old[first + from];
            }
            return;
        }
        case step_kind::ballot: {
            std::vector<unsigned> votes(k_.threads / WARP);
            for (unsigned t = 0; t < k_.threads; ++t)
                votes[t / WARP] |= (r_[t] & 1) << t % WARP;
            for (unsigned t = 0; t < k_.threads; ++t)
                r_[t] += votes[t / WARP];
            return;
        }
        case step_kind::half_shuffle: {
            const std::vector<unsigned> old = r_;
            for (unsigned t = 0; t < k_.threads; ++t)
                if (t % WARP < 16)
                    r_[t] += old[t % 16 + 8 < 16 ? t + 8 : t];
            return;
        }
        case step_kind::local:
            for (unsigned t = 0; t < k_.threads; ++t)
                r_[t] += (t % s.constant) * 3;
            return;
        case step_kind::constant:
            for (unsigned t = 0; t < k_.threads; ++t)
                r_[t] += t % s.constant + 1;
            return;
        default:
            break;
        }
        if (is(mistake_kind::dropped, s))
            return;
        for (unsigned t = 0; t < k_.threads && !done_; ++t) {
            if (!alive_[t])
                continue;
            at_.t = t;
            if (!s.guard.text.empty() && !is(mistake_kind::guard, s) && s.guard.value(at_) == 0)
                continue;
            run_thread(s);
        }
    }

    void run_thread(const step &s) {
        unsigned &r = r_[at_.t];
        const unsigned value = r + s.constant;
        switch (s.kind) {
        case step_kind::read:
            r = r * 5 + load(s, s.one);
            break;
        case step_kind::write:
            store(s, s.one, value);
            break;
        case step_kind::update:
            store(s, s.one, load(s, s.one) + value);
            break;
        case step_kind::add: {
            const unsigned other = load(s, s.two);
            store(s, s.one, load(s, s.one) + other);
            break;
        }
        case step_kind::copy:
            store(s, s.one, load(s, s.two) + s.constant);
            break;
        case step_kind::atomic:
            atomic_add(s, s.one, value);
            break;
        case step_kind::init:
            for (unsigned e = at_.t; e < s.one.where->count; e += k_.threads) {
                store_at(s, s.one, flat(*s.one.where, e), e * 3 + s.constant);
            }
            break;
        case step_kind::stride:
            for (unsigned e = at_.b * k_.threads + at_.t; e < s.one.where->total;
                 e += k_.threads * k_.blocks)
                store_at(s, s.one, e, load_at(s, s.two, e) + e);
            break;
        default:
            break;
        }
    }

    long flat(const array &a, unsigned element) const {
        switch (a.is_shared() ? 2 : a.layout) {
        case 0:
            return static_cast<long>(at_.b) * a.count + element;
        case 1:
            return static_cast<long>(element) * k_.blocks + at_.b;
        case 3:
            return static_cast<long>((at_.b + at_.round) % k_.blocks) * a.count + element;
        default:
            return element;
        }
    }

    long place(const step &s, const access &a) const {
        moment m = at_;
        if (is(mistake_kind::collide, s) && &a == &s.one)
            m.t &= ~1u;
        long at = flat(*a.where, a.index.value(m));
        if (&a == &s.one)
            at += is(mistake_kind::after, s) ? 1 : is(mistake_kind::before, s) ? -1 : 0;
        return at;
    }

    // Notes an access; false if there is no such element.
    bool note(const step &s, const access &a, long at, bool writes, bool reads, bool atomic) {
        long total = a.where->total;
        if ((mistake_.kind == mistake_kind::short_memory ||
             mistake_.kind == mistake_kind::short_dynamic) &&
            mistake_.of == a.where)
            --total;
        if (mistake_.of == a.where)
            found_.touched.insert(s.id);
        if (at < 0 || at >= total) {
            found_.outside.insert(s.id);
            // The neighbour of a part of the dynamic shared memory, or of a variable without a gap.
            const bool exact = mistake_.kind == mistake_kind::after ||
                               mistake_.kind == mistake_kind::before ||
                               mistake_.kind == mistake_kind::short_memory ||
                               mistake_.kind == mistake_kind::short_dynamic;
            if (!exact && (a.where->where != home::shared && !a.where->is_allocated()))
                found_.wild = true;
            if (at < -64 || at >= total + 64)
                found_.wild = true;
            return false;
        }
        const int fields = static_cast<int>(a.where->type->fields.size());
        for (int f = 0; f < fields; ++f)
            if (a.part == WHOLE || a.part == f)
                note(s, *a.where, memory_[a.where][static_cast<size_t>(at * fields + f)], writes,
                     reads, atomic);
        return true;
    }

    void note(const step &s, const array &where, place_in_memory &p, bool writes, bool reads,
              bool atomic) {
        const unsigned t = at_.t, warp = t / WARP;
        const bool of_block = atomic && (s.variant == 1 || is(mistake_kind::scope, s));
        if (reads && !p.written) {
            found_.unwritten.insert(s.id);
            first(findings::read, s, where);
        }
        touch *same = nullptr;
        for (touch &o : p.touches) {
            if (o.id == s.id && o.when == when_ && o.block == at_.b && o.writes == writes &&
                o.atomic == atomic)
                same = &o;
            const bool same_block = o.block == at_.b;
            const bool of_scope = same_block || !(o.of_block || of_block);
            if ((!o.writes && !writes) || (o.atomic && atomic && of_scope))
                continue;
            if (same_block) {
                if (o.epoch != epoch_ || (o.thread == t && !o.other_threads))
                    continue;
                if (o.warp_epoch != warp_epoch_ && o.warp == warp && !o.other_warps)
                    continue;
                if (!o.other_threads && passed_by_tile(o))
                    continue;
            } else if (o.grid_epoch != grid_epoch_) {
                continue;
            }
            found_.races.insert(std::minmax(o.id, s.id));
            if (found_.first == findings::nothing) {
                found_.same_step = o.when == when_;
                found_.same_block = same_block;
                found_.one_warp = o.warp == warp && !o.other_warps;
            }
            first(findings::race, s, where);
        }
        if (same == nullptr) {
            p.touches.push_back({s.id, at_.b, epoch_, warp_epoch_, grid_epoch_, when_, t, warp,
                                 false, false, writes, atomic, of_block});
        } else {
            same->other_threads = same->other_threads || same->thread != t;
            same->other_warps = same->other_warps || same->warp != warp;
        }
        p.written = p.written || writes;
    }

    // Whether a tile of both threads has waited since.
    bool passed_by_tile(const touch &o) const {
        return std::any_of(tiles_.begin(), tiles_.end(), [&](const auto &tile) {
            return tile.first > o.when && o.thread / tile.second == at_.t / tile.second;
        });
    }

    void first(decltype(findings::first) what, const step &s, const array &where) {
        if (found_.first != findings::nothing)
            return;
        found_.first = what;
        found_.first_id = s.id;
        found_.first_array = &where;
        done_ = only_first_;
    }

    unsigned load(const step &s, const access &a) { return load_at(s, a, place(s, a)); }
    unsigned load_at(const step &s, const access &a, long at) {
        if (!note(s, a, at, false, true, false))
            return 0;
        const int fields = static_cast<int>(a.where->type->fields.size());
        const place_in_memory *p = &memory_[a.where][static_cast<size_t>(at * fields)];
        if (a.part != WHOLE)
            return p[a.part].value;
        unsigned value = 0;
        for (int f = 0; f < fields; ++f)
            value += static_cast<unsigned>(2 * f + 1) * p[f].value;
        return value;
    }

    void store(const step &s, const access &a, unsigned value) {
        store_at(s, a, place(s, a), value);
    }
    void store_at(const step &s, const access &a, long at, unsigned value) {
        if (!note(s, a, at, true, false, false))
            return;
        const int fields = static_cast<int>(a.where->type->fields.size());
        place_in_memory *p = &memory_[a.where][static_cast<size_t>(at * fields)];
        for (int f = 0; f < fields; ++f)
            if (a.part == WHOLE || a.part == f)
                p[f].value = (value + (a.part == WHOLE ? static_cast<unsigned>(f) : 0)) &
                             a.where->type->fields[static_cast<size_t>(f)].mask;
    }

    void atomic_add(const step &s, const access &a, unsigned value) {
        const long at = place(s, a);
        if (!note(s, a, at, true, true, !is(mistake_kind::plain, s)))
            return;
        const int fields = static_cast<int>(a.where->type->fields.size());
        memory_[a.where][static_cast<size_t>(at * fields + (a.part == WHOLE ? 0 : a.part))].value +=
            value;
    }

    const kernel &k_;
    mistake mistake_;
    bool only_first_, done_ = false, left_ = false;
    std::vector<unsigned> r_;
    std::vector<bool> alive_;
    moment at_ = {};
    unsigned epoch_ = 0, warp_epoch_ = 0, grid_epoch_ = 0, when_ = 0;
    std::vector<std::pair<unsigned, unsigned>> tiles_; // of the block: when they waited, their size
    std::map<const array *, std::vector<place_in_memory>> memory_;
    findings found_;
};

// ------------------------------------------------------------------ inventing a kernel

class inventor {
public:
    inventor(dice &random, unsigned id, unsigned most_threads)
        : random_(random), most_threads_(most_threads) {
        k_.id = id;
    }

    kernel invent() {
        choose_shape();
        choose_arrays();
        for (unsigned i = random_.between(3, 7); i != 0; --i)
            add_piece(k_.body);
        if (k_.blocks > 1 && random_.one_in(6) && !has(k_.body, step_kind::last_block) &&
            !has(k_.body, step_kind::grid)) {
            step &s = add(k_.body, step_kind::leave_block, random_.below(3));
            s.constant = random_.between(1, k_.blocks - 1);
        }
        if (random_.one_in(4)) {
            add(k_.body, step_kind::leave).constant = random_.between(1, k_.threads);
            for (unsigned i = random_.between(0, 2); i != 0; --i)
                add_access(k_.body, pick());
        }
        correct();
        return std::move(k_);
    }

private:
    void choose_shape() {
        unsigned *b = k_.block, *g = k_.grid;
        const unsigned most = random_.one_in(4) ? most_threads_ : std::min(most_threads_, 200u);
        switch (random_.below(5)) {
        case 0:
            b[0] = random_.between(1, most);
            break;
        case 1:
            b[0] = WARP * random_.between(1, std::max(1u, most / WARP));
            break;
        case 2:
            b[0] = random_.between(1, 16);
            b[1] = random_.between(1, std::max(1u, most / b[0]));
            break;
        case 3:
            b[0] = 1u << random_.below(4);
            b[1] = 1u << random_.below(4);
            b[2] = 1u << random_.below(2);
            break;
        default:
            b[0] = random_.between(1, 6);
            b[1] = random_.between(1, 6);
            b[2] = random_.between(1, 6);
        }
        g[0] = random_.between(1, 4);
        if (random_.one_in(3))
            g[1] = random_.between(1, 2);
        if (random_.one_in(5))
            g[2] = 2;
        k_.threads = b[0] * b[1] * b[2];
        k_.blocks = g[0] * g[1] * g[2];
        k_.rounds = random_.one_in(3) ? random_.between(2, 3) : 1;
        if (k_.threads > 1 && k_.threads <= 128) {
            order_ = std::make_shared<std::vector<unsigned>>();
            for (unsigned t = 0; t < k_.threads; ++t)
                order_->push_back(t);
            for (unsigned t = k_.threads - 1; t > 0; --t)
                std::swap((*order_)[t], (*order_)[random_.below(t + 1)]);
        }
    }

    void choose_arrays() {
        unsigned shared_bytes = 0;
        for (unsigned i = random_.between(3, 6); i != 0; --i) {
            auto a = std::make_unique<array>();
            const unsigned where = random_.below(12);
            a->where = where < 4    ? home::shared
                       : where < 6  ? home::dynamic
                       : where < 9  ? home::global
                       : where < 10 ? home::managed
                                    : (where < 11 ? home::device_variable : home::managed_variable);
            a->type = &TYPES[random_.one_in(3) ? 0 : random_.below(unsigned(TYPES.size()))];
            switch (random_.below(6)) {
            case 0:
                a->count = random_.between(1, 40);
                break;
            case 1:
                a->count = k_.threads;
                break;
            case 2:
                a->count = k_.threads * 2;
                break;
            default:
                a->count = k_.threads + random_.between(0, 7);
            }
            a->name = std::string("sdgmvw").substr(static_cast<size_t>(a->where), 1) +
                      number(k_.arrays.size());
            if (a->is_shared()) {
                if (shared_bytes + a->count * a->type->bytes > 40 * 1024)
                    continue;
                shared_bytes += a->count * a->type->bytes;
                a->of_file = a->where == home::shared && a->count * a->type->bytes <= 1024 &&
                             random_.one_in(3);
                if (a->of_file)
                    a->name += "_" + number(k_.id);
                if (a->where == home::shared && random_.one_in(3)) {
                    a->row = random_.between(2, 17);
                    a->count = (a->count + a->row - 1) / a->row * a->row;
                }
            } else {
                a->layout = random_.below(4);
                if (a->layout == 3 && k_.rounds == 1)
                    a->layout = 0;
                a->set_by_host = a->is_allocated() && random_.one_in(3);
                a->between_launches = a->set_by_host && k_.rounds > 1 && random_.one_in(3);
                if (a->where == home::device_variable || a->where == home::managed_variable)
                    a->name += "_" + number(k_.id);
            }
            a->total = a->is_shared() || a->layout == 2 ? a->count : a->count * k_.blocks;
            k_.arrays.push_back(std::move(a));
        }
    }

    step &add(steps &list, step_kind kind, size_t before = ~size_t(0)) {
        auto s = std::make_unique<step>();
        s->kind = kind;
        s->id = next_id_++;
        s->constant = random_.between(1, 99);
        return **list.insert(list.begin() + static_cast<long>(std::min(before, list.size())),
                             std::move(s));
    }

    array &pick() { return *k_.arrays[random_.below(unsigned(k_.arrays.size()))]; }
    array *pick_of(const std::function<bool(const array &)> &good) {
        std::vector<array *> all;
        for (const auto &a : k_.arrays)
            if (good(*a))
                all.push_back(a.get());
        return all.empty() ? nullptr : all[random_.below(unsigned(all.size()))];
    }

    static expression fixed(unsigned c) {
        return {u(c), [c](const moment &) { return c; }};
    }
    static expression own(unsigned offset = 0) {
        if (offset == 0)
            return {"@", [](const moment &m) { return m.t; }};
        return {"@ + " + u(offset), [offset](const moment &m) { return m.t + offset; }};
    }

    expression map(unsigned n) {
        const unsigned threads = k_.threads;
        switch (random_.below(11)) {
        case 0: {
            const unsigned c = random_.below(n);
            return fixed(c);
        }
        case 1:
            return {"(" + u(n - 1) + " - @ % " + u(n) + ")",
                    [n](const moment &m) { return n - 1 - m.t % n; }};
        case 2: {
            const unsigned k = 1u << random_.below(6);
            return {"((@ ^ " + u(k) + ") % " + u(n) + ")",
                    [n, k](const moment &m) { return (m.t ^ k) % n; }};
        }
        case 3: {
            const unsigned w = random_.between(2, 16), h = (threads + w - 1) / w;
            return {"((@ % " + u(w) + " * " + u(h) + " + @ / " + u(w) + ") % " + u(n) + ")",
                    [n, w, h](const moment &m) { return (m.t % w * h + m.t / w) % n; }};
        }
        case 4:
            return {"(@ / 32u % " + u(n) + ")", [n](const moment &m) { return m.t / 32 % n; }};
        case 5:
            return {"((@ + b) % " + u(n) + ")", [n](const moment &m) { return (m.t + m.b) % n; }};
        case 6:
            if (order_) {
                const auto order = order_;
                return {"(order_" + number(k_.id) + "[@] % " + u(n) + ")",
                        [n, order](const moment &m) { return (*order)[m.t] % n; }};
            }
            [[fallthrough]];
        case 7:
            if (k_.rounds > 1) {
                const unsigned d = random_.between(1, 9);
                return {"((@ + round * " + u(d) + ") % " + u(n) + ")",
                        [n, d](const moment &m) { return (m.t + m.round * d) % n; }};
            }
            [[fallthrough]];
        default: {
            unsigned a = random_.between(1, 30);
            while (gcd(a, n) != 1)
                ++a;
            const unsigned c = random_.below(n), d = in_loop_ ? random_.between(0, 9) : 0;
            return {"((" + u(a) + " * @ + " + (d != 0 ? "i * " + u(d) + " + " : "") + u(c) +
                        ") % " + u(n) + ")",
                    [n, a, c, d](const moment &m) { return (a * m.t + m.i * d + c) % n; }};
        }
        }
    }

    expression some_guard() {
        const unsigned threads = k_.threads;
        if (threads == 1 || random_.below(3) != 0)
            return {};
        switch (random_.below(4)) {
        case 0: {
            const unsigned c = random_.between(1, threads);
            return {"@ < " + u(c), [c](const moment &m) { return m.t < c ? 1u : 0u; }};
        }
        case 1:
            return only(random_.below(threads));
        case 2: {
            const unsigned d = random_.between(2, 5), c = random_.below(d);
            return {"@ % " + u(d) + " == " + u(c),
                    [c, d](const moment &m) { return m.t % d == c ? 1u : 0u; }};
        }
        default: {
            const unsigned c = random_.below((threads + WARP - 1) / WARP);
            return {"@ / 32u == " + u(c), [c](const moment &m) { return m.t / 32 == c ? 1u : 0u; }};
        }
        }
    }
    static expression only(unsigned c) {
        return {"@ == " + u(c), [c](const moment &m) { return m.t == c ? 1u : 0u; }};
    }

    int some_part(const type_info &type) {
        if (type.fields.size() == 1 || random_.one_in(2))
            return WHOLE;
        return static_cast<int>(random_.below(unsigned(type.fields.size())));
    }

    access some_access(array &a) { return {&a, some_part(*a.type), map(a.count)}; }

    unsigned some_style(const array &a) {
        const unsigned style = random_.below(6);
        return style == 1 || (style == 2 && a.row == 0) ? style : 0;
    }

    step &add_access(steps &list, array &a) {
        static const step_kind kinds[] = {step_kind::read,   step_kind::read,  step_kind::write,
                                          step_kind::write,  step_kind::copy,  step_kind::add,
                                          step_kind::update, step_kind::atomic};
        step_kind kind = kinds[random_.below(8)];
        access one = some_access(a);
        if (kind == step_kind::atomic && !make_atomic(one))
            kind = step_kind::write;
        step &s = add(list, kind);
        s.one = one;
        choose_scope(s);
        if (kind == step_kind::copy || kind == step_kind::add)
            s.two = some_access(pick());
        s.guard = some_guard();
        s.style = kind == step_kind::read || kind == step_kind::write ? some_style(a) : 0;
        return s;
    }

    // Where each block has elements of its own, its scope is wide enough.
    void choose_scope(step &s) {
        const array &a = *s.one.where;
        if (s.kind == step_kind::atomic && (a.is_shared() || a.layout != 2) && random_.one_in(2))
            s.variant = 1;
    }

    // Chooses a part that takes atomics.
    bool make_atomic(access &a) {
        const auto &fields = a.where->type->fields;
        if (!fields[0].takes_atomics)
            return false;
        a.part = fields.size() == 1 ? WHOLE : 0;
        return true;
    }

    step &plain(steps &list, step_kind kind, array &a, int part, expression index,
                expression guard = {}) {
        step &s = add(list, kind);
        s.one = {&a, part, std::move(index)};
        s.guard = std::move(guard);
        s.style = kind == step_kind::read || kind == step_kind::write ? some_style(a) : 0;
        return s;
    }

    void add_piece(steps &list) {
        const unsigned threads = k_.threads;
        array &a = pick();
        switch (random_.below(24)) {
        case 0: // everybody writes, everybody reads another one's
        case 1:
        case 2: {
            array *big = pick_of([&](const array &x) { return x.count >= threads; });
            if (big == nullptr)
                break;
            const int part = some_part(*big->type);
            plain(list, step_kind::write, *big, part, random_.one_in(2) ? own() : map(big->count));
            plain(list, step_kind::read, *big, part, map(big->count));
            return;
        }
        case 3: { // a tree
            array *big = pick_of([&](const array &x) { return x.count >= threads; });
            if (big == nullptr || threads < 2)
                break;
            unsigned half = 1, rounds = 1;
            while (half * 4 <= threads)
                half *= 2, ++rounds;
            const int part = some_part(*big->type);
            plain(list, step_kind::write, *big, part, own());
            step &loop = add(list, step_kind::loop);
            loop.constant = rounds;
            const std::string offset = "(" + u(half) + " >> i)";
            step &s = plain(
                loop.inside, step_kind::add, *big, part, own(),
                {"@ < " + offset, [half](const moment &m) { return m.t < half >> m.i ? 1u : 0u; }});
            s.two = {big, part, {"@ + " + offset, [half](const moment &m) {
                                     return m.t + (half >> m.i);
                                 }}};
            plain(list, step_kind::read, *big, part, fixed(0));
            return;
        }
        case 4: { // a scan with two buffers
            array *big = pick_of([&](const array &x) { return x.count >= 2 * threads; });
            if (big == nullptr)
                break;
            unsigned rounds = 1;
            while (1u << rounds < threads)
                ++rounds;
            const int part = some_part(*big->type);
            const std::string n = u(threads);
            const expression from = {"i % 2u * " + n + " + @", [threads](const moment &m) {
                                         return m.i % 2 * threads + m.t;
                                     }};
            const expression earlier = {
                "i % 2u * " + n + " + @ - (1u << i)",
                [threads](const moment &m) { return m.i % 2 * threads + m.t - (1u << m.i); }};
            const expression to = {"(i + 1u) % 2u * " + n + " + @", [threads](const moment &m) {
                                       return (m.i + 1) % 2 * threads + m.t;
                                   }};
            plain(list, step_kind::write, *big, part, own());
            step &loop = add(list, step_kind::loop);
            loop.constant = rounds;
            plain(loop.inside, step_kind::copy, *big, part, to).two = {big, part, from};
            plain(loop.inside, step_kind::add, *big, part, to,
                  {"@ >= (1u << i)", [](const moment &m) { return m.t >= 1u << m.i ? 1u : 0u; }})
                .two = {big, part, earlier};
            plain(list, step_kind::read, *big, part, own(rounds % 2 * threads));
            return;
        }
        case 5: { // neighbours, with a halo
            array *big = pick_of([&](const array &x) { return x.count >= threads + 2; });
            if (big == nullptr)
                break;
            const int part = some_part(*big->type);
            plain(list, step_kind::write, *big, part, own(1));
            plain(list, step_kind::write, *big, part, fixed(0), only(0));
            plain(list, step_kind::write, *big, part, fixed(threads + 1), only(threads - 1));
            for (unsigned d = 0; d < 3; ++d)
                plain(list, step_kind::read, *big, part, own(d));
            return;
        }
        case 6:
        case 7: { // counting
            array *counts = pick_of([](const array &x) { return x.type->fields[0].takes_atomics; });
            if (counts == nullptr)
                break;
            access one = some_access(*counts);
            make_atomic(one);
            step &s = add(list, step_kind::atomic);
            s.one = one;
            choose_scope(s);
            s.guard = some_guard();
            if (random_.one_in(2))
                plain(list, step_kind::read, *counts, one.part, map(counts->count));
            return;
        }
        case 8: { // a loop over the grid
            array *to = pick_of([](const array &x) { return !x.is_shared() && x.layout == 2; });
            array *from = pick_of([&](const array &x) {
                return !x.is_shared() && to != nullptr && x.total >= to->total && &x != to;
            });
            if (from == nullptr)
                break;
            step &s = add(list, step_kind::stride);
            s.one = {to, WHOLE, {}};
            s.two = {from, WHOLE, {}};
            return;
        }
        case 9:
        case 10: { // a loop
            step &loop = add(list, step_kind::loop);
            loop.constant = random_.between(2, 4);
            const bool saved = in_loop_;
            in_loop_ = true;
            for (unsigned i = random_.between(1, 4); i != 0; --i)
                add_access(loop.inside, pick());
            in_loop_ = saved;
            return;
        }
        case 11: { // some blocks only
            step &branch = add(list, step_kind::branch);
            branch.constant = random_.between(1, 3);
            branch.variant = random_.below(branch.constant);
            for (unsigned i = random_.between(1, 4); i != 0; --i)
                add_access(branch.inside, pick());
            return;
        }
        case 12: // inside of warps
            if (threads % WARP != 0)
                break;
            if (random_.one_in(3)) {
                add(list, step_kind::half_shuffle);
            } else if (random_.one_in(3)) {
                add(list, step_kind::ballot);
            } else {
                step &s = add(list, step_kind::shuffle);
                s.variant = random_.below(4);
                s.constant = random_.below(WARP);
            }
            return;
        case 13:
            if (random_.one_in(2)) {
                add(list, step_kind::count);
                return;
            }
            add(list, random_.one_in(2) ? step_kind::local : step_kind::constant).constant =
                random_.between(2, 16);
            return;
        case 14: {
            step &s = add(list, step_kind::lock);
            // Who takes it: thread 0 of each block, one of each warp, all; and a lock of the block.
            s.variant = random_.below(threads <= 96 ? 4 : 2);
            s.style = random_.below(2); // a lock of the block: by operations of its scope
            // One of them in particular: the first, the last, or any.
            const unsigned blocks = k_.blocks;
            s.who_block = any_of(blocks);
            s.who_thread = s.variant == 0   ? 0
                           : s.variant == 1 ? any_of((threads + WARP - 1) / WARP) * WARP
                                            : any_of(threads);
            return;
        }
        case 15:
            if (k_.blocks < 2 || has(k_.body, step_kind::last_block))
                break;
            {
                step &s = add(list, step_kind::last_block);
                s.variant = random_.below(2);
                s.who_block = random_.one_in(2) ? 0 : k_.blocks - 1;
            }
            return;
        case 16:
            add(list, step_kind::ticket).variant = random_.below(2);
            return;
        case 17: { // what a warp does by itself: in its own part of an array
            array *big = pick_of([&](const array &x) { return x.count >= threads; });
            if (big == nullptr)
                break;
            const int part = some_part(*big->type);
            const unsigned d = random_.between(1, 31), n = threads;
            plain(list, step_kind::write, *big, part, own());
            plain(list, step_kind::read, *big, part,
                  {"((@ / 32u * 32u + (@ + " + u(d) + ") % 32u) % " + u(n) + ")",
                   [d, n](const moment &m) { return (m.t / 32 * 32 + (m.t + d) % 32) % n; }});
            if (random_.one_in(2))
                plain(list, step_kind::update, *big, part, own());
            return;
        }
        case 18: { // bytes of words
            step &s = add(list, step_kind::bytes);
            s.variant = threads % 4 == 0 ? random_.below(2) : 0;
            return;
        }
        case 19: // the first half of it: where each thread is one of a whole tile
            if (threads % WARP != 0)
                break;
            {
                step &s = add(list, step_kind::tile);
                s.variant = 1u << random_.between(2, 5);
                s.constant = random_.between(1, s.variant - 1);
            }
            return;
        case 20: // few enough blocks to be resident together
            if (k_.blocks < 2 || threads > 128 || has(k_.body, step_kind::grid))
                break;
            add(list, step_kind::grid);
            return;
        default:
            break;
        }
        add_access(list, a);
    }

    unsigned any_of(unsigned n) {
        const unsigned which = random_.below(3);
        return which == 0 ? 0 : which == 1 ? n - 1 : random_.below(n);
    }

    static bool has(const steps &list, step_kind kind) {
        return std::any_of(list.begin(), list.end(),
                           [&](const auto &s) { return s->kind == kind; });
    }

    static bool find(steps &list, unsigned id, steps **where, size_t *at) {
        for (size_t i = 0; i < list.size(); ++i) {
            if (list[i]->id == id) {
                *where = &list;
                *at = i;
                return true;
            }
            if (find(list[i]->inside, id, where, at))
                return true;
        }
        return false;
    }

    // Puts in barriers, and takes out what they cannot mend, until the model finds nothing.
    void correct() {
        for (;;) {
            const findings f = model(k_, {}, true).run();
            if (!f.outside.empty()) {
                std::fprintf(stderr, "generate: kernel %u leaves an array\n", k_.id);
                std::exit(1);
            }
            if (f.first == findings::nothing)
                break;
            steps *list = nullptr;
            size_t at = 0;
            if (!find(k_.body, f.first_id, &list, &at))
                std::exit(1);
            step &s = *(*list)[at];
            if (f.first == findings::read) {
                array &a = const_cast<array &>(*f.first_array);
                if (!a.is_shared()) {
                    a.set_by_host = true;
                } else if (s.kind != step_kind::init && !has_init(a)) {
                    step &init = add(k_.body, step_kind::init, 0);
                    init.one = {&a, WHOLE, {}};
                } else {
                    list->erase(list->begin() + static_cast<long>(at));
                }
                continue;
            }
            const bool after_leaving =
                list == &k_.body &&
                std::any_of(list->begin(), list->begin() + static_cast<long>(at),
                            [](const auto &x) { return x->kind == step_kind::leave; });
            if (f.same_step && f.same_block && s.guard.text.empty() && random_.one_in(2) &&
                (s.kind == step_kind::write || s.kind == step_kind::copy)) {
                s.guard = only(random_.below(k_.threads));
            } else if (f.same_step && s.kind == step_kind::update && make_atomic(s.one)) {
                s.kind = step_kind::atomic;
            } else if (!f.same_block || f.same_step || after_leaving) {
                list->erase(list->begin() + static_cast<long>(at));
            } else if (at > 0 && (*list)[at - 1]->kind == step_kind::syncwarp) {
                (*list)[at - 1]->kind = step_kind::barrier;
            } else {
                add(*list,
                    f.one_warp && random_.below(4) != 0 ? step_kind::syncwarp : step_kind::barrier,
                    at);
            }
        }
    }

    bool has_init(const array &a) const {
        return std::any_of(k_.body.begin(), k_.body.end(), [&](const auto &s) {
            return s->kind == step_kind::init && s->one.where == &a;
        });
    }

    dice &random_;
    const unsigned most_threads_;
    kernel k_;
    unsigned next_id_ = 0;
    bool in_loop_ = false;
    std::shared_ptr<std::vector<unsigned>> order_;

public:
    const std::shared_ptr<std::vector<unsigned>> &order() const { return order_; }
};

// ------------------------------------------------------------------ what a mistake does

// "KIND:LINE" or "KIND:LINE:LINE", once as numbers of steps or lines and their kind.
struct expectation {
    mistake what;
    findings found;                     // by the model
    std::set<std::string> needed, also; // one of the first has to be found, the others may
};

// The kernel's text, the calls that launch it, and what has to be found.
class emitter {
public:
    emitter(dice &random, kernel &k, std::shared_ptr<std::vector<unsigned>> order, unsigned line)
        : random_(random), k_(k), order_(std::move(order)), line_(line), name_(number(k.id)) {}

    void emit(unsigned most_mistakes) {
        choose_mistakes(most_mistakes);
        emit_kernel();
        emit_host();
        for (expectation &e : chosen_)
            expect(e);
    }
    std::string text() const { return text_.str(); }
    unsigned next_line() const { return line_; }
    const std::vector<expectation> &expectations() const { return chosen_; }

private:
    // ---- mistakes

    void gather(const steps &list, std::vector<mistake> &all) const {
        for (const auto &p : list) {
            const step &s = *p;
            const auto may = [&](mistake_kind kind) { all.push_back({kind, &s, nullptr}); };
            const unsigned blocks = blocks_that_stay(), everyone = k_.threads * blocks;
            switch (s.kind) {
            case step_kind::barrier:
                may(mistake_kind::barrier);
                if (k_.threads > 1)
                    may(mistake_kind::divergent);
                break;
            case step_kind::syncwarp:
                may(mistake_kind::syncwarp);
                break;
            case step_kind::atomic:
                may(mistake_kind::plain);
                if (s.variant == 0)
                    may(mistake_kind::scope);
                may_leave(s, all);
                break;
            case step_kind::read:
            case step_kind::write:
            case step_kind::update:
            case step_kind::add:
            case step_kind::copy:
                if (s.kind != step_kind::read) {
                    may(s.guard.text.empty() ? mistake_kind::collide : mistake_kind::guard);
                }
                may_leave(s, all);
                break;
            case step_kind::init:
                may(mistake_kind::dropped);
                break;
            case step_kind::shuffle:
                may(mistake_kind::mask);
                break;
            case step_kind::half_shuffle:
                may(mistake_kind::inactive);
                break;
            case step_kind::local:
                if (k_.threads >= s.constant)
                    may(mistake_kind::local);
                break;
            case step_kind::constant:
                if (k_.threads >= s.constant)
                    may(mistake_kind::constant);
                break;
            case step_kind::lock:
                if ((s.variant == 0   ? blocks
                     : s.variant == 1 ? (k_.threads + WARP - 1) / WARP * blocks
                     : s.variant == 2 ? everyone
                                      : k_.threads) > 1) {
                    may(mistake_kind::fence);
                    may(mistake_kind::acquire);
                    may(mistake_kind::store);
                    may(mistake_kind::unlocked);
                    may(mistake_kind::one_fence);
                    may(mistake_kind::one_acquire);
                }
                if (s.variant != 3 && blocks > 1) {
                    may(mistake_kind::lock_scope);
                    may(mistake_kind::fence_scope);
                }
                break;
            case step_kind::last_block:
                may(mistake_kind::fence);
                may(mistake_kind::fence_scope);
                may(mistake_kind::one_fence);
                may(mistake_kind::plain);
                if (s.variant == 0) {
                    may(mistake_kind::acquire);
                    may(mistake_kind::one_acquire);
                }
                if (s.variant == 1 && k_.threads > 1) {
                    may(mistake_kind::last_barrier);
                    may(mistake_kind::barrier);
                }
                break;
            case step_kind::ticket:
                if ((s.variant == 0 ? k_.threads : everyone) > 1)
                    may(mistake_kind::plain);
                break;
            case step_kind::bytes:
                may(mistake_kind::part_of_word);
                if (s.variant == 1)
                    may(mistake_kind::barrier);
                break;
            case step_kind::tile:
                may(mistake_kind::tile);
                break;
            case step_kind::grid:
                may(mistake_kind::grid);
                break;
            default:
                break;
            }
            gather(s.inside, all);
        }
    }

    unsigned blocks_that_stay() const {
        unsigned blocks = k_.blocks;
        for (const auto &s : k_.body)
            if (s->kind == step_kind::leave_block)
                blocks = std::min(blocks, s->constant);
        return blocks;
    }

    void may_leave(const step &s, std::vector<mistake> &all) const {
        const array &a = *s.one.where;
        const array *first = nullptr, *last = nullptr;
        for (const auto &x : k_.arrays)
            if (x->where == home::dynamic) {
                first = first == nullptr ? x.get() : first;
                last = x.get();
            }
        // Managed variables have no gaps beside them, and the compilers' test sees an index only if
        // it is one, not a pointer or the address of an element, which assignments to structs and
        // atomic operations take.
        const bool is_variable = a.where == home::managed_variable;
        const bool plain_index = s.style == 0 && s.kind != step_kind::atomic &&
                                 (s.one.part != WHOLE || a.type->fields.size() == 1);
        if (is_variable && !plain_index)
            return;
        // Beyond a part of the dynamic shared memory lies another one.
        if (a.where != home::dynamic || &a == last)
            all.push_back({mistake_kind::after, &s, nullptr});
        if (a.where != home::dynamic || &a == first)
            all.push_back({mistake_kind::before, &s, nullptr});
    }

    void choose_mistakes(unsigned most) {
        std::vector<mistake> all;
        gather(k_.body, all);
        const array *last = nullptr;
        for (const auto &a : k_.arrays) {
            const auto may = [&](mistake_kind kind) { all.push_back({kind, nullptr, a.get()}); };
            if (a->is_allocated()) {
                may(mistake_kind::host_unset);
                may(mistake_kind::freed);
                may(mistake_kind::leak);
                may(mistake_kind::host_pointer);
                if (a->type->fields.size() == 1 ? a->type->bytes > 1 : a->type->bytes >= 8)
                    may(mistake_kind::misaligned);
                may(mistake_kind::double_free);
                may(mistake_kind::copy_size);
                if (a->where == home::global)
                    may(mistake_kind::host_touch);
                if (a->total > 1)
                    may(mistake_kind::short_memory);
            }
            if (a->where == home::dynamic)
                last = a.get();
        }
        if (last != nullptr)
            all.push_back({mistake_kind::short_dynamic, nullptr, last});
        all.push_back({mistake_kind::threads, nullptr, nullptr});
        for (size_t i = all.size() - 1; i > 0; --i)
            std::swap(all[i], all[random_.below(unsigned(i + 1))]);
        std::map<mistake_kind, unsigned> of_kind;
        for (const mistake &f : all) {
            if (chosen_.size() >= most)
                break;
            if (of_kind[f.kind] >= 2)
                continue;
            expectation e = {f, model(k_, f, false).run(), {}, {}};
            if (!has_effect(e))
                continue;
            ++of_kind[f.kind];
            chosen_.push_back(std::move(e));
        }
    }

    static bool has_effect(const expectation &e) {
        const findings &f = e.found;
        if (f.wild)
            return false;
        const bool piece =
            e.what.at != nullptr &&
            (e.what.at->kind == step_kind::lock || e.what.at->kind == step_kind::last_block ||
             e.what.at->kind == step_kind::bytes || e.what.at->kind == step_kind::ticket);
        switch (e.what.kind) {
        case mistake_kind::divergent:
            return f.waits != std::map<bool, std::vector<unsigned>>() &&
                   f.waits.at(false) !=
                       (f.waits.count(true) ? f.waits.at(true) : std::vector<unsigned>());
        case mistake_kind::barrier:
        case mistake_kind::syncwarp:
        case mistake_kind::collide:
        case mistake_kind::guard:
        case mistake_kind::plain:
        case mistake_kind::scope:
            return piece || !f.races.empty() || !f.unwritten.empty() || !f.outside.empty();
        case mistake_kind::dropped:
        case mistake_kind::host_unset:
            return !f.unwritten.empty();
        case mistake_kind::after:
        case mistake_kind::before:
        case mistake_kind::short_memory:
        case mistake_kind::short_dynamic:
            return !f.outside.empty();
        case mistake_kind::freed:
        case mistake_kind::host_pointer:
        case mistake_kind::misaligned:
            return !f.touched.empty();
        default:
            return true;
        }
    }

    // The number of a mistake, 0 if it was not chosen.
    unsigned mistake_of(mistake_kind kind, const step *at, const array *of = nullptr) const {
        for (size_t i = 0; i < chosen_.size(); ++i)
            if (chosen_[i].what.kind == kind && chosen_[i].what.at == at &&
                chosen_[i].what.of == of)
                return static_cast<unsigned>(i + 1);
        return 0;
    }
    // "if (mistake != 3u) ", or nothing.
    std::string unless(mistake_kind kind, const step *at, const array *of = nullptr) const {
        const unsigned f = mistake_of(kind, at, of);
        return f == 0 ? "" : "if (mistake != " + u(f) + ") ";
    }
    std::string choice(mistake_kind kind, const step *at, const std::string &wrong,
                       const std::string &right, const array *of = nullptr) const {
        const unsigned f = mistake_of(kind, at, of);
        return f == 0 ? right : "(mistake == " + u(f) + " ? " + wrong + " : " + right + ")";
    }

    // ---- text

    unsigned put(const std::string &text) {
        text_ << indent_ << text << "\n";
        return line_++;
    }

    static std::string plain_type(const array &a) { return a.type->name; }

    std::string flat(const array &a, const std::string &index) const {
        switch (a.is_shared() ? 2 : a.layout) {
        case 0:
            return "b * " + u(a.count) + " + (" + index + ")";
        case 1:
            return "(" + index + ") * " + u(k_.blocks) + " + b";
        case 3:
            return "(b + round) % " + u(k_.blocks) + " * " + u(a.count) + " + (" + index + ")";
        default:
            return index;
        }
    }

    std::string element(const step &s, const access &a, const std::string &base) const {
        std::string at = a.index.text;
        if (&a == &s.one) {
            at = replaced(at, "@", choice(mistake_kind::collide, &s, "(t & ~1u)", "t"));
            at = flat(*a.where, at);
            const unsigned after = mistake_of(mistake_kind::after, &s),
                           before = mistake_of(mistake_kind::before, &s);
            if (after != 0 || before != 0)
                at = "int(" + at + ")";
            if (after != 0)
                at += " + int(mistake == " + u(after) + ")";
            if (before != 0)
                at += " - int(mistake == " + u(before) + ")";
        } else {
            at = flat(*a.where, replaced(at, "@", "t"));
        }
        return subscript(*a.where, at, base) + part(a);
    }

    static std::string subscript(const array &a, const std::string &at, const std::string &base) {
        if (a.row == 0 || base != a.name)
            return base + "[" + at + "]";
        const std::string row = number(a.row) + (at.compare(0, 4, "int(") == 0 ? "" : "u");
        return base + "[(" + at + ") / " + row + "][(" + at + ") % " + row + "]";
    }
    static std::string part(const access &a) {
        return a.part == WHOLE ? "" : a.where->type->fields[static_cast<size_t>(a.part)].suffix;
    }

    // The number that is read. What has several members becomes a variable first, whose declaration
    // is added to the others: as a parameter it would be read in the line of an inlined function.
    static std::string taken(const access &a, const std::string &element, std::string &before) {
        static const char *const factors[] = {"", "3u * ", "5u * ", "7u * "};
        const std::string type = part_type(a);
        if (a.part != WHOLE || a.where->type->fields.size() == 1)
            return "taken(" + element + ")";
        const std::string name = before.empty() ? "v" : "w";
        before += "const " + type + " " + name + " = " + element + "; ";
        std::string sum;
        for (size_t f = 0; f < a.where->type->fields.size(); ++f)
            sum += (f == 0 ? "" : " + ") + (factors[f] + ("unsigned(" + name)) +
                   a.where->type->fields[f].suffix + ")";
        return "(" + sum + ")";
    }
    static std::string braced(const std::string &before, const std::string &statement) {
        return before.empty() ? statement : "{ " + before + statement + " }";
    }

    // The type of what an access reads or writes.
    static std::string part_type(const access &a) {
        if (a.part == WHOLE)
            return a.where->type->name;
        const std::string type = a.where->type->name,
                          suffix = a.where->type->fields[static_cast<size_t>(a.part)].suffix;
        if (type == "record")
            return suffix == ".a"   ? "unsigned"
                   : suffix == ".d" ? "unsigned short"
                                    : "unsigned char";
        return type == "uint2" ? "unsigned" : type == "float4" ? "float" : "unsigned char";
    }

    void emit_helpers(steps &list) {
        for (auto &p : list) {
            step &s = *p;
            const std::string id = name_ + "_" + number(s.id);
            if (s.style == 1 && s.kind == step_kind::read) {
                std::string before;
                const std::string value = taken(s.one, "*p", before);
                s.line = put("__device__ unsigned look_" + id + "(const " + part_type(s.one) +
                             " *p) { " + before + "return " + value + "; }");
            }
            if (s.style == 1 && s.kind == step_kind::write)
                s.line = put("__device__ void put_" + id + "(" + part_type(s.one) +
                             " *p, unsigned v) { *p = made<" + part_type(s.one) + ">(v); }");
            if (s.kind == step_kind::constant) {
                std::string values;
                for (unsigned i = 1; i <= s.constant; ++i)
                    values += (i == 1 ? "" : ", ") + number(i);
                put("__constant__ unsigned table_" + id + "[" + number(s.constant) + "] = {" +
                    values + "};");
            }
            if (s.kind == step_kind::lock && s.variant != 3)
                put("__device__ unsigned lock_" + id + ", total_" + id + "[2];");
            if (s.kind == step_kind::last_block) {
                const unsigned places = s.variant == 0 ? 1 : k_.threads;
                put("__device__ unsigned finished_" + id + ", partial_" + id + "[" +
                    number(k_.blocks * places) + "], result_" + id + "[" + number(places) + "];");
            }
            if (s.kind == step_kind::grid)
                put("__device__ unsigned grid_" + id + "[" + number(k_.threads * k_.blocks) + "];");
            if (s.kind == step_kind::ticket && s.variant == 1)
                put("__device__ unsigned count_" + id + ", list_" + id + "[" +
                    number(k_.threads * k_.blocks * k_.rounds) + "];");
            emit_helpers(s.inside);
        }
    }

    void emit_shared_of_pieces(const steps &list) {
        for (const auto &p : list) {
            const step &s = *p;
            const std::string id = name_ + "_" + number(s.id);
            if (s.kind == step_kind::ticket && s.variant == 0)
                put("__shared__ unsigned count_" + id + ", list_" + id + "[" + number(k_.threads) +
                    "];");
            if (s.kind == step_kind::lock && s.variant == 3)
                put("__shared__ unsigned lock_" + id + ", total_" + id + "[2];");
            if (s.kind == step_kind::last_block && s.variant == 1)
                put("__shared__ bool is_last_" + id + ";");
            if (s.kind == step_kind::bytes)
                put("__shared__ __align__(4) unsigned char bytes_" + id + "[" +
                    number(k_.threads * (s.variant == 0 ? 4 : 1)) + "];");
            if (s.kind == step_kind::tile)
                put("__shared__ unsigned tiles_" + id + "[" + number(k_.threads) + "];");
        }
    }

    void emit_steps(steps &list) {
        for (auto &s : list)
            emit_step(*s);
    }

    void emit_step(step &s) {
        const std::string id = name_ + "_" + number(s.id), c = u(s.constant);
        std::string guard;
        if (!s.guard.text.empty()) {
            const std::string test = replaced(s.guard.text, "@", "t");
            const unsigned f = mistake_of(mistake_kind::guard, &s);
            guard = f == 0 ? "if (" + test + ") " : "if (mistake == " + u(f) + " || " + test + ") ";
        }
        const std::string value = "r + " + c;
        unsigned line = 0;
        switch (s.kind) {
        case step_kind::read:
        case step_kind::write: {
            const bool read = s.kind == step_kind::read;
            const array &a = *s.one.where;
            std::string one = element(s, s.one, s.style == 2 ? "p" : a.name), before;
            if (s.style == 2)
                before = plain_type(a) + " *p = " + a.name + "; ";
            if (s.style == 1)
                one = read ? "r = r * 5u + look_" + id + "(&" + one + ");"
                           : "put_" + id + "(&" + one + ", " + value + ");";
            else if (read)
                one = "r = r * 5u + " + taken(s.one, one, before) + ";";
            else
                one += " = made<" + part_type(s.one) + ">(" + value + ");";
            line = put(guard + braced(before, one));
            break;
        }
        case step_kind::update: {
            const std::string one = element(s, s.one, s.one.where->name);
            std::string before;
            const std::string old = taken(s.one, one, before);
            line = put(guard + braced(before, one + " = made<" + part_type(s.one) + ">(" + old +
                                                  " + " + value + ");"));
            break;
        }
        case step_kind::add:
        case step_kind::copy: {
            const std::string one = element(s, s.one, s.one.where->name),
                              two = element(s, s.two, s.two.where->name);
            std::string before;
            const std::string other = taken(s.two, two, before);
            const std::string more = s.kind == step_kind::copy ? c : taken(s.one, one, before);
            line = put(guard + braced(before, one + " = made<" + part_type(s.one) + ">(" + other +
                                                  " + " + more + ");"));
            break;
        }
        case step_kind::atomic: {
            const std::string one = element(s, s.one, s.one.where->name);
            const unsigned f = mistake_of(mistake_kind::plain, &s),
                           scope = mistake_of(mistake_kind::scope, &s);
            const std::string operands = "(&" + one + ", " + value + "); ";
            std::string operation = "atomicAdd" + (s.variant == 1 ? "_block" + operands : operands);
            if (f != 0)
                operation =
                    "if (mistake == " + u(f) + ") " + one + " += " + value + "; else " + operation;
            if (scope != 0)
                operation = "if (mistake == " + u(scope) + ") atomicAdd_block" + operands +
                            "else " + operation;
            line = put(guard + "{ " + operation + "}");
            break;
        }
        case step_kind::init:
            line = put(unless(mistake_kind::dropped, &s) + "for (unsigned k = t; k < " +
                       u(s.one.where->count) + "; k += " + u(k_.threads) + ") " +
                       subscript(*s.one.where, flat(*s.one.where, "k"), s.one.where->name) +
                       " = made<" + plain_type(*s.one.where) + ">(k * 3u + " + c + ");");
            break;
        case step_kind::stride: {
            std::string before;
            const std::string other = taken(s.two, s.two.where->name + "[k]", before);
            line = put("for (unsigned k = b * " + u(k_.threads) + " + t; k < " +
                       u(s.one.where->total) + "; k += " + u(k_.threads * k_.blocks) + ") " +
                       braced(before, s.one.where->name + "[k] = made<" + plain_type(*s.one.where) +
                                          ">(" + other + " + k);"));
            break;
        }
        case step_kind::barrier: {
            const unsigned f = mistake_of(mistake_kind::divergent, &s);
            line = put(unless(mistake_kind::barrier, &s) +
                       (f == 0 ? "" : "if (mistake != " + u(f) + " || t % 2u == 0u) ") +
                       "__syncthreads();");
            break;
        }
        case step_kind::syncwarp:
            line = put(unless(mistake_kind::syncwarp, &s) + "__syncwarp();");
            break;
        case step_kind::count:
            line = put("r += unsigned(__syncthreads_count(r & 1u));");
            break;
        case step_kind::shuffle: {
            static const char *const kinds[] = {"", "_up", "_down", "_xor"};
            line = put(std::string("r += __shfl") + kinds[s.variant] + "_sync(" +
                       choice(mistake_kind::mask, &s, "0xfffffffeu", "0xffffffffu") + ", r, " + c +
                       ");");
            break;
        }
        case step_kind::ballot:
            line = put("r += __ballot_sync(0xffffffffu, r & 1u);");
            break;
        case step_kind::half_shuffle:
            line = put("if (t % 32u < 16u) r += __shfl_down_sync(0xffffu, r, 8, " +
                       choice(mistake_kind::inactive, &s, "32", "16") + ");");
            break;
        case step_kind::local:
            put("unsigned local_" + id + "[" + c + "];");
            put("for (unsigned k = 0; k < " + c + "; ++k) local_" + id + "[k] = k * 3u;");
            line = put("r += local_" + id + "[t % " + c + " + " +
                       choice(mistake_kind::local, &s, "1u", "0u") + "];");
            break;
        case step_kind::constant:
            line = put("r += table_" + id + "[t % " + c + " + " +
                       choice(mistake_kind::constant, &s, "1u", "0u") + "];");
            break;
        case step_kind::loop:
            line = put("for (unsigned i = 0; i < " + c + "; ++i) {");
            emit_inside(s);
            break;
        case step_kind::branch:
            line = put("if (b % " + c + " == " + u(s.variant) + ") {");
            emit_inside(s);
            break;
        case step_kind::leave:
            line = put("if (t >= " + c + ") " + leaving());
            break;
        case step_kind::leave_block:
            line = put("if (b >= " + c + ") " + leaving());
            break;
        case step_kind::lock:
            emit_lock(s, id);
            break;
        case step_kind::last_block:
            emit_last_block(s, id);
            break;
        case step_kind::ticket:
            emit_ticket(s, id);
            break;
        case step_kind::bytes:
            emit_bytes(s, id);
            break;
        case step_kind::tile: {
            const std::string n = u(s.variant);
            put("const auto tile_" + id + " = cooperative_groups::tiled_partition<" +
                number(s.variant) + ">(cooperative_groups::this_thread_block());");
            s.lines.push_back(put("tiles_" + id + "[t] = t * 3u;"));
            put(unless(mistake_kind::tile, &s) + "tile_" + id + ".sync();");
            s.lines.push_back(put("r += tiles_" + id + "[t / " + n + " * " + n + " + (t + " + c +
                                  ") % " + n + "];"));
            break;
        }
        case step_kind::grid:
            s.lines.push_back(put("grid_" + id + "[b * " + u(k_.threads) + " + t] = (b * " +
                                  u(k_.threads) + " + t) * 5u;"));
            line = put(unless(mistake_kind::grid, &s) + "cooperative_groups::this_grid().sync();" +
                       (mistake_of(mistake_kind::grid, &s) == 0 ? "" : " else __syncthreads();"));
            s.lines.push_back(put("r += grid_" + id + "[(b + 1u) % " + u(k_.blocks) + " * " +
                                  u(k_.threads) + " + " + u(k_.threads - 1) + " - t];"));
            break;
        }
        s.call_line = line;
        if (s.line == 0)
            s.line = line;
    }

    // With the result of its reads, or the compiler would leave them out for who does not stay.
    std::string leaving() const { return "{ out[b * " + u(k_.threads) + " + t] = r; return; }"; }

    void emit_inside(step &s) {
        indent_ += "    ";
        emit_steps(s.inside);
        indent_.resize(indent_.size() - 4);
        put("}");
    }

    // For one of several blocks, or of several threads.
    std::string unless_one(mistake_kind kind, const step &s, bool by_thread) const {
        const unsigned f = mistake_of(kind, &s);
        if (f == 0)
            return "";
        return "if (mistake != " + u(f) +
               " || b != " + u(std::min(s.who_block, blocks_that_stay() - 1)) +
               (by_thread ? " || t != " + u(s.who_thread) : "") + ") ";
    }

    // lines: the atomic operation that takes the lock, the total, the one that gives it back
    void emit_lock(step &s, const std::string &id) {
        const bool of_block = s.variant == 3;
        const std::string fence = of_block ? "__threadfence_block();" : "__threadfence();";
        const unsigned f = mistake_of(mistake_kind::unlocked, &s);
        const std::string scope = of_block && s.style != 0 ? "_block" : "";
        const std::string operands = "(&lock_" + id + ", 0u, 1u)";
        const std::string take = choice(mistake_kind::lock_scope, &s, "atomicCAS_block" + operands,
                                        "atomicCAS" + scope + operands);
        const auto fence_but_for = [&](mistake_kind all, mistake_kind one) {
            const unsigned narrow =
                all == mistake_kind::fence ? mistake_of(mistake_kind::fence_scope, &s) : 0;
            return "    " + unless(all, &s) + unless_one(one, s, true) +
                   (narrow == 0 ? fence
                                : "{ if (mistake == " + u(narrow) +
                                      ") __threadfence_block(); else " + fence + " }");
        };
        if (of_block) {
            put("if (t == 0u) lock_" + id + " = total_" + id + "[0] = total_" + id + "[1] = 0u;");
            put("__syncthreads();");
        }
        if (s.variant < 2) {
            put(s.variant == 0 ? "if (t == 0u) {" : "if (t % 32u == 0u) {");
            s.lines.push_back(
                put((f == 0 ? "    while (" : "    while (mistake != " + u(f) + " && ") + take +
                    " != 0u) {}"));
        } else {
            put("for (bool done = false; !done;) {");
            s.lines.push_back(put("    if (" + (f == 0 ? "" : "mistake != " + u(f) + " && ") +
                                  take + " != 0u) continue;"));
        }
        put(fence_but_for(mistake_kind::acquire, mistake_kind::one_acquire));
        s.lines.push_back(put("    total_" + id + "[0] += 1u;"));
        s.lines.push_back(put("    total_" + id + "[1] = total_" + id + "[0] + 5u;"));
        put(fence_but_for(mistake_kind::fence, mistake_kind::one_fence));
        const unsigned store = mistake_of(mistake_kind::store, &s);
        s.lines.push_back(
            put("    " +
                (store == 0 ? ""
                            : "if (mistake == " + u(store) + ") *(volatile unsigned *)&lock_" + id +
                                  " = 0u; else ") +
                "atomicExch" + scope + "(&lock_" + id + ", 0u);"));
        if (s.variant >= 2)
            put("    done = true;");
        put("}");
        if (of_block) {
            put("__syncthreads();");
            put("r += total_" + id + "[0];");
            put("__syncthreads();");
        }
    }

    // lines: the bytes written, the words read
    void emit_bytes(step &s, const std::string &id) {
        const unsigned f = mistake_of(mistake_kind::part_of_word, &s);
        const std::string c = u(s.constant);
        const auto but = [&](const std::string &condition) {
            return f == 0 ? "" : "if (mistake != " + u(f) + " || " + condition + ") ";
        };
        if (s.variant == 0) {
            // What is left may be a member and padding if the second or the last byte is missing.
            const bool second_half = s.constant % 2 == 0;
            put("for (unsigned k = 0; k < 4; ++k)");
            s.lines.push_back(put("    " + but(second_half ? "k < 2u" : "k != 2u") + "bytes_" + id +
                                  "[t * 4u + k] = (unsigned char)((r + " + c + ") >> 8u * k);"));
            s.lines.push_back(put("r += *(const unsigned *)&bytes_" + id + "[t * 4u];"));
            return;
        }
        s.lines.push_back(
            put(but("t % 4u != 0u") + "bytes_" + id + "[t] = (unsigned char)(t + " + c + ");"));
        put(unless(mistake_kind::barrier, &s) + "__syncthreads();");
        s.lines.push_back(put("r += *(const unsigned *)&bytes_" + id + "[(t / 4u + 1u) % " +
                              u(k_.threads / 4) + " * 4u];"));
        put("__syncthreads();");
    }

    // lines: what each block writes, the counter, the last block's reads, then what it writes
    void emit_last_block(step &s, const std::string &id) {
        const std::string blocks = u(k_.blocks), threads = u(k_.threads);
        const unsigned f = mistake_of(mistake_kind::plain, &s);
        const std::string counter =
            "const unsigned ticket = " +
            choice(mistake_kind::plain, &s, "finished_" + id,
                   "atomicInc(&finished_" + id + ", " + u(k_.blocks - 1) + ")") +
            ";" +
            (f == 0 ? ""
                    : " if (mistake == " + u(f) + ") finished_" + id + " = (ticket + 1u) % " +
                          blocks + ";");
        const unsigned narrow = mistake_of(mistake_kind::fence_scope, &s);
        const std::string fence =
            unless(mistake_kind::fence, &s) + unless_one(mistake_kind::one_fence, s, false) +
            (narrow == 0 ? "__threadfence();"
                         : "{ if (mistake == " + u(narrow) +
                               ") __threadfence_block(); else __threadfence(); }");
        if (s.variant == 0) {
            put("if (t == 0u) {");
            s.lines.push_back(put("    partial_" + id + "[b] = r;"));
            put("    " + fence);
            s.lines.push_back(put("    " + counter));
            put("    if (ticket == " + u(k_.blocks - 1) + ") {");
            put("        " + unless(mistake_kind::acquire, &s) +
                unless_one(mistake_kind::one_acquire, s, false) + "__threadfence();");
            put("        unsigned sum = 0;");
            s.lines.push_back(put("        for (unsigned k = 0; k < " + blocks +
                                  "; ++k) sum += partial_" + id + "[k];"));
            s.lines.push_back(put("        result_" + id + "[0] = sum;"));
            put("    }");
            put("}");
            return;
        }
        s.lines.push_back(put("partial_" + id + "[b * " + threads + " + t] = r;"));
        put(fence);
        put(unless(mistake_kind::last_barrier, &s) + "__syncthreads();");
        s.lines.push_back(put("if (t == 0u) { " + counter + " is_last_" + id +
                              " = ticket == " + u(k_.blocks - 1) + "; }"));
        put(unless(mistake_kind::barrier, &s) + "__syncthreads();");
        const unsigned flag = put("if (is_last_" + id + ") {");
        put("    unsigned sum = 0;");
        s.lines.push_back(put("    for (unsigned k = 0; k < " + blocks + "; ++k) sum += partial_" +
                              id + "[k * " + threads + " + " + u(k_.threads - 1) + " - t];"));
        s.lines.push_back(put("    result_" + id + "[t] = sum;"));
        s.lines.push_back(flag);
        put("}");
        put("__syncthreads();");
    }

    // lines: the counter
    void emit_ticket(step &s, const std::string &id) {
        const std::string next = choice(mistake_kind::plain, &s, "count_" + id + "++",
                                        "atomicAdd(&count_" + id + ", 1u)");
        if (s.variant == 1) {
            s.lines.push_back(put("list_" + id + "[" + next + "] = t;"));
            return;
        }
        put("if (t == 0u) count_" + id + " = 0u;");
        put("__syncthreads();");
        s.lines.push_back(put("list_" + id + "[" + next + "] = t;"));
        put("__syncthreads();");
        put("r += count_" + id + ";");
        put("if (list_" + id + "[" + u(k_.threads - 1) + " - t] >= " + u(k_.threads) + ") r = 0u;");
        put("__syncthreads();");
    }

    void put_shared(const array &a) {
        put("__shared__ " + plain_type(a) + " " + a.name +
            (a.row == 0 ? "[" + number(a.count) + "];"
                        : "[" + number(a.count / a.row) + "][" + number(a.row) + "];"));
    }

    void emit_kernel() {
        put("// ---- kernel " + name_ + ": " + number(k_.blocks) + " blocks of " +
            number(k_.threads) + " threads, " + number(k_.rounds) + " launches");
        put("");
        if (order_) {
            std::string values;
            for (const unsigned v : *order_)
                values += (values.empty() ? "" : ", ") + number(v);
            put("__constant__ unsigned order_" + name_ + "[" + number(k_.threads) + "] = {" +
                values + "};");
        }
        std::string parameters;
        for (const auto &a : k_.arrays) {
            if (a->where == home::device_variable)
                put("__device__ " + plain_type(*a) + " " + a->name + "[" + number(a->total) + "];");
            if (a->where == home::managed_variable)
                put("__managed__ " + plain_type(*a) + " " + a->name + "[" + number(a->total) +
                    "];");
            if (a->of_file)
                put_shared(*a);
            if (a->is_allocated())
                parameters += plain_type(*a) + " *" + a->name + ", ";
        }
        emit_helpers(k_.body);
        put("__global__ void kernel_" + name_ + "(" + parameters +
            "unsigned *out, unsigned round, unsigned mistake) {");
        indent_ = "    ";
        put("const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * "
            "threadIdx.z);");
        put("const unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);");
        put("(void)round, (void)mistake;");
        unsigned dynamic = 0;
        for (const auto &a : k_.arrays) {
            if (a->where == home::shared && !a->of_file)
                put_shared(*a);
            else if (a->where == home::dynamic) {
                if (dynamic == 0)
                    put("extern __shared__ float4 dynamic_" + name_ + "[];");
                dynamic = (dynamic + 15) / 16 * 16;
                put(plain_type(*a) + " *" + a->name + " = (" + plain_type(*a) +
                    " *)((char *)dynamic_" + name_ + " + " + number(dynamic) + ");");
                dynamic += a->count * a->type->bytes;
                last_dynamic_ = a.get();
            }
        }
        dynamic_bytes_ = dynamic;
        emit_shared_of_pieces(k_.body);
        put("unsigned r = t * 7u + b * 11u + round;");
        emit_steps(k_.body);
        put("out[b * " + u(k_.threads) + " + t] = r;");
        indent_.clear();
        put("}");
        put("");
    }

    static std::string extent(const unsigned *e) {
        return "dim3(" + number(e[0]) + ", " + number(e[1]) + ", " + number(e[2]) + ")";
    }

    void emit_host() {
        const std::string all = u(k_.threads * k_.blocks);
        put("static void run_" + name_ + "(unsigned mistake) {");
        indent_ = "    ";
        put("unsigned *out;");
        put("ask(cudaMalloc(&out, " + all + " * sizeof(unsigned)));");
        put("ask(cudaMemset(out, 0, " + all + " * sizeof(unsigned)));");
        std::string arguments, addresses;
        const bool is_cooperative = std::any_of(k_.body.begin(), k_.body.end(), [](const auto &s) {
            return s->kind == step_kind::grid;
        });
        for (const auto &p : k_.arrays) {
            array &a = *p;
            if (!a.is_allocated())
                continue;
            const unsigned small = mistake_of(mistake_kind::short_memory, nullptr, &a);
            const unsigned shifted = mistake_of(mistake_kind::misaligned, nullptr, &a);
            const unsigned host = mistake_of(mistake_kind::host_pointer, nullptr, &a);
            const std::string type = plain_type(a);
            put(type + " *" + a.name + ";");
            put("const size_t size_" + a.name + " = (" + u(a.total) +
                (small == 0 ? "" : " - (mistake == " + u(small) + " ? 1u : 0u)") + ") * sizeof(" +
                type + ");");
            a.malloc_line = put(std::string("ask(") +
                                (a.where == home::managed ? "cudaMallocManaged" : "cudaMalloc") +
                                "(&" + a.name + ", size_" + a.name + "));");
            if (a.set_by_host)
                put(unless(mistake_kind::host_unset, nullptr, &a) + "ask(cudaMemset(" + a.name +
                    ", 0, size_" + a.name + "));");
            const unsigned larger = mistake_of(mistake_kind::copy_size, nullptr, &a);
            if (larger != 0)
                a.set_line = put("if (mistake == " + u(larger) + ") (void)cudaMemset(" + a.name +
                                 ", 0, size_" + a.name + " + 1);");
            const unsigned touch = mistake_of(mistake_kind::host_touch, nullptr, &a);
            if (touch != 0)
                a.touch_line = put("if (mistake == " + u(touch) + ") *(volatile unsigned char *)" +
                                   a.name + " = 1;");
            const unsigned freed = mistake_of(mistake_kind::freed, nullptr, &a);
            if (freed != 0)
                put("if (mistake == " + u(freed) + ") ask(cudaFree(" + a.name + "));");
            std::string given = a.name;
            if (host != 0) {
                put("void *host_" + a.name + " = std::calloc(" + u(a.total) + ", sizeof(" + type +
                    "));");
                given = "(mistake == " + u(host) + " ? (" + type + " *)host_" + a.name + " : " +
                        given + ")";
            }
            if (shifted != 0)
                given = "(" + type + " *)((char *)" + given + " + (mistake == " + u(shifted) +
                        " ? 1 : 0))";
            if (is_cooperative)
                put(type + " *given_" + a.name + " = " + given + ";");
            addresses += "&given_" + a.name + ", ";
            arguments += given + ", ";
        }
        std::string block = extent(k_.block);
        const unsigned too_many = mistake_of(mistake_kind::threads, nullptr);
        if (too_many != 0)
            block = "(mistake == " + u(too_many) + " ? dim3(1025) : " + block + ")";
        std::string dynamic = number(dynamic_bytes_);
        if (last_dynamic_ != nullptr) {
            const unsigned f = mistake_of(mistake_kind::short_dynamic, nullptr, last_dynamic_);
            if (f != 0)
                dynamic +=
                    " - (mistake == " + u(f) + " ? " + number(last_dynamic_->type->bytes) + " : 0)";
        }
        put("for (unsigned round = 0; round < " + u(k_.rounds) + "; ++round) {");
        for (const auto &a : k_.arrays)
            if (a->between_launches)
                put("    if (round != 0u" + freed_test(*a) + ") ask(cudaMemset(" + a->name +
                    ", 0, size_" + a->name + "));");
        if (is_cooperative) {
            put("    void *arguments[] = {" + addresses + "&out, &round, &mistake};");
            k_.launch_line =
                put("    (void)cudaLaunchCooperativeKernel((const void *)kernel_" + name_ + ", " +
                    extent(k_.grid) + ", " + block + ", arguments, " + dynamic + ", 0);");
        } else {
            k_.launch_line = put("    kernel_" + name_ + "<<<" + extent(k_.grid) + ", " + block +
                                 ", " + dynamic + ">>>(" + arguments + "out, round, mistake);");
        }
        put(too_many == 0 ? "    ask(cudaGetLastError());"
                          : "    if (mistake != " + u(too_many) + ") ask(cudaGetLastError());");
        put("}");
        put("check(" + name_ + ", out, " + all + ", " + u(model(k_, {}, false).run().hash) + ");");
        for (const auto &p : k_.arrays) {
            array &a = *p;
            if (!a.is_allocated())
                continue;
            const unsigned leak = mistake_of(mistake_kind::leak, nullptr, &a),
                           freed = mistake_of(mistake_kind::freed, nullptr, &a),
                           twice = mistake_of(mistake_kind::double_free, nullptr, &a);
            // A program looks at what its kernels write.
            // Within the device, where it does not matter whether a kernel has written the first.
            put("if (true" + freed_test(a) + ") ask(cudaMemcpy(out, " + a.name +
                ", 1, cudaMemcpyDefault));");
            std::string test;
            for (const unsigned f : {leak, freed})
                if (f != 0)
                    test += (test.empty() ? "if (" : " && ") + ("mistake != " + u(f));
            put((test.empty() ? "" : test + ") ") + "ask(cudaFree(" + a.name + "));");
            if (twice != 0)
                a.free_line =
                    put("if (mistake == " + u(twice) + ") (void)cudaFree(" + a.name + ");");
            if (mistake_of(mistake_kind::host_pointer, nullptr, &a) != 0)
                put("std::free(host_" + a.name + ");");
        }
        put("ask(cudaFree(out));");
        indent_.clear();
        put("}");
        put("");
    }

    std::string freed_test(const array &a) const {
        const unsigned f = mistake_of(mistake_kind::freed, nullptr, &a);
        return f == 0 ? "" : " && mistake != " + u(f);
    }

    // ---- what must be found

    static void lines_of(const steps &list, std::map<unsigned, unsigned> &lines,
                         std::map<unsigned, unsigned> &calls) {
        for (const auto &s : list) {
            lines[s->id] = s->line;
            calls[s->id] = s->call_line;
            lines_of(s->inside, lines, calls);
        }
    }

    void expect(expectation &e) const {
        std::map<unsigned, unsigned> lines, calls;
        lines_of(k_.body, lines, calls);
        const findings &f = e.found;
        const auto at = [](const char *kind, unsigned line) {
            return std::string(kind) + ":" + number(line);
        };
        const auto both = [](unsigned one, unsigned other) {
            return "race:" + number(one) + ":" + number(other);
        };
        std::set<std::string> races, unwritten, outside;
        for (const auto &r : f.races)
            races.insert(both(lines[r.first], lines[r.second]));
        for (const unsigned id : f.unwritten)
            unwritten.insert(at("unwritten", lines[id]));
        for (const unsigned id : f.outside)
            for (const char *kind : {"out-of-bounds", "index", "other"}) {
                outside.insert(at(kind, lines[id]));
                outside.insert(at(kind, calls[id]));
            }
        const auto need = [&](const std::set<std::string> &s) {
            e.needed.insert(s.begin(), s.end());
        };
        const auto allow = [&](const std::set<std::string> &s) {
            e.also.insert(s.begin(), s.end());
        };
        const step *s = e.what.at;
        const array *a = e.what.of;
        allow(races);
        allow(unwritten);
        allow(outside);
        // Who reads before the other writes may read what nothing has written.
        for (const auto &r : f.races)
            for (const unsigned id : {r.first, r.second})
                e.also.insert(at("unwritten", lines[id]));
        if (s != nullptr && s->kind == step_kind::lock) {
            const auto &l = s->lines;
            const bool plain_store = e.what.kind == mistake_kind::store;
            for (const unsigned one : l)
                for (const unsigned other : l) {
                    const bool total = one != l[0] && one != l[3] && other != l[0] && other != l[3];
                    const bool scope = e.what.kind == mistake_kind::lock_scope;
                    if (total || plain_store || scope)
                        e.needed.insert(both(one, other));
                }
            return;
        }
        if (s != nullptr && s->kind == step_kind::last_block) {
            const auto &l = s->lines;
            if (e.what.kind == mistake_kind::plain) {
                e.needed.insert(both(l[1], l[1]));
                e.also.insert(both(l[0], l[2]));
            } else if (e.what.kind == mistake_kind::barrier) {
                e.needed.insert(both(l[1], l[4]));
                e.also.insert(at("unwritten", l[4]));
                e.also.insert(both(l[0], l[2]));
            } else {
                e.needed.insert(both(l[0], l[2]));
            }
            return;
        }
        if (s != nullptr && (s->kind == step_kind::bytes || s->kind == step_kind::tile ||
                             s->kind == step_kind::grid)) {
            if (e.what.kind == mistake_kind::part_of_word)
                e.needed.insert(at("unwritten", s->lines[1]));
            else
                e.needed.insert(both(s->lines[0], s->lines[1]));
            e.also.insert(at("unwritten", s->lines[1]));
            return;
        }
        if (s != nullptr && s->kind == step_kind::ticket) {
            e.needed.insert(both(s->lines[0], s->lines[0]));
            return;
        }
        switch (e.what.kind) {
        case mistake_kind::divergent: {
            const auto &even = f.waits.at(false);
            const auto found = f.waits.find(true);
            const std::vector<unsigned> odd =
                found == f.waits.end() ? std::vector<unsigned>() : found->second;
            size_t i = 0;
            while (i < even.size() && i < odd.size() && even[i] == odd[i])
                ++i;
            if (i < even.size())
                need({at("other", line_of_barrier(k_.body, even[i])),
                      at("warning", line_of_barrier(k_.body, even[i]))});
            e.also.insert("*");
            break;
        }
        case mistake_kind::mask:
            need({at("other", s->line)});
            e.also.insert("leak"); // after such an error cudaFree fails too
            break;
        case mistake_kind::inactive:
            need({at("inactive-source", s->line)});
            break;
        case mistake_kind::local:
        case mistake_kind::constant:
            need({at("index", s->line), at("out-of-bounds", s->line)});
            e.also.insert(at("unwritten", s->line));
            break;
        case mistake_kind::freed:
            for (const unsigned id : f.touched)
                need({at("use-after-free", lines[id])});
            break;
        case mistake_kind::host_pointer:
            for (const unsigned id : f.touched)
                need({at("host-memory", lines[id])});
            break;
        case mistake_kind::misaligned:
            for (const unsigned id : f.touched) {
                need({at("misaligned", lines[id]), at("misaligned", calls[id])});
                e.also.insert(at("out-of-bounds", lines[id]));
                e.also.insert(at("unwritten", lines[id]));
                // Loads of 16 bytes mistake in the processor; then nothing is freed any more.
                e.also.insert({at("other", lines[id]), at("other", calls[id]), "leak"});
            }
            break;
        case mistake_kind::leak:
            need({at("leak", a->malloc_line)});
            break;
        case mistake_kind::threads:
            need({at("refused-launch", k_.launch_line), at("failed-call", k_.launch_line)});
            break;
        case mistake_kind::double_free:
            need({at("wrong-free", a->free_line)});
            break;
        case mistake_kind::copy_size:
            need({at("failed-call", a->set_line)});
            break;
        case mistake_kind::host_touch:
            need({at("device-memory", a->touch_line)});
            break;
        default:
            if (!outside.empty()) {
                need(outside);
                if (s != nullptr && s->one.where->where == home::managed_variable)
                    e.also.insert("race"); // on the variable that lies there
            } else if (e.what.kind == mistake_kind::dropped ||
                       e.what.kind == mistake_kind::host_unset)
                need(unwritten);
            else
                need(races.empty() ? unwritten : races);
        }
    }

    static unsigned line_of_barrier(const steps &list, unsigned id) {
        std::map<unsigned, unsigned> lines, calls;
        lines_of(list, lines, calls);
        return lines[id];
    }

    dice &random_;
    kernel &k_;
    std::shared_ptr<std::vector<unsigned>> order_;
    std::vector<expectation> chosen_;
    std::ostringstream text_;
    unsigned line_;
    std::string name_, indent_;
    unsigned dynamic_bytes_ = 0;
    const array *last_dynamic_ = nullptr;
};

const char *const head = R"(#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

struct record {
    unsigned a;
    unsigned char b, c;
    unsigned short d;
};

// Numbers into what is stored, and back.
template <class T> __device__ T made(unsigned v) { return T(v); }
template <> __device__ float made<float>(unsigned v) { return float(v & 0xffffu); }
template <> __device__ double made<double>(unsigned v) { return double(v & 0xffffu); }
template <> __device__ uint2 made<uint2>(unsigned v) { return make_uint2(v, v + 1u); }
template <> __device__ float4 made<float4>(unsigned v) {
    return make_float4(float(v & 0xffffu), float((v + 1u) & 0xffffu), float((v + 2u) & 0xffffu),
                       float((v + 3u) & 0xffffu));
}
template <> __device__ record made<record>(unsigned v) {
    record x;
    x.a = v, x.b = (unsigned char)(v + 1u), x.c = (unsigned char)(v + 2u);
    x.d = (unsigned short)(v + 3u);
    return x;
}
template <> __device__ uchar4 made<uchar4>(unsigned v) {
    return make_uchar4((unsigned char)v, (unsigned char)(v + 1u), (unsigned char)(v + 2u),
                       (unsigned char)(v + 3u));
}
template <class T> __device__ unsigned taken(T v) { return unsigned(v); }

static unsigned the_mistake;
static bool failed;

// Calls fail after a mistake; without one none may.
static void ask(cudaError_t error) {
    if (error == cudaSuccess || the_mistake != 0)
        return;
    std::printf("%s\n", cudaGetErrorName(error));
    std::exit(1);
}

// The model has computed what the kernel must.
static void check(unsigned id, const unsigned *out, size_t count, unsigned hash) {
    std::vector<unsigned> got(count);
    ask(cudaMemcpy(got.data(), out, count * sizeof(unsigned), cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    for (unsigned value : got)
        sum = sum * 31u + value;
    if (the_mistake == 0 && sum != hash) {
        std::printf("kernel %u: got %u, expected %u\n", id, sum, hash);
        failed = true;
    }
}

)";

bool parse(const char *text, unsigned long long most, unsigned long long *value) {
    char *end = nullptr;
    *value = std::strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *value <= most;
}

std::string joined(const std::set<std::string> &texts) {
    std::string all;
    for (const std::string &t : texts)
        all += " " + t;
    return all;
}

} // namespace

int main(int argc, char **argv) {
    unsigned long long seed = 0, count = 0, threads = 1024;
    if (argc < 3 || argc > 4 || !parse(argv[1], ~0ull, &seed) || !parse(argv[2], 1000, &count) ||
        (argc == 4 && !parse(argv[3], 1024, &threads)) || threads < 1) {
        std::fprintf(stderr, "usage: generate SEED COUNT [MOST_THREADS]\n"
                             "writes a .cu file with COUNT (up to 1000) random kernels\n");
        return 2;
    }
    dice random(seed);
    const std::string first = "// Written by generate " + number(seed) + " " + number(count) + " " +
                              number(threads) + ".\n" + head;
    std::cout << first;
    unsigned line = 1 + static_cast<unsigned>(std::count(first.begin(), first.end(), '\n'));
    std::ostringstream expected;
    for (unsigned id = 0; id < count; ++id) {
        inventor i(random, id, static_cast<unsigned>(threads));
        kernel k = i.invent();
        emitter e(random, k, i.order(), line);
        e.emit(10);
        std::cout << e.text();
        line = e.next_line();
        for (size_t f = 0; f < e.expectations().size(); ++f) {
            const expectation &x = e.expectations()[f];
            expected << "//! " << id << " " << f + 1 << " | "
                     << MISTAKE_NAMES[static_cast<size_t>(x.what.kind)] << " |" << joined(x.needed)
                     << " |" << joined(x.also) << "\n";
        }
    }
    std::cout << "int main(int argc, char **argv) {\n"
                 "    static void (*const kernels[])(unsigned) = {";
    for (unsigned id = 0; id < count; ++id)
        std::cout << (id == 0 ? "" : ", ") << "run_" << id;
    std::cout << "};\n"
                 "    const unsigned count = sizeof kernels / sizeof *kernels;\n"
                 "    if (argc == 1) {\n"
                 "        for (const auto run : kernels)\n"
                 "            run(0);\n"
                 "    } else if (argc == 2) { // so many threads of the host share the kernels\n"
                 "        std::vector<std::thread> hosts;\n"
                 "        const unsigned all = unsigned(std::atoi(argv[1]));\n"
                 "        for (unsigned host = 0; host < all; ++host)\n"
                 "            hosts.emplace_back([=] {\n"
                 "                for (unsigned i = host; i < count; i += all)\n"
                 "                    kernels[i](0);\n"
                 "            });\n"
                 "        for (std::thread &host : hosts)\n"
                 "            host.join();\n"
                 "    } else {\n"
                 "        the_mistake = unsigned(std::atoi(argv[2]));\n"
                 "        const unsigned which = unsigned(std::atoi(argv[1]));\n"
                 "        // Another thread of the host runs another kernel meanwhile, which is "
                 "correct.\n"
                 "        std::thread other([=] {\n"
                 "            if (argc == 4)\n"
                 "                kernels[(which + 1) % count](0);\n"
                 "        });\n"
                 "        kernels[which](the_mistake);\n"
                 "        other.join();\n"
                 "    }\n"
                 "    return failed ? 1 : 0;\n"
                 "}\n\n"
              << expected.str();
    std::cout.flush();
    return std::cout.good() ? 0 : 1;
}
