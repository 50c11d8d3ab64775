// inventor.cpp: see inventor.h.
#include "inventor.h"
#include "model.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fuzz {

kernel inventor::invent() {
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

void inventor::choose_shape() {
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
    k_.in_steps = random_.one_in(3);
    if (k_.threads > 1 && k_.threads <= 128) {
        order_ = std::make_shared<std::vector<unsigned>>();
        for (unsigned t = 0; t < k_.threads; ++t)
            order_->push_back(t);
        for (unsigned t = k_.threads - 1; t > 0; --t)
            std::swap((*order_)[t], (*order_)[random_.below(t + 1)]);
    }
}

void inventor::choose_arrays() {
    unsigned shared_bytes = 0;
    for (unsigned i = random_.between(3, 6); i != 0; --i) {
        auto a = std::make_unique<array>();
        const unsigned where = random_.below(12);
        a->where = where < 4    ? home::shared
                   : where < 6  ? home::dynamic
                   : where < 9  ? home::global
                   : where < 10 ? home::managed
                                : (where < 11 ? home::device_variable : home::managed_variable);
        if (k_.in_steps && a->where == home::dynamic) // by a pointer, which is kept
            a->where = home::shared;
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
            a->of_file =
                a->where == home::shared && a->count * a->type->bytes <= 1024 && random_.one_in(3);
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

step &inventor::add(steps &list, step_kind kind, size_t before) {
    auto s = std::make_unique<step>();
    s->kind = kind;
    s->id = next_id_++;
    s->constant = random_.between(1, 99);
    return **list.insert(list.begin() + static_cast<long>(std::min(before, list.size())),
                         std::move(s));
}

array *inventor::pick_of(const std::function<bool(const array &)> &good) {
    std::vector<array *> all;
    for (const auto &a : k_.arrays)
        if (good(*a))
            all.push_back(a.get());
    return all.empty() ? nullptr : all[random_.below(unsigned(all.size()))];
}

expression inventor::fixed(unsigned c) {
    return {u(c), [c](const moment &) { return c; }};
}

expression inventor::own(unsigned offset) {
    if (offset == 0)
        return {"@", [](const moment &m) { return m.t; }};
    return {"@ + " + u(offset), [offset](const moment &m) { return m.t + offset; }};
}

expression inventor::map(unsigned n) {
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
        while (std::gcd(a, n) != 1)
            ++a;
        const unsigned c = random_.below(n), d = in_loop_ ? random_.between(0, 9) : 0;
        return {"((" + u(a) + " * @ + " + (d != 0 ? "i * " + u(d) + " + " : "") + u(c) + ") % " +
                    u(n) + ")",
                [n, a, c, d](const moment &m) { return (a * m.t + m.i * d + c) % n; }};
    }
    }
}

expression inventor::some_guard() {
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

expression inventor::only(unsigned c) {
    return {"@ == " + u(c), [c](const moment &m) { return m.t == c ? 1u : 0u; }};
}

int inventor::some_part(const type_info &type) {
    if (type.fields.size() == 1 || random_.one_in(2))
        return WHOLE;
    return static_cast<int>(random_.below(unsigned(type.fields.size())));
}

unsigned inventor::some_style(const array &a) {
    const unsigned style = random_.below(6);
    return style == 1 || (style == 2 && a.row == 0) ? style : 0;
}

step &inventor::add_access(steps &list, array &a) {
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
void inventor::choose_scope(step &s) {
    const array &a = *s.one.where;
    if (s.kind == step_kind::atomic && (a.is_shared() || a.layout != 2) && random_.one_in(2))
        s.variant = 1;
}

// Chooses a part that takes atomics.
bool inventor::make_atomic(access &a) {
    const auto &fields = a.where->type->fields;
    if (!fields[0].takes_atomics)
        return false;
    a.part = fields.size() == 1 ? WHOLE : 0;
    return true;
}

step &inventor::plain(steps &list, step_kind kind, array &a, int part, expression index,
                      expression guard) {
    step &s = add(list, kind);
    s.one = {&a, part, std::move(index)};
    s.guard = std::move(guard);
    s.style = kind == step_kind::read || kind == step_kind::write ? some_style(a) : 0;
    return s;
}

unsigned inventor::any_of(unsigned n) {
    const unsigned which = random_.below(3);
    return which == 0 ? 0 : which == 1 ? n - 1 : random_.below(n);
}

bool inventor::has(const steps &list, step_kind kind) {
    return std::any_of(list.begin(), list.end(), [&](const auto &s) { return s->kind == kind; });
}

bool inventor::find(steps &list, unsigned id, steps **where, size_t *at) {
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
void inventor::correct() {
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
                f.one_warp && !k_.in_steps && random_.below(4) != 0 ? step_kind::syncwarp
                                                                    : step_kind::barrier,
                at);
        }
    }
}

bool inventor::has_init(const array &a) const {
    return std::any_of(k_.body.begin(), k_.body.end(), [&](const auto &s) {
        return s->kind == step_kind::init && s->one.where == &a;
    });
}

} // namespace fuzz
