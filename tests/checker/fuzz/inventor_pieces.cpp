// inventor_pieces.cpp: the patterns, of one step or of several, that a random kernel is put
// together from.
#include "inventor.h"

namespace fuzz {

// The pieces before it are of accesses and barriers only.
constexpr unsigned FIRST_WITH_STACKS = 12;

void inventor::add_piece(steps &list) {
    const unsigned threads = k_.threads;
    array &a = pick();
    switch (random_.below(k_.in_steps ? FIRST_WITH_STACKS : 24)) {
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
        s.two = {
            big, part, {"@ + " + offset, [half](const moment &m) { return m.t + (half >> m.i); }}};
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
        const expression from = {"i % 2u * " + n + " + @",
                                 [threads](const moment &m) { return m.i % 2 * threads + m.t; }};
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
    case FIRST_WITH_STACKS: // inside of warps
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

} // namespace fuzz
