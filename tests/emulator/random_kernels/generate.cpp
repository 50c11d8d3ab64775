// generate.cpp: writes a CUDA program of random kernels that checks itself.
//
//   generate SEED COUNT >random.cu
//
// Every kernel exists twice in the program: for the device, and as plain serial code that does the
// same step by step, each step for all threads of a block before the next one. All arithmetic is
// on unsigned integers and nothing depends on the order of threads, so the results must be equal.
// From a seed and a count comes always one and the same program.
#include "../../dice.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::string number(unsigned long long value) {
    return std::to_string(value);
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

struct extent {
    unsigned x, y, z;
    unsigned volume() const { return x * y * z; }
    std::string text() const {
        return "dim3(" + number(x) + ", " + number(y) + ", " + number(z) + ")";
    }
};

constexpr unsigned REGISTERS = 4; // variables of each thread
constexpr unsigned INPUTS = 257;  // elements of each input array
constexpr unsigned CELLS = 61;    // that all threads add to

// One kernel and its serial counterpart. Texts that both share say PLACE for what a device function
// finds out from the built-in variables, and ADD(address, value) for an atomic addition.
class kernel_writer {
public:
    kernel_writer(dice &random, unsigned id) : random_(random), id_(number(id)) {}
    std::string write();

private:
    void choose();
    void nodes(unsigned depth);
    void compute();
    void exchange_in_shared_memory();
    void add_in_shared_memory();
    void add_in_global_memory();
    void shuffle();
    void vote_in_warp();
    void vote_in_block();
    void uniform_loop(unsigned depth);
    void uniform_branch(unsigned depth);

    std::string expression(unsigned depth);
    std::string condition() {
        const char *comparison = random_.one_of({"<", ">=", "==", "!="});
        return "(" + expression(1) + " & 7u) " + comparison + " " + number(random_.between(1, 7)) +
               "u";
    }
    std::string a_register() { return "r[" + number(random_.below(REGISTERS)) + "]"; }
    std::string update(const std::string &value) {
        return a_register() + " " + random_.one_of({"=", "+=", "^=", "-=", "*="}) + " " + value +
               ";";
    }
    std::string statement(unsigned depth);

    void to_device(std::string text) {
        text = replaced(text, "PLACE", "thread_place()");
        if (scalar_) {
            for (unsigned i = 0; i < REGISTERS; ++i)
                text = replaced(text, "r[" + number(i) + "]", "r" + number(i));
            text = replaced(replaced(text, "__shfl", "shfl"), "__syncthreads_", "block_");
            for (const std::string kind : {"ballot", "any", "all"})
                text = replaced(text, "__" + kind + "_sync", kind + "_lanes");
        }
        device_ << indent_ << text << "\n";
    }
    void to_host(const std::string &text) {
        host_ << "    " << indent_ << replaced(text, "PLACE", "(t + 1000u * b)") << "\n";
    }
    void to_both(const std::string &text) { to_device(text), to_host(text); }
    // One step of the serial code: the statements for each thread of the block.
    void for_each_thread(const std::string &statements) {
        to_host("THREADS_BEGIN(" + number(block_.volume()) + ") " +
                replaced(statements, "ADD(", "HOST_ADD(") + " THREADS_END");
    }
    // A step whose text is the same on both sides.
    void step(const std::string &statements) {
        to_device(replaced(statements, "ADD(", "atomicAdd("));
        for_each_thread(statements);
    }
    void barrier() { to_device("__syncthreads();"); }

    dice &random_;
    std::string id_;
    std::string indent_ = "    ";
    std::ostringstream device_, host_;

    extent grid_{}, block_{};
    unsigned n_ = 0; // threads from this number on do nothing that shows
    bool wide_ = false, is_template_ = false, is_dynamic_ = false, waits_ = false;
    bool leaves_early_ = false;
    // The thread's variables are no array, and what makes it wait other than __syncthreads() stands in
    // functions: so written, the emulator runs a kernel in steps.
    bool scalar_ = false;
    std::vector<std::string> counters_; // of the loops around this place
    unsigned names_ = 0;
};

void kernel_writer::choose() {
    switch (random_.below(6)) {
    case 0:
        block_ = {random_.between(1, 300), 1, 1};
        break;
    case 1:
        block_ = {32 * random_.between(1, 12), 1, 1};
        break;
    case 2:
        block_ = {random_.between(1, 20), random_.between(1, 20), 1};
        break;
    case 3:
        block_ = {16, 2 * random_.between(1, 8), random_.between(1, 3)};
        break;
    case 4:
        block_ = {random_.between(1, 8), random_.between(1, 8), random_.between(1, 8)};
        break;
    default:
        block_ = {1u << random_.below(4), 1u << random_.below(4), 1u << random_.below(5)};
    }
    switch (random_.below(3)) {
    case 0:
        grid_ = {random_.between(1, 12), 1, 1};
        break;
    case 1:
        grid_ = {random_.between(1, 4), random_.between(1, 4), 1};
        break;
    default:
        grid_ = {random_.between(1, 3), random_.between(1, 3), random_.between(1, 3)};
    }
    const unsigned all = grid_.volume() * block_.volume();
    n_ = random_.one_in(3) ? all : all - random_.below(std::min(all, block_.volume()));
    wide_ = random_.one_in(2);
    is_template_ = random_.one_in(2);
    is_dynamic_ = random_.one_in(2);
    waits_ = !random_.one_in(5);
    leaves_early_ = !waits_ && random_.one_in(2);
    scalar_ = random_.one_in(2);
}

std::string kernel_writer::expression(unsigned depth) {
    if (depth == 0) {
        switch (random_.below(counters_.empty() ? 8 : 9)) {
        case 0:
            return "T(" + number(random_.below(1u << random_.below(31))) + "u)";
        case 1:
            return std::string("T(") + random_.one_of({"tx", "ty", "tz", "t", "b", "g", "n"}) + ")";
        case 2:
            return "seed";
        case 3:
            return "T(PLACE)";
        case 4:
            return "in0[g % " + number(INPUTS) + "u]";
        case 8:
            return "T(" + counters_[random_.below(static_cast<unsigned>(counters_.size()))] + ")";
        default:
            return a_register();
        }
    }
    const std::string a = expression(depth - 1), b = expression(random_.below(depth));
    switch (random_.below(12)) {
    case 0:
    case 1:
        return "(" + a + " + " + b + ")";
    case 2:
        return "(" + a + " - " + b + ")";
    case 3:
        return "(" + a + " * " + b + ")";
    case 4:
        return "(" + a + " ^ " + b + ")";
    case 5:
        return "(" + a + random_.one_of({" & ", " | "}) + b + ")";
    case 6:
        return "(" + a + random_.one_of({" << (", " >> ("}) + b + " % 29u))";
    case 7:
        return "(" + a + random_.one_of({" / (", " % ("}) + b + " | 1u))";
    case 8:
        return "(" + a + random_.one_of({" < ", " == ", " >= "}) + b + " ? " + a_register() +
               " : " + expression(0) + ")";
    case 9:
        return "twist<" + number(random_.between(1, 100000)) + "u>(" + a + ")";
    case 10:
        return "mix(" + a + ", " + b + ")";
    default:
        return "T(in1[(" + a + ") % " + number(INPUTS) + "u])";
    }
}

std::string kernel_writer::statement(unsigned depth) {
    switch (depth == 0 ? 0 : random_.below(6)) {
    case 1:
        return "if (" + condition() + ") { " + statement(depth - 1) + " } else { " +
               statement(depth - 1) + " " + statement(0) + " }";
    case 2: {
        const std::string counter = "j" + number(names_++);
        const std::string times =
            "unsigned((" + expression(1) + ") % " + number(random_.between(2, 9)) + "u)";
        counters_.push_back(counter);
        const std::string body = statement(depth - 1);
        counters_.pop_back();
        // The number of times is fixed before the loop changes what it was computed from.
        return "for (unsigned " + counter + " = 0, e = " + times + "; " + counter + " < e; ++" +
               counter + ") { " + body + " }";
    }
    case 3: {
        const std::string name = "a" + number(names_++);
        return "{ T " + name + "[4] = {" + expression(1) + ", " + expression(0) + ", " +
               expression(1) + ", 1}; " + name + "[(" + expression(1) +
               ") % 4u] += " + expression(1) + "; " +
               update(name + "[(" + expression(0) + ") % 4u]") + " }";
    }
    default:
        return update(expression(3));
    }
}

void kernel_writer::compute() {
    const bool guarded = random_.one_in(2);
    std::string text;
    for (unsigned i = random_.between(1, 3); i != 0; --i)
        text += (text.empty() ? "" : " ") + statement(2);
    step(guarded ? "if (g < n) { " + text + " }" : text);
}

// Each thread stores into a place of its own and reads that of any other.
void kernel_writer::exchange_in_shared_memory() {
    const std::string threads = number(block_.volume()) + "u";
    step("s[(t + " + number(random_.below(block_.volume())) + "u) % " + threads +
         "] = " + expression(2) + ";");
    barrier();
    step(update("s[(" + expression(1) + ") % " + threads + "]"));
    barrier();
}

void kernel_writer::add_in_shared_memory() {
    const std::string threads = number(block_.volume()) + "u";
    step("s[t] = " + expression(1) + ";");
    barrier();
    step("ADD(&s[(" + expression(1) + ") % " + threads + "], " + expression(2) + ");");
    barrier();
    step(update("s[" + threads + " - 1u - t]"));
    barrier();
}

void kernel_writer::add_in_global_memory() {
    step("if (g < n) ADD(&cells[(" + expression(1) + ") % " + number(CELLS) + "u], " +
         expression(2) + ");");
}

// Whole warps only: what a lane gets from one that does not exist is undefined.
void kernel_writer::shuffle() {
    if (block_.volume() % 32 != 0)
        return;
    const bool half = random_.one_in(3); // the lower half of each warp, in a branch
    const unsigned width = 1u << random_.between(0, half ? 4 : 5);
    const std::string kind = random_.one_of({"", "_up", "_down", "_xor"});
    const std::string argument = kind.empty() ? "unsigned((" + expression(1) + ") % 64u)"
                                              : number(random_.below(half ? 16 : 32)) + "u";
    const std::string value = expression(2), target = a_register();
    const std::string enter = half ? "if (t % 32u < 16u) { " : "", leave = half ? " }" : "";
    to_device(enter + target + " += __shfl" + kind + "_sync(" + (half ? "0xffffu" : "0xffffffffu") +
              ", " + value + ", " + argument + ", " + number(width) + ");" + leave);
    for_each_thread("offer[t] = " + value + "; from[t] = source" + kind + "(t, " + argument + ", " +
                    number(width) + "u);");
    for_each_thread(enter + target + " += offer[from[t]];" + leave);
}

void kernel_writer::vote_in_warp() {
    const std::string test = condition(), target = a_register();
    const std::string kind = random_.one_of({"ballot", "any", "all"});
    const std::string threads = number(block_.volume()) + "u";
    to_device(target +
              " += " + (kind == "ballot" ? "__ballot_sync" : "0u + (0 != __" + kind + "_sync") +
              "(warp_mask(t, " + threads + "), " + test + (kind == "ballot" ? ");" : "));"));
    for_each_thread("vote[t] = " + test + ";");
    for_each_thread(target + " += " + kind + "_of(vote, t);");
}

void kernel_writer::vote_in_block() {
    const std::string test = condition(), target = a_register();
    const std::string kind = random_.one_of({"count", "or", "and"});
    to_device(target + " += " + (kind == "count" ? "unsigned(" : "0u + (0 != ") + "__syncthreads_" +
              kind + "(" + test + "));");
    for_each_thread("vote[t] = " + test + ";");
    for_each_thread(target + " += block_" + kind + "(vote);");
}

// A loop of as many rounds for every thread of a block, but not for every block.
void kernel_writer::uniform_loop(unsigned depth) {
    const std::string counter = "i" + number(names_++);
    const std::string times = random_.one_in(2)
                                  ? number(random_.between(1, 4)) + "u"
                                  : "(b + n) % " + number(random_.between(2, 4)) + "u + 1u";
    to_both("for (unsigned " + counter + " = 0; " + counter + " < " + times + "; ++" + counter +
            ") {");
    counters_.push_back(counter);
    indent_ += "    ";
    nodes(depth - 1);
    indent_.resize(indent_.size() - 4);
    counters_.pop_back();
    to_both("}");
}

void kernel_writer::uniform_branch(unsigned depth) {
    to_both("if (b % " + number(random_.between(2, 3)) + "u == 0u) {");
    indent_ += "    ";
    nodes(depth - 1);
    indent_.resize(indent_.size() - 4);
    to_both("} else {");
    indent_ += "    ";
    nodes(depth - 1);
    indent_.resize(indent_.size() - 4);
    to_both("}");
}

void kernel_writer::nodes(unsigned depth) {
    for (unsigned i = random_.between(1, 4); i != 0; --i) {
        switch (random_.below(waits_ ? (depth == 0 ? 8 : 11) : 3)) {
        case 0:
        case 1:
            compute();
            break;
        case 2:
            add_in_global_memory();
            break;
        case 3:
        case 4:
            exchange_in_shared_memory();
            break;
        case 5:
            add_in_shared_memory();
            break;
        case 6:
            shuffle();
            vote_in_warp();
            break;
        case 7:
            vote_in_block();
            break;
        case 8:
        case 9:
            uniform_loop(depth);
            break;
        default:
            uniform_branch(depth);
        }
    }
}

std::string kernel_writer::write() {
    choose();
    const std::string type = wide_ ? "unsigned long long" : "unsigned";
    const std::string own_type = is_template_ ? "T" : type;
    const std::string threads = number(block_.volume());
    const std::string all = number(grid_.volume() * block_.volume());

    compute();
    nodes(2);
    compute();
    const std::string last = "if (g < n) out[g] = ((r[0] ^ r[1]) + r[2]) ^ r[3];";
    step(last);

    std::ostringstream text;
    text << "// ---- kernel " << id_ << ": " << grid_.text() << ", " << block_.text() << ", " << n_
         << " of " << all << " threads\n\n";
    if (is_template_)
        text << "template <class T, unsigned SIZE>\n";
    text << "__global__ void kernel_" << id_ << "(const " << own_type
         << " *in0, const unsigned *in1, " << own_type << " *out, " << own_type
         << " *cells, unsigned n, " << own_type << " seed) {\n";
    if (!is_template_)
        text << "    typedef " << type << " T;\n";
    const bool shares = replaced(device_.str(), "cells[", "").find("s[") != std::string::npos;
    if (shares && is_dynamic_)
        text << "    extern __shared__ " << type << " s_" << id_ << "[];\n    " << own_type
             << " *s = s_" << id_ << ";\n";
    else if (shares)
        text << "    __shared__ T s[" << (is_template_ ? "SIZE" : threads) << "];\n";
    text << "    const unsigned tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;\n"
            "    const unsigned t = tx + blockDim.x * (ty + blockDim.y * tz);\n"
            "    const unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * "
            "blockIdx.z);\n"
            "    const unsigned g = b * (blockDim.x * blockDim.y * blockDim.z) + t;\n"
            "    (void)tx, (void)ty, (void)tz, (void)in0, (void)in1, (void)cells, "
            "(void)seed;\n";
    if (leaves_early_)
        text << "    if (g >= n)\n        return;\n";
    const std::string first = "in0[g % " + number(INPUTS) + "u]";
    const std::string fourth = "in1[t % " + number(INPUTS) + "u]";
    if (scalar_)
        text << "    " << own_type << " r0 = " << first << ", r1 = T(g);\n    " << own_type
             << " r2, r3 = " << fourth << ";\n    r2 = seed;\n";
    else
        text << "    T r[4] = {" << first << ", T(g), seed, " << fourth << "};\n";
    text << device_.str() << "}\n\n";

    text << "static void serial_" << id_ << "(const " << type << " *in0, const unsigned *in1, "
         << type << " *out, " << type << " *cells, unsigned n, " << type << " seed) {\n"
         << "    typedef " << type << " T;\n"
         << "    const unsigned dim_x = " << block_.x << ", dim_y = " << block_.y << ";\n"
         << "    std::vector<T> s(" << threads << "), offer(" << threads << ");\n"
         << "    std::vector<unsigned> from(" << threads << ");\n"
         << "    std::vector<bool> vote(" << threads << ");\n"
         << "    std::vector<registers<T>> all(" << threads << ");\n"
         << "    (void)in0, (void)in1, (void)cells, (void)seed;\n"
         << "    for (unsigned b = 0; b < " << grid_.volume() << "u; ++b) {\n"
         << "        THREADS_BEGIN(" << threads << ") r[0] = in0[g % " << INPUTS
         << "u]; r[1] = T(g); r[2] = seed; r[3] = in1[t % " << INPUTS << "u]; THREADS_END\n"
         << host_.str() << "    }\n}\n\n";

    std::string name = "kernel_" + id_;
    if (is_template_)
        name += "<" + type + ", " + threads + ">";
    text << "static bool run_" << id_ << "() {\n"
         << "    test_data<" << type << "> data(" << all << ", " << id_ << ");\n"
         << "    " << name << "<<<" << grid_.text() << ", " << block_.text()
         << (is_dynamic_ ? ", " + threads + " * sizeof(" + type + ")" : "")
         << ">>>(data.device_in0, data.device_in1, data.device_out, data.device_cells, " << n_
         << ", data.seed);\n"
         << "    data.finish();\n"
         << "    serial_" << id_ << "(data.in0.data(), data.in1.data(), data.out.data(), "
         << "data.cells.data(), " << n_ << ", data.seed);\n"
         << "    return data.compare(" << id_ << ");\n}\n\n";
    return text.str();
}

const char *const head = R"(// Random code compares things with themselves, which compilers warn of.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <class T> struct registers {
    T r[4];
};

// The text between the two is run for each thread of block b.
#define THREADS_BEGIN(COUNT)                                                                       \
    for (unsigned t = 0; t < COUNT##u; ++t) {                                                      \
        const unsigned tx = t % dim_x, ty = t / dim_x % dim_y, tz = t / dim_x / dim_y;             \
        const unsigned g = b * COUNT##u + t;                                                       \
        T *r = all[t].r;                                                                           \
        (void)tx, (void)ty, (void)tz, (void)g, (void)r, (void)n;
#define THREADS_END }
#define HOST_ADD(ADDRESS, VALUE) (*(ADDRESS) += (VALUE))

template <unsigned FACTOR, class T> __host__ __device__ T twist(T x) {
    return (x * T(FACTOR)) ^ (x >> (FACTOR % 31u));
}

template <class T> __host__ __device__ T mix(T a, T b) {
    for (int i = 0; i < 3; ++i) {
        a = a * T(1664525u) + b;
        b = (b << 7) ^ (b >> 5) ^ a;
    }
    return a ^ b;
}

__device__ unsigned thread_place() {
    unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) + 1000u * b;
}

// The lanes that exist in the warp of thread t.
__device__ unsigned warp_mask(unsigned t, unsigned threads) {
    unsigned lanes = threads - t / 32u * 32u;
    return lanes >= 32u ? 0xffffffffu : (1u << lanes) - 1u;
}

// What makes threads wait, in functions.
template <class T> __device__ T shfl_sync(unsigned mask, T value, unsigned source, int width) {
    return __shfl_sync(mask, value, source, width);
}
template <class T> __device__ T shfl_up_sync(unsigned mask, T value, unsigned delta, int width) {
    return __shfl_up_sync(mask, value, delta, width);
}
template <class T> __device__ T shfl_down_sync(unsigned mask, T value, unsigned delta, int width) {
    return __shfl_down_sync(mask, value, delta, width);
}
template <class T> __device__ T shfl_xor_sync(unsigned mask, T value, unsigned lanes, int width) {
    return __shfl_xor_sync(mask, value, lanes, width);
}
__device__ unsigned ballot_lanes(unsigned mask, int test) {
    return __ballot_sync(mask, test);
}
__device__ int any_lanes(unsigned mask, int test) {
    return __any_sync(mask, test);
}
__device__ int all_lanes(unsigned mask, int test) {
    return __all_sync(mask, test);
}
__device__ int block_count(int test) {
    return __syncthreads_count(test);
}
__device__ int block_or(int test) {
    return __syncthreads_or(test);
}
__device__ int block_and(int test) {
    return __syncthreads_and(test);
}

// Whose value a shuffle gives to thread t.
[[maybe_unused]] static unsigned source(unsigned t, unsigned lane, unsigned width) {
    return t / width * width + lane % width;
}
[[maybe_unused]] static unsigned source_up(unsigned t, unsigned delta, unsigned width) {
    return t % width >= delta ? t - delta : t;
}
[[maybe_unused]] static unsigned source_down(unsigned t, unsigned delta, unsigned width) {
    return t % width + delta < width ? t + delta : t;
}
[[maybe_unused]] static unsigned source_xor(unsigned t, unsigned mask, unsigned width) {
    return (t ^ mask) < t / width * width + width ? t ^ mask : t;
}

[[maybe_unused]] static unsigned ballot_of(const std::vector<bool> &vote, unsigned t) {
    unsigned result = 0;
    for (unsigned lane = 0; lane < 32u && t / 32u * 32u + lane < vote.size(); ++lane)
        result |= (vote[t / 32u * 32u + lane] ? 1u : 0u) << lane;
    return result;
}
[[maybe_unused]] static unsigned any_of(const std::vector<bool> &vote, unsigned t) {
    return ballot_of(vote, t) != 0;
}
[[maybe_unused]] static unsigned all_of(const std::vector<bool> &vote, unsigned t) {
    for (unsigned lane = 0; lane < 32u && t / 32u * 32u + lane < vote.size(); ++lane)
        if (!vote[t / 32u * 32u + lane])
            return 0;
    return 1;
}
[[maybe_unused]] static unsigned block_count(const std::vector<bool> &vote) {
    unsigned count = 0;
    for (bool v : vote)
        count += v ? 1u : 0u;
    return count;
}
[[maybe_unused]] static unsigned block_or(const std::vector<bool> &vote) { return block_count(vote) != 0; }
[[maybe_unused]] static unsigned block_and(const std::vector<bool> &vote) {
    return block_count(vote) == vote.size();
}

static void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    std::printf("%s (%s)\n", cudaGetErrorName(error), cudaGetErrorString(error));
    std::exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
}

template <class T> struct test_data {
    std::vector<T> in0, out, cells, got_out, got_cells;
    std::vector<unsigned> in1;
    T seed, *device_in0, *device_out, *device_cells;
    unsigned *device_in1;

    test_data(unsigned threads, unsigned id)
        : in0(INPUTS), out(threads), cells(CELLS), got_out(threads), got_cells(CELLS), in1(INPUTS),
          seed(T(id * 2654435761u)) {
        T x = seed;
        for (unsigned i = 0; i < INPUTS; ++i) {
            x = x * T(6364136223846793005ull) + T(1442695040888963407ull);
            in0[i] = x ^ (x >> 13);
            in1[i] = unsigned(x >> 9) * 2246822519u;
        }
        check(cudaMalloc(&device_in0, INPUTS * sizeof(T)));
        check(cudaMalloc(&device_in1, INPUTS * sizeof(unsigned)));
        check(cudaMalloc(&device_out, threads * sizeof(T)));
        check(cudaMalloc(&device_cells, CELLS * sizeof(T)));
        check(cudaMemcpy(device_in0, in0.data(), INPUTS * sizeof(T), cudaMemcpyHostToDevice));
        check(cudaMemcpy(device_in1, in1.data(), INPUTS * sizeof(unsigned),
                         cudaMemcpyHostToDevice));
        check(cudaMemset(device_out, 0, threads * sizeof(T)));
        check(cudaMemset(device_cells, 0, CELLS * sizeof(T)));
    }
    void finish() {
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
        check(cudaMemcpy(got_out.data(), device_out, out.size() * sizeof(T),
                         cudaMemcpyDeviceToHost));
        check(cudaMemcpy(got_cells.data(), device_cells, CELLS * sizeof(T),
                         cudaMemcpyDeviceToHost));
        check(cudaFree(device_in0));
        check(cudaFree(device_in1));
        check(cudaFree(device_out));
        check(cudaFree(device_cells));
    }
    bool compare(unsigned id) const {
        return compare(id, "out", got_out, out) && compare(id, "cells", got_cells, cells);
    }
    static bool compare(unsigned id, const char *name, const std::vector<T> &got,
                        const std::vector<T> &wanted) {
        unsigned wrong = 0;
        for (size_t i = 0; i < got.size(); ++i) {
            if (got[i] != wanted[i] && ++wrong == 1)
                std::printf("kernel %u: %s[%zu] is %llx, expected %llx\n", id, name, i,
                            static_cast<unsigned long long>(got[i]),
                            static_cast<unsigned long long>(wanted[i]));
        }
        if (wrong != 0)
            std::printf("kernel %u: %u of %zu elements of %s are wrong\n", id, wrong, got.size(),
                        name);
        return wrong == 0;
    }
};

)";

bool parse(const char *text, unsigned long long most, unsigned long long *value) {
    char *end = nullptr;
    *value = std::strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *value <= most;
}

} // namespace

int main(int argc, char **argv) {
    unsigned long long seed = 0, count = 0;
    if (argc != 3 || !parse(argv[1], ~0ull, &seed) || !parse(argv[2], 10000, &count) ||
        count == 0) {
        std::fprintf(stderr, "usage: generate SEED COUNT\n"
                             "writes a .cu file with COUNT (1 to 10000) random kernels\n");
        return 2;
    }
    dice random(seed);
    std::cout << "// Written by generate " << seed << " " << count << ".\n"
              << replaced(replaced(head, "INPUTS", number(INPUTS) + "u"), "CELLS",
                          number(CELLS) + "u");
    for (unsigned id = 0; id < count; ++id)
        std::cout << kernel_writer(random, id).write();
    std::cout << "int main() {\n    unsigned failed = 0;\n";
    for (unsigned id = 0; id < count; ++id)
        std::cout << "    failed += run_" << id << "() ? 0 : 1;\n";
    std::cout << "    if (failed == 0)\n        std::printf(\"PASSED: " << count
              << " kernels of seed " << seed
              << "\\n\");\n    else\n        std::printf(\"FAILED: %u of " << count
              << " kernels of seed " << seed
              << "\\n\", failed);\n    return failed == 0 ? 0 : 1;\n}\n";
    std::cout.flush();
    return std::cout.good() ? 0 : 1;
}
