// emitter.cpp: the text of a kernel.
#include "emitter.h"

namespace fuzz {

static std::string replaced(std::string text, const std::string &from, const std::string &to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

void emitter::emit(unsigned most_mistakes) {
    choose_mistakes(most_mistakes);
    emit_kernel();
    emit_host();
    for (expectation &e : chosen_)
        expect(e);
}

unsigned emitter::put(const std::string &text) {
    text_ << indent_ << text << "\n";
    return line_++;
}

std::string emitter::flat(const array &a, const std::string &index) const {
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

std::string emitter::element(const step &s, const access &a, const std::string &base) const {
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

std::string emitter::subscript(const array &a, const std::string &at, const std::string &base) {
    if (a.row == 0 || base != a.name)
        return base + "[" + at + "]";
    const std::string row = number(a.row) + (at.compare(0, 4, "int(") == 0 ? "" : "u");
    return base + "[(" + at + ") / " + row + "][(" + at + ") % " + row + "]";
}

std::string emitter::part(const access &a) {
    return a.part == WHOLE ? "" : a.where->type->fields[static_cast<size_t>(a.part)].suffix;
}

// The number that is read. What has several members becomes a variable first, whose declaration
// is added to the others: as a parameter it would be read in the line of an inlined function.
std::string emitter::taken(const access &a, const std::string &element, std::string &before) {
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

std::string emitter::braced(const std::string &before, const std::string &statement) {
    return before.empty() ? statement : "{ " + before + statement + " }";
}

// The type of what an access reads or writes.
std::string emitter::part_type(const access &a) {
    if (a.part == WHOLE)
        return a.where->type->name;
    const std::string type = a.where->type->name,
                      suffix = a.where->type->fields[static_cast<size_t>(a.part)].suffix;
    if (type == "record")
        return suffix == ".a" ? "unsigned" : suffix == ".d" ? "unsigned short" : "unsigned char";
    return type == "uint2" ? "unsigned" : type == "float4" ? "float" : "unsigned char";
}

void emitter::emit_helpers(steps &list) {
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
            put("__constant__ unsigned table_" + id + "[" + number(s.constant) + "] = {" + values +
                "};");
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

void emitter::emit_shared_of_pieces(const steps &list) {
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

void emitter::emit_steps(steps &list) {
    for (auto &s : list)
        emit_step(*s);
}

void emitter::emit_step(step &s) {
    const std::string id = name_ + "_" + number(s.id), c = u(s.constant);
    std::string guard;
    if (!s.guard.text.empty()) {
        const std::string test = replaced(s.guard.text, "@", "t");
        const unsigned f = mistake_of(mistake_kind::guard, &s);
        guard = f == 0 ? "if (" + test + ") " : "if (mistake == " + u(f) + " || " + test + ") ";
    }
    const std::string value = "r + " + c, sum = k_.in_steps ? result() : "r";
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
            one = read ? sum + " = " + sum + " * 5u + look_" + id + "(&" + one + ");"
                       : "put_" + id + "(&" + one + ", " + value + ");";
        else if (read)
            one = sum + " = " + sum + " * 5u + " + taken(s.one, one, before) + ";";
        else
            one += " = made<" + part_type(s.one) + ">(" + value + ");";
        line = put(guard + braced(before, one));
        break;
    }
    case step_kind::update: {
        const std::string one = element(s, s.one, s.one.where->name);
        std::string before;
        const std::string old = taken(s.one, one, before);
        line = put(guard + braced(before, one + " = made<" + part_type(s.one) + ">(" + old + " + " +
                                              value + ");"));
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
            operation =
                "if (mistake == " + u(scope) + ") atomicAdd_block" + operands + "else " + operation;
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
        line = put("for (unsigned k = b * " + u(k_.threads) + " + t; k < " + u(s.one.where->total) +
                   "; k += " + u(k_.threads * k_.blocks) + ") " +
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
        line =
            put(std::string("r += __shfl") + kinds[s.variant] + "_sync(" +
                choice(mistake_kind::mask, &s, "0xfffffffeu", "0xffffffffu") + ", r, " + c + ");");
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
        s.lines.push_back(
            put("r += tiles_" + id + "[t / " + n + " * " + n + " + (t + " + c + ") % " + n + "];"));
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

void emitter::put_shared(const array &a) {
    put("__shared__ " + plain_type(a) + " " + a.name +
        (a.row == 0 ? "[" + number(a.count) + "];"
                    : "[" + number(a.count / a.row) + "][" + number(a.row) + "];"));
}

void emitter::emit_kernel() {
    put("// ---- kernel " + name_ + ": " + number(k_.blocks) + " blocks of " + number(k_.threads) +
        " threads, " + number(k_.rounds) + " launches");
    put("");
    if (order_) {
        std::string values;
        for (const unsigned v : *order_)
            values += (values.empty() ? "" : ", ") + number(v);
        put("__constant__ unsigned order_" + name_ + "[" + number(k_.threads) + "] = {" + values +
            "};");
    }
    std::string parameters;
    for (const auto &a : k_.arrays) {
        if (a->where == home::device_variable)
            put("__device__ " + plain_type(*a) + " " + a->name + "[" + number(a->total) + "];");
        if (a->where == home::managed_variable)
            put("__managed__ " + plain_type(*a) + " " + a->name + "[" + number(a->total) + "];");
        if (a->of_file)
            put_shared(*a);
        if (a->is_allocated())
            parameters += plain_type(*a) + " *" + a->name + ", ";
    }
    emit_helpers(k_.body);
    put("__global__ void kernel_" + name_ + "(" + parameters +
        "unsigned *out, unsigned round, unsigned mistake) {");
    indent_ = "    ";
    const auto put_numbers = [this] {
        put("const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * "
            "threadIdx.z);");
        put("const unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);");
        put("(void)round, (void)mistake;");
    };
    if (!k_.in_steps) // where __shared__ variables come first
        put_numbers();
    unsigned dynamic = 0;
    for (const auto &a : k_.arrays) {
        if (a->where == home::shared && !a->of_file)
            put_shared(*a);
        else if (a->where == home::dynamic) {
            if (dynamic == 0)
                put("extern __shared__ float4 dynamic_" + name_ + "[];");
            dynamic = (dynamic + 15) / 16 * 16;
            put(plain_type(*a) + " *" + a->name + " = (" + plain_type(*a) + " *)((char *)dynamic_" +
                name_ + " + " + number(dynamic) + ");");
            dynamic += a->count * a->type->bytes;
            last_dynamic_ = a.get();
        }
    }
    dynamic_bytes_ = dynamic;
    emit_shared_of_pieces(k_.body);
    if (k_.in_steps)
        put_numbers();
    put((k_.in_steps ? "const " : "") + std::string("unsigned r = t * 7u + b * 11u + round;"));
    if (k_.in_steps)
        put(result() + " = r;");
    emit_steps(k_.body);
    if (!k_.in_steps)
        put(result() + " = r;");
    indent_.clear();
    put("}");
    put("");
}

} // namespace fuzz
