// emitter_expected.cpp: what the checker has to find.
#include "emitter.h"

namespace fuzz {

void emitter::lines_of(const steps &list, std::map<unsigned, unsigned> &lines,
                       std::map<unsigned, unsigned> &calls) {
    for (const auto &s : list) {
        lines[s->id] = s->line;
        calls[s->id] = s->call_line;
        lines_of(s->inside, lines, calls);
    }
}

void emitter::expect(expectation &e) const {
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
    const auto need = [&](const std::set<std::string> &s) { e.needed.insert(s.begin(), s.end()); };
    const auto allow = [&](const std::set<std::string> &s) { e.also.insert(s.begin(), s.end()); };
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
    if (s != nullptr &&
        (s->kind == step_kind::bytes || s->kind == step_kind::tile || s->kind == step_kind::grid)) {
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
        } else if (e.what.kind == mistake_kind::dropped || e.what.kind == mistake_kind::host_unset)
            need(unwritten);
        else
            need(races.empty() ? unwritten : races);
    }
}

unsigned emitter::line_of_barrier(const steps &list, unsigned id) {
    std::map<unsigned, unsigned> lines, calls;
    lines_of(list, lines, calls);
    return lines[id];
}

} // namespace fuzz
