// generate.cpp: writes a CUDA program of random kernels of the kind whose threads become lanes.
//
//   generate SEED COUNT >lanes.cu
//
// Behind these come the kernels of the headers here. It prints a number for each kernel, made of
// every bit that its threads have calculated: to be compared between two ways of building it. No
// thread depends on another but across a barrier, so the numbers must be the same. From a seed and
// a count comes always one and the same program.
#include "../../dice.h"
#include "grid_kernels.h"
#include "leaving_kernels.h"
#include "neighbouring_kernels.h"
#include "ordinary_kernels.h"
#include "treacherous_kernels.h"
#include "waiting_kernels.h"

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace {

class kernel_writer {
public:
    kernel_writer(dice &random, int id) : random_(random), id_(std::to_string(id)) {}
    void write();

private:
    void statement(int depth, bool may_wait);
    void wait();
    void stride();
    void count();
    void branch(int depth);
    void shift();
    void define();
    void enclose(int depth);
    std::string v() { return random_.one_of({"v0", "v1", "v2", "v3"}); }
    std::string term();
    std::string small() { return std::to_string(random_.between(1, 9)); }
    std::string name(const char *what) { return what + std::to_string(names_++); }

    dice &random_;
    const std::string id_;
    int names_ = 0;
    std::string indent_ = "    ";
};

std::string kernel_writer::term() {
    switch (random_.below(7)) {
    case 0:
        return v();
    case 1:
        return "a[i]";
    case 2:
        return "b[i + " + small() + "]";
    case 3:
        return "(float)(i % " + small() + ")";
    case 4:
        return "a[row * 16 + x]";
    case 5:
        return "sqrtf(fabsf(" + v() + "))";
    default:
        return small() + ".25f";
    }
}

void kernel_writer::stride() {
    const std::string j = name("j"), less = random_.one_of({"<", "<="}),
                      body = v() + " = " + v() + " * 0.75f + a[" + j + "] * " + term() + ";";
    const std::string p = name("p"), pointer = random_.one_in(3)
                                                   ? "const float *" + p + " = b + m; " + v() +
                                                         " += " + p + "[" + j + "]; "
                                                   : "";
    const std::string counts =
        random_.one_in(2) ? " atomicAdd(&bins[(" + j + " * 5) % 61], " + j + " % 7);" : "";
    const std::string step = random_.one_of({"blockDim.x * gridDim.x", "stride", "gridDim.x * 64"});
    if (random_.one_in(2)) {
        std::cout << indent_ << "for (int " << j << " = i; " << j << " " << less << " n; " << j
                  << " += " << step << ") {\n"
                  << indent_ << "    " << pointer << body << counts << "\n"
                  << indent_ << "}\n";
    } else {
        std::cout << indent_ << "int " << j << " = i + " << small() << ";\n"
                  << indent_ << "while (" << j << " " << less << " n"
                  << (random_.one_in(3) ? " && m > 2" : "") << ") {\n"
                  << indent_ << "    " << pointer << body << counts << "\n"
                  << indent_ << "    "
                  << (random_.one_in(3)
                          ? "if (" + j + " > 99) " + v() + " += 0.5f;\n" + indent_ + "    "
                          : "")
                  << j << " += " << step << ";\n"
                  << indent_ << "}\n";
    }
}

// Loops that all threads of a row take alike, or each by itself.
void kernel_writer::count() {
    const std::string q = name("q");
    const std::string bound =
        random_.one_of({"m", "3", "row % 4", "(int)threadIdx.x % 5", "blockIdx.x + 2", "k"});
    std::cout << indent_ << "for (int " << q << " = 0; " << q << " < " << bound << "; " << q
              << "++) {\n"
              << indent_ << "    " << v() << " += " << term() << " * " << q << ";\n"
              << indent_ << "    " << v() << " = " << v() << " - a[" << q << " * 8 + x] * 0.5f;\n";
    if (random_.one_in(4))
        std::cout << indent_ << "    k += " << q << " % 2;\n";
    if (random_.one_in(4))
        std::cout << indent_ << "    if (" << v() << " > 1e6f)\n" << indent_ << "        break;\n";
    std::cout << indent_ << "}\n";
}

void kernel_writer::branch(int depth) {
    std::cout << indent_ << "if ("
              << random_.one_of({"i < n / 2", "threadIdx.x >= 3 && row < m", "v0 > v1",
                                 "row % 2 == 0", "x == 5", "m > x", "x - 2 <= m",
                                 "i >= 7 && i < n && v2 < 9", "threadIdx.x > blockIdx.x",
                                 "i < n && row < m && m > 1", "i < n & row < m",
                                 "i < n && m > 2 || row > 3", "i < n ? m > 4 : row > 1",
                                 "i >= n | m > 5", "threadIdx.x - 1 >= m", "i - 2.5f < m",
                                 "i < n == m < 6", "x - m <= blockDim.x"})
              << ") {\n";
    indent_ += "    ";
    statement(depth + 1, false);
    statement(depth + 1, false);
    indent_.resize(indent_.size() - 4);
    std::cout << indent_ << "}";
    if (random_.one_in(3))
        std::cout << " else {\n"
                  << indent_ << "    " << v() << " -= " << term() << ";\n"
                  << indent_ << "}";
    std::cout << "\n";
}

void kernel_writer::shift() {
    const std::string h = name("h"), shifts = random_.one_of({" >>= ", " <<= "});
    std::cout << indent_ << "unsigned " << h << " = "
              << random_.one_of({"m", "i", "row + 3", "n ^ i"}) << ";\n";
    if (random_.one_in(3))
        std::cout << indent_ << "if (" << v() << " > 1)\n    ";
    std::cout << indent_ << h << shifts << random_.one_of({"1", "m % 3", "i & 3"}) << ";\n"
              << indent_ << (random_.one_in(2) ? "(k)" : "k") << " = " << h << " % 7;\n"
              << indent_ << v() << " += " << h << " % 1000;\n";
}

// Several variables at once; of floating-point numbers.
void kernel_writer::define() {
    const std::string p = name("p"), q = name("q"), r = name("r");
    std::cout << indent_ << "int " << p << " = "
              << random_.one_of({"i + 2", "i + 1.5f", "row", "x + k % 2", "i + m * 0.5"}) << ", "
              << q << " = " << p << random_.one_of({" + m", " + row", " + 1.25", " * 2"}) << ";\n"
              << indent_ << "size_t " << r << " = "
              << random_.one_of({"threadIdx.x - 1", "i", "x - m", "(size_t)(a + x) / 4", q.c_str()})
              << ";\n"
              << indent_ << "if (" << q << " < n)\n"
              << indent_ << "    " << v() << " += a[" << p << "] - (" << r << " > " << small()
              << ");\n";
}

void kernel_writer::enclose(int depth) {
    std::cout << indent_ << "{\n";
    indent_ += "    ";
    define();
    statement(depth + 1, false);
    indent_.resize(indent_.size() - 4);
    std::cout << indent_ << "}\n";
}

void kernel_writer::wait() {
    const std::string s = name("step"), from = v(), to = v();
    const bool loops = random_.one_in(2);
    if (loops) {
        std::cout << indent_ << "for (int " << s << " = " << small() << "; " << s << " != 0; " << s
                  << " /= 2) {\n";
        indent_ += "    ";
    }
    std::cout << indent_ << "cells[t] = " << from << ";\n" << indent_ << "__syncthreads();\n";
    if (random_.one_in(2))
        std::cout << indent_ << to << " += cells[all - 1 - t] * 0.5f;\n";
    else
        std::cout << indent_ << "if (x < " << (loops ? s : "m") << ")\n"
                  << indent_ << "    " << to << " += cells[(t + " << (loops ? s : "1")
                  << ") % all];\n";
    std::cout << indent_ << "__syncthreads();\n";
    if (loops) {
        indent_.resize(indent_.size() - 4);
        std::cout << indent_ << "}\n";
    }
}

void kernel_writer::statement(int depth, bool may_wait) {
    switch (random_.below(may_wait ? 11 : depth > 1 ? 6 : 8)) {
    case 0:
        std::cout << indent_ << v() << " += " << term() << " * " << term() << ";\n";
        break;
    case 1:
        count();
        break;
    case 2:
        stride();
        break;
    case 3:
        std::cout << indent_ << "k = (k + i * " << small() << ") % 5;\n"
                  << indent_ << v() << " += k;\n";
        break;
    case 4:
        shift();
        break;
    case 5: {
        const std::string c = name("c");
        std::cout << indent_ << "const float " << c << " = " << term() << ";\n"
                  << indent_ << v() << " = " << c << " - " << v() << " / 3;\n";
        break;
    }
    case 6:
        branch(depth);
        break;
    case 7:
        enclose(depth);
        break;
    default:
        wait();
    }
}

void kernel_writer::write() {
    const bool may_wait = random_.one_in(2), leaves = !may_wait && random_.one_in(2);
    std::cout << "__global__ void kernel" << id_
              << "(const float *a, const float *b, float *out, int *bins, int n, int m) {\n";
    if (may_wait)
        std::cout << "    __shared__ float cells[1024];\n";
    std::cout << "    int x = threadIdx.x" << random_.one_of({";\n    int ", ", "})
              << "i = threadIdx.x + blockIdx.x * blockDim.x;\n"
                 "    int row = threadIdx.y + blockIdx.y * blockDim.y;\n"
                 "    int t = threadIdx.x + threadIdx.y * blockDim.x;\n"
                 "    int all = blockDim.x * blockDim.y;\n"
                 "    int stride = blockDim.x * gridDim.x;\n"
                 "    int place = i + row * stride;\n"
                 "    float v0 = a[i], v1 = 0, v2 = i * 0.125f, v3 = row;\n"
                 "    int k = i % 4;\n";
    if (leaves)
        std::cout << "    if (i >= n - 5 " << random_.one_of({"||", "||", "||", "|"})
                  << " row >= m)\n        return;\n";
    const unsigned statements = random_.between(2, 6);
    for (unsigned i = 0; i < statements; ++i)
        statement(0, may_wait);
    std::cout << "    out[place * 4] = v0 + k;\n    out[place * 4 + 1] = v1;\n"
                 "    out[place * 4 + 2] = v2 + t;\n    out[place * 4 + 3] = v3 + all;\n}\n\n";
}

void call(const std::string &name, int dimensions, dice &random) {
    const char *shape =
        dimensions == 3 ? random.one_of({"dim3(2), dim3(8, 4, 3)", "dim3(1, 1, 2), dim3(33, 2, 5)",
                                         "dim3(3), dim3(1, 1, 64)", "dim3(2), dim3(300, 1, 3)",
                                         "dim3(70, 2, 2), dim3(5, 2, 3)"})
        : dimensions == 2
            ? random.one_of({"dim3(3, 2), dim3(16, 16)", "dim3(5), dim3(256)",
                             "dim3(2), dim3(1024)", "dim3(4, 3), dim3(7, 5, 1)",
                             "dim3(6), dim3(33)", "dim3(9), dim3(1)", "dim3(2, 2), dim3(300, 3)",
                             "dim3(1, 5), dim3(1, 64)", "dim3(90, 3), dim3(9, 4)",
                             "dim3(300), dim3(1, 8)"})
            : random.one_of({"dim3(5), dim3(256)", "dim3(2), dim3(1024)", "dim3(6), dim3(33)",
                             "dim3(9), dim3(1)", "dim3(3), dim3(300)", "dim3(100), dim3(40)"});
    std::cout << "    run(\"" << name << "\", " << name << ", " << shape << ", "
              << random.between(1, 3000) << ", " << random.below(12) << ");\n";
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::cerr << "usage: generate SEED COUNT\n";
        return 2;
    }
    dice random(std::strtoull(argv[1], nullptr, 10));
    const int count = std::atoi(argv[2]);
    std::cout << "#include <cstdio>\n#include <cstring>\n#include <vector>\n\n";
    for (int id = 0; id < count; ++id)
        kernel_writer(random, id).write();
    std::cout
        << TREACHEROUS_KERNELS << ORDINARY_KERNELS << WAITING_KERNELS << LEAVING_KERNELS
        << NEIGHBOURING_KERNELS << GRID_KERNELS
        << "const int SIZE = 1 << 16;\nstatic float *a, *b, *out;\nstatic int *bins;\n\n"
           "template <class Kernel> static void run(const char *name, Kernel kernel, dim3 grid, "
           "dim3 "
           "threads, int n, int m) {\n"
           "    cudaMemset(out, 0, SIZE * 4 * sizeof(float));\n"
           "    cudaMemset(bins, 0, 61 * sizeof(int));\n"
           "    kernel<<<grid, threads>>>(a, b, out, bins, n, m);\n"
           "    std::vector<unsigned> bits(SIZE * 4 + 61);\n"
           "    cudaError_t error = cudaMemcpy(bits.data(), out, SIZE * 4 * sizeof(float), "
           "cudaMemcpyDeviceToHost);\n"
           "    cudaMemcpy(&bits[SIZE * 4], bins, 61 * sizeof(int), cudaMemcpyDeviceToHost);\n"
           "    unsigned long long sum = 14695981039346656037ull;\n"
           "    for (unsigned word : bits)\n"
           "        sum = (sum ^ word) * 1099511628211ull;\n"
           "    std::printf(\"%s: %s, %016llx\\n\", name, cudaGetErrorString(error), "
           "sum);\n}\n\n"
           "int main() {\n    std::vector<float> host(SIZE * 2);\n"
           "    for (int i = 0; i < SIZE * 2; i++)\n        host[i] = (i * 37 % 1001) * 0.01f - "
           "3;\n"
           "    cudaMalloc(&a, SIZE * 2 * sizeof(float));\n    cudaMalloc(&b, SIZE * 2 * "
           "sizeof(float));\n"
           "    cudaMalloc(&out, SIZE * 4 * sizeof(float));\n    cudaMalloc(&bins, 61 * "
           "sizeof(int));\n"
           "    cudaMemcpy(a, host.data(), SIZE * 2 * sizeof(float), cudaMemcpyHostToDevice);\n"
           "    cudaMemcpy(b, host.data(), SIZE * 2 * sizeof(float), cudaMemcpyHostToDevice);\n";
    for (int id = 0; id < count; ++id)
        for (int times = 0; times < 3; ++times)
            call("kernel" + std::to_string(id), 2, random);
    const std::string head = "__global__ void ", known = std::string(TREACHEROUS_KERNELS) +
                                                         ORDINARY_KERNELS + WAITING_KERNELS +
                                                         LEAVING_KERNELS + NEIGHBOURING_KERNELS +
                                                         GRID_KERNELS;
    const std::string_view all = known;
    for (std::size_t at = all.find(head); at != all.npos;) {
        const std::size_t name = at + head.size();
        at = all.find(head, name);
        const std::string_view kernel = all.substr(name, at - name);
        for (int times = 0; times < 3; ++times)
            call(std::string(kernel.substr(0, kernel.find('('))),
                 kernel.find("threadIdx.z") != kernel.npos   ? 3
                 : kernel.find("threadIdx.y") != kernel.npos ? 2
                                                             : 1,
                 random);
    }
    std::cout << "}\n";
}
