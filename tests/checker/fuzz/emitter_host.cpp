// emitter_host.cpp: the function of the host that launches the kernel.
#include "emitter.h"

#include <algorithm>

namespace fuzz {

std::string emitter::extent(const unsigned *e) {
    return "dim3(" + number(e[0]) + ", " + number(e[1]) + ", " + number(e[2]) + ")";
}

void emitter::emit_host() {
    const std::string all = u(k_.threads * k_.blocks);
    put("static void run_" + name_ + "(unsigned mistake) {");
    indent_ = "    ";
    put("unsigned *out;");
    put("ask(cudaMalloc(&out, " + all + " * sizeof(unsigned)));");
    put("ask(cudaMemset(out, 0, " + all + " * sizeof(unsigned)));");
    std::string arguments, addresses;
    const bool is_cooperative = std::any_of(
        k_.body.begin(), k_.body.end(), [](const auto &s) { return s->kind == step_kind::grid; });
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
                            (a.where == home::managed ? "cudaMallocManaged" : "cudaMalloc") + "(&" +
                            a.name + ", size_" + a.name + "));");
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
            given = "(mistake == " + u(host) + " ? (" + type + " *)host_" + a.name + " : " + given +
                    ")";
        }
        if (shifted != 0)
            given =
                "(" + type + " *)((char *)" + given + " + (mistake == " + u(shifted) + " ? 1 : 0))";
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
        k_.launch_line = put("    kernel_" + name_ + "<<<" + extent(k_.grid) + ", " + block + ", " +
                             dynamic + ">>>(" + arguments + "out, round, mistake);");
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
            a.free_line = put("if (mistake == " + u(twice) + ") (void)cudaFree(" + a.name + ");");
        if (mistake_of(mistake_kind::host_pointer, nullptr, &a) != 0)
            put("std::free(host_" + a.name + ");");
    }
    put("ask(cudaFree(out));");
    indent_.clear();
    put("}");
    put("");
}

std::string emitter::freed_test(const array &a) const {
    const unsigned f = mistake_of(mistake_kind::freed, nullptr, &a);
    return f == 0 ? "" : " && mistake != " + u(f);
}

} // namespace fuzz
