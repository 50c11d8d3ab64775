// emitter_pieces.cpp: steps that are whole pieces of code: locks, bytes of words, last blocks,
// tickets.
#include "emitter.h"

namespace fuzz {

void emitter::emit_inside(step &s) {
    indent_ += "    ";
    emit_steps(s.inside);
    indent_.resize(indent_.size() - 4);
    put("}");
}

// lines: the atomic operation that takes the lock, the total, the one that gives it back
void emitter::emit_lock(step &s, const std::string &id) {
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
                            : "{ if (mistake == " + u(narrow) + ") __threadfence_block(); else " +
                                  fence + " }");
    };
    if (of_block) {
        put("if (t == 0u) lock_" + id + " = total_" + id + "[0] = total_" + id + "[1] = 0u;");
        put("__syncthreads();");
    }
    if (s.variant < 2) {
        put(s.variant == 0 ? "if (t == 0u) {" : "if (t % 32u == 0u) {");
        s.lines.push_back(put((f == 0 ? "    while (" : "    while (mistake != " + u(f) + " && ") +
                              take + " != 0u) {}"));
    } else {
        put("for (bool done = false; !done;) {");
        s.lines.push_back(put("    if (" + (f == 0 ? "" : "mistake != " + u(f) + " && ") + take +
                              " != 0u) continue;"));
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
void emitter::emit_bytes(step &s, const std::string &id) {
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
void emitter::emit_last_block(step &s, const std::string &id) {
    const std::string blocks = u(k_.blocks), threads = u(k_.threads);
    const unsigned f = mistake_of(mistake_kind::plain, &s);
    const std::string counter =
        "const unsigned ticket = " +
        choice(mistake_kind::plain, &s, "finished_" + id,
               "atomicInc(&finished_" + id + ", " + u(k_.blocks - 1) + ")") +
        ";" +
        (f == 0 ? ""
                : " if (mistake == " + u(f) + ") finished_" + id + " = (ticket + 1u) % " + blocks +
                      ";");
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
    s.lines.push_back(put("    for (unsigned k = 0; k < " + blocks + "; ++k) sum += partial_" + id +
                          "[k * " + threads + " + " + u(k_.threads - 1) + " - t];"));
    s.lines.push_back(put("    result_" + id + "[t] = sum;"));
    s.lines.push_back(flag);
    put("}");
    put("__syncthreads();");
}

// lines: the counter
void emitter::emit_ticket(step &s, const std::string &id) {
    const std::string next =
        choice(mistake_kind::plain, &s, "count_" + id + "++", "atomicAdd(&count_" + id + ", 1u)");
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

} // namespace fuzz
