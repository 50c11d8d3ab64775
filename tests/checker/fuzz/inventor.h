// inventor.h: a random kernel that is correct.
#ifndef FUZZ_INVENTOR_H
#define FUZZ_INVENTOR_H

#include "../../dice.h"
#include "kernel.h"

#include <functional>
#include <memory>
#include <vector>

namespace fuzz {

class inventor {
public:
    inventor(dice &random, unsigned id, unsigned most_threads)
        : random_(random), most_threads_(most_threads) {
        k_.id = id;
    }
    kernel invent();
    const std::shared_ptr<std::vector<unsigned>> &order() const { return order_; }

private:
    void choose_shape();
    void choose_arrays();
    step &add(steps &list, step_kind kind, size_t before = ~size_t(0));
    array &pick() { return *k_.arrays[random_.below(unsigned(k_.arrays.size()))]; }
    array *pick_of(const std::function<bool(const array &)> &good);
    static expression fixed(unsigned c);
    static expression own(unsigned offset = 0);
    expression map(unsigned n);
    expression some_guard();
    static expression only(unsigned c);
    int some_part(const type_info &type);
    access some_access(array &a) { return {&a, some_part(*a.type), map(a.count)}; }
    unsigned some_style(const array &a);
    step &add_access(steps &list, array &a);
    void choose_scope(step &s);
    bool make_atomic(access &a);
    step &plain(steps &list, step_kind kind, array &a, int part, expression index,
                expression guard = {});
    void add_piece(steps &list);
    unsigned any_of(unsigned n);
    static bool has(const steps &list, step_kind kind);
    static bool find(steps &list, unsigned id, steps **where, size_t *at);
    void correct();
    bool has_init(const array &a) const;

    dice &random_;
    const unsigned most_threads_;
    kernel k_;
    unsigned next_id_ = 0;
    bool in_loop_ = false;
    std::shared_ptr<std::vector<unsigned>> order_;
};

} // namespace fuzz

#endif
