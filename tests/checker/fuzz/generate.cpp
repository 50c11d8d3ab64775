// generate.cpp: writes a CUDA program of random kernels, each correct, and each with mistakes that
// can be switched on one at a time; and with every mistake what the checker has to find.
//
//   generate SEED COUNT [MOST_THREADS] >fuzz.cu
//
// The program, compiled with the checker, takes the number of a kernel and that of a mistake, 0 for
// none. Its last lines, which begin with "//!", are read by measure.cpp, which runs it.
//
// A kernel is a random list of accesses by all threads to arrays in every kind of memory, with
// random maps from threads to elements. The program runs each kernel step by step as a model
// (class model), and keeps, for every field of every element, who has touched it and since which
// barriers. Where the model finds two accesses that nothing orders, it puts __syncwarp() or
// __syncthreads() between them, or takes the later one out, until none is left: so the kernel is
// correct, with hardly a barrier too many. The same model then says what a mistake does: between
// which lines there is a race, which lines read what was not written, and which leave the array.
// Faults without any effect are not used.
//
// inventor.h has the invention, model.h the model, emitter.h the text and what has to be found.
//
// What the model cannot say, locks and counters among blocks, comes as whole pieces of code whose
// mistakes and lines are known from the pattern.
#include "../../dice.h"
#include "emitter.h"
#include "inventor.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
#include <string>

using namespace fuzz;

namespace {

const char *const head = R"(#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

struct record {
    unsigned a;
    unsigned char b, c;
    unsigned short d;
};

// Numbers into what is stored, and back.
template <class T> __device__ T made(unsigned v) { return T(v); }
template <> __device__ float made<float>(unsigned v) { return float(v & 0xffffu); }
template <> __device__ double made<double>(unsigned v) { return double(v & 0xffffu); }
template <> __device__ uint2 made<uint2>(unsigned v) { return make_uint2(v, v + 1u); }
template <> __device__ float4 made<float4>(unsigned v) {
    return make_float4(float(v & 0xffffu), float((v + 1u) & 0xffffu), float((v + 2u) & 0xffffu),
                       float((v + 3u) & 0xffffu));
}
template <> __device__ record made<record>(unsigned v) {
    record x;
    x.a = v, x.b = (unsigned char)(v + 1u), x.c = (unsigned char)(v + 2u);
    x.d = (unsigned short)(v + 3u);
    return x;
}
template <> __device__ uchar4 made<uchar4>(unsigned v) {
    return make_uchar4((unsigned char)v, (unsigned char)(v + 1u), (unsigned char)(v + 2u),
                       (unsigned char)(v + 3u));
}
template <class T> __device__ unsigned taken(T v) { return unsigned(v); }

static unsigned the_mistake;
static bool failed;

// Calls fail after a mistake; without one none may.
static void ask(cudaError_t error) {
    if (error == cudaSuccess || the_mistake != 0)
        return;
    std::printf("%s\n", cudaGetErrorName(error));
    std::exit(1);
}

// The model has computed what the kernel must.
static void check(unsigned id, const unsigned *out, size_t count, unsigned hash) {
    std::vector<unsigned> got(count);
    ask(cudaMemcpy(got.data(), out, count * sizeof(unsigned), cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    for (unsigned value : got)
        sum = sum * 31u + value;
    if (the_mistake == 0 && sum != hash) {
        std::printf("kernel %u: got %u, expected %u\n", id, sum, hash);
        failed = true;
    }
}

)";

bool parse(const char *text, unsigned long long most, unsigned long long *value) {
    char *end = nullptr;
    *value = std::strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *value <= most;
}

std::string joined(const std::set<std::string> &texts) {
    std::string all;
    for (const std::string &t : texts)
        all += " " + t;
    return all;
}

} // namespace

int main(int argc, char **argv) {
    unsigned long long seed = 0, count = 0, threads = 1024;
    if (argc < 3 || argc > 4 || !parse(argv[1], ~0ull, &seed) || !parse(argv[2], 1000, &count) ||
        (argc == 4 && !parse(argv[3], 1024, &threads)) || threads < 1) {
        std::fprintf(stderr, "usage: generate SEED COUNT [MOST_THREADS]\n"
                             "writes a .cu file with COUNT (up to 1000) random kernels\n");
        return 2;
    }
    dice random(seed);
    const std::string first = "// Written by generate " + number(seed) + " " + number(count) + " " +
                              number(threads) + ".\n" + head;
    std::cout << first;
    unsigned line = 1 + static_cast<unsigned>(std::count(first.begin(), first.end(), '\n'));
    std::ostringstream expected;
    for (unsigned id = 0; id < count; ++id) {
        inventor i(random, id, static_cast<unsigned>(threads));
        kernel k = i.invent();
        emitter e(random, k, i.order(), line);
        e.emit(10);
        std::cout << e.text();
        line = e.next_line();
        for (size_t f = 0; f < e.expectations().size(); ++f) {
            const expectation &x = e.expectations()[f];
            expected << "//! " << id << " " << f + 1 << " | "
                     << MISTAKE_NAMES[static_cast<size_t>(x.what.kind)] << " |" << joined(x.needed)
                     << " |" << joined(x.also) << "\n";
        }
    }
    std::cout << "int main(int argc, char **argv) {\n"
                 "    static void (*const kernels[])(unsigned) = {";
    for (unsigned id = 0; id < count; ++id)
        std::cout << (id == 0 ? "" : ", ") << "run_" << id;
    std::cout << "};\n"
                 "    const unsigned count = sizeof kernels / sizeof *kernels;\n"
                 "    if (argc == 1) {\n"
                 "        for (const auto run : kernels)\n"
                 "            run(0);\n"
                 "    } else if (argc == 2) { // so many threads of the host share the kernels\n"
                 "        std::vector<std::thread> hosts;\n"
                 "        const unsigned all = unsigned(std::atoi(argv[1]));\n"
                 "        for (unsigned host = 0; host < all; ++host)\n"
                 "            hosts.emplace_back([=] {\n"
                 "                for (unsigned i = host; i < count; i += all)\n"
                 "                    kernels[i](0);\n"
                 "            });\n"
                 "        for (std::thread &host : hosts)\n"
                 "            host.join();\n"
                 "    } else {\n"
                 "        the_mistake = unsigned(std::atoi(argv[2]));\n"
                 "        const unsigned which = unsigned(std::atoi(argv[1]));\n"
                 "        // Another thread of the host runs another kernel meanwhile, which is "
                 "correct.\n"
                 "        std::thread other([=] {\n"
                 "            if (argc == 4)\n"
                 "                kernels[(which + 1) % count](0);\n"
                 "        });\n"
                 "        kernels[which](the_mistake);\n"
                 "        other.join();\n"
                 "    }\n"
                 "    return failed ? 1 : 0;\n"
                 "}\n\n"
              << expected.str();
    std::cout.flush();
    return std::cout.good() ? 0 : 1;
}
