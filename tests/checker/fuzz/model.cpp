// model.cpp: see model.h.
#include "model.h"

#include <algorithm>

namespace fuzz {

findings model::run() {
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
                r_[t] = sums_[t] = t * 7 + at_.b * 11 + at_.round;
            alive_.assign(k_.threads, true);
            left_ = false;
            ++epoch_;
            grid_epoch_ = 0;
            tiles_.clear();
            run(k_.body);
            if (done_)
                return found_;
            for (unsigned t = 0; t < k_.threads; ++t)
                out[at_.b * k_.threads + t] = k_.in_steps ? sums_[t] : r_[t];
        }
    }
    for (const unsigned value : out)
        found_.hash = found_.hash * 31 + value;
    return found_;
}

void model::prepare(const array &a) {
    auto &m = memory_[&a];
    m.assign(a.total * a.type->fields.size(), place_in_memory());
    // Of managed memory the checker cannot know; the kernel must not rely on that.
    const bool variable = a.where == home::device_variable || a.where == home::managed_variable ||
                          (a.where == home::managed && !only_first_);
    const bool unset = mistake_.kind == mistake_kind::host_unset && mistake_.of == &a;
    for (place_in_memory &p : m)
        p.written = variable || (a.set_by_host && !unset);
}

void model::run(const steps &list) {
    for (const auto &s : list) {
        if (done_ || left_)
            return;
        run(*s);
    }
}

void model::pass_barrier(unsigned id) {
    ++epoch_;
    if (at_.b == 0 && at_.round == 0) {
        found_.waits[false].push_back(id);
        if (!(mistake_.kind == mistake_kind::divergent && mistake_.at->id == id))
            found_.waits[true].push_back(id);
    }
}

bool model::is(mistake_kind kind, const step &s) const {
    return mistake_.kind == kind && mistake_.at == &s;
}

void model::run(const step &s) {
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

void model::run_thread(const step &s) {
    unsigned &r = r_[at_.t], &sum = k_.in_steps ? sums_[at_.t] : r;
    const unsigned value = r + s.constant;
    switch (s.kind) {
    case step_kind::read:
        sum = sum * 5 + load(s, s.one);
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

long model::flat(const array &a, unsigned element) const {
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

long model::place(const step &s, const access &a) const {
    moment m = at_;
    if (is(mistake_kind::collide, s) && &a == &s.one)
        m.t &= ~1u;
    long at = flat(*a.where, a.index.value(m));
    if (&a == &s.one)
        at += is(mistake_kind::after, s) ? 1 : is(mistake_kind::before, s) ? -1 : 0;
    return at;
}

// Notes an access; false if there is no such element.
bool model::note(const step &s, const access &a, long at, bool writes, bool reads, bool atomic) {
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
            note(s, *a.where, memory_[a.where][static_cast<size_t>(at * fields + f)], writes, reads,
                 atomic);
    return true;
}

void model::note(const step &s, const array &where, place_in_memory &p, bool writes, bool reads,
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
        p.touches.push_back({s.id, at_.b, epoch_, warp_epoch_, grid_epoch_, when_, t, warp, false,
                             false, writes, atomic, of_block});
    } else {
        same->other_threads = same->other_threads || same->thread != t;
        same->other_warps = same->other_warps || same->warp != warp;
    }
    p.written = p.written || writes;
}

// Whether a tile of both threads has waited since.
bool model::passed_by_tile(const touch &o) const {
    return std::any_of(tiles_.begin(), tiles_.end(), [&](const auto &tile) {
        return tile.first > o.when && o.thread / tile.second == at_.t / tile.second;
    });
}

void model::first(decltype(findings::first) what, const step &s, const array &where) {
    if (found_.first != findings::nothing)
        return;
    found_.first = what;
    found_.first_id = s.id;
    found_.first_array = &where;
    done_ = only_first_;
}

unsigned model::load_at(const step &s, const access &a, long at) {
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

void model::store(const step &s, const access &a, unsigned value) {
    store_at(s, a, place(s, a), value);
}

void model::store_at(const step &s, const access &a, long at, unsigned value) {
    if (!note(s, a, at, true, false, false))
        return;
    const int fields = static_cast<int>(a.where->type->fields.size());
    place_in_memory *p = &memory_[a.where][static_cast<size_t>(at * fields)];
    for (int f = 0; f < fields; ++f)
        if (a.part == WHOLE || a.part == f)
            p[f].value = (value + (a.part == WHOLE ? static_cast<unsigned>(f) : 0)) &
                         a.where->type->fields[static_cast<size_t>(f)].mask;
}

void model::atomic_add(const step &s, const access &a, unsigned value) {
    const long at = place(s, a);
    if (!note(s, a, at, true, true, !is(mistake_kind::plain, s)))
        return;
    const int fields = static_cast<int>(a.where->type->fields.size());
    memory_[a.where][static_cast<size_t>(at * fields + (a.part == WHOLE ? 0 : a.part))].value +=
        value;
}

} // namespace fuzz
