// emitter_mistakes.cpp: which mistakes a kernel gets, and only those that have an effect.
#include "emitter.h"

#include <algorithm>

namespace fuzz {

void emitter::gather(const steps &list, std::vector<mistake> &all) const {
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

unsigned emitter::blocks_that_stay() const {
    unsigned blocks = k_.blocks;
    for (const auto &s : k_.body)
        if (s->kind == step_kind::leave_block)
            blocks = std::min(blocks, s->constant);
    return blocks;
}

void emitter::may_leave(const step &s, std::vector<mistake> &all) const {
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

void emitter::choose_mistakes(unsigned most) {
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

bool emitter::has_effect(const expectation &e) {
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
unsigned emitter::mistake_of(mistake_kind kind, const step *at, const array *of) const {
    for (size_t i = 0; i < chosen_.size(); ++i)
        if (chosen_[i].what.kind == kind && chosen_[i].what.at == at && chosen_[i].what.of == of)
            return static_cast<unsigned>(i + 1);
    return 0;
}

// "if (mistake != 3u) ", or nothing.
std::string emitter::unless(mistake_kind kind, const step *at, const array *of) const {
    const unsigned f = mistake_of(kind, at, of);
    return f == 0 ? "" : "if (mistake != " + u(f) + ") ";
}

std::string emitter::choice(mistake_kind kind, const step *at, const std::string &wrong,
                            const std::string &right, const array *of) const {
    const unsigned f = mistake_of(kind, at, of);
    return f == 0 ? right : "(mistake == " + u(f) + " ? " + wrong + " : " + right + ")";
}

// For one of several blocks, or of several threads.
std::string emitter::unless_one(mistake_kind kind, const step &s, bool by_thread) const {
    const unsigned f = mistake_of(kind, &s);
    if (f == 0)
        return "";
    return "if (mistake != " + u(f) +
           " || b != " + u(std::min(s.who_block, blocks_that_stay() - 1)) +
           (by_thread ? " || t != " + u(s.who_thread) : "") + ") ";
}

} // namespace fuzz
