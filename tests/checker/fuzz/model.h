// model.h: what a kernel does, with a mistake or without one, as the language has it: run step by
// step, thread by thread, with a record for every field of every element of who has touched it and
// since which barriers.
#ifndef FUZZ_MODEL_H
#define FUZZ_MODEL_H

#include "kernel.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fuzz {

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

class model {
public:
    model(const kernel &k, mistake f, bool only_first)
        : k_(k), mistake_(f), only_first_(only_first), r_(k.threads), sums_(k.threads),
          alive_(k.threads) {}
    findings run();

private:
    void prepare(const array &a);
    void run(const steps &list);
    void pass_barrier(unsigned id);
    bool is(mistake_kind kind, const step &s) const;
    void run(const step &s);
    void run_thread(const step &s);
    long flat(const array &a, unsigned element) const;
    long place(const step &s, const access &a) const;
    bool note(const step &s, const access &a, long at, bool writes, bool reads, bool atomic);
    void note(const step &s, const array &where, place_in_memory &p, bool writes, bool reads,
              bool atomic);
    bool passed_by_tile(const touch &o) const;
    void first(decltype(findings::first) what, const step &s, const array &where);
    unsigned load(const step &s, const access &a) { return load_at(s, a, place(s, a)); }
    unsigned load_at(const step &s, const access &a, long at);
    void store(const step &s, const access &a, unsigned value);
    void store_at(const step &s, const access &a, long at, unsigned value);
    void atomic_add(const step &s, const access &a, unsigned value);

    const kernel &k_;
    mistake mistake_;
    bool only_first_, done_ = false, left_ = false;
    std::vector<unsigned> r_, sums_; // sums_: of kernels in steps
    std::vector<bool> alive_;
    moment at_ = {};
    unsigned epoch_ = 0, warp_epoch_ = 0, grid_epoch_ = 0, when_ = 0;
    std::vector<std::pair<unsigned, unsigned>> tiles_; // of the block: when they waited, their size
    std::map<const array *, std::vector<place_in_memory>> memory_;
    findings found_;
};

} // namespace fuzz

#endif
