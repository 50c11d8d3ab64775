// answer.cpp: main() of the answer's process: answer SEED N [M]. It is linked with the answer and
// the task, runs one case, and sends off what the answer has left in memory.
#include "channel.h"
#include "judge.h"
#include "shut_in.h"

#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace practice {
namespace {

void write_all(const void *bytes, std::size_t count) {
    const char *from = static_cast<const char *>(bytes);
    while (count != 0) {
        const ssize_t written = write(channel, from, count);
        if (written <= 0)
            _exit(4); // nobody listens any more
        from += written;
        count -= static_cast<std::size_t>(written);
    }
}

void send(message kind, const void *bytes, std::size_t count) {
    const std::uint64_t length = count;
    write_all(&kind, 1);
    write_all(&length, sizeof length);
    write_all(bytes, count);
}

[[noreturn]] void fail(const std::string &what) {
    send(failed, what.data(), what.size());
    std::exit(3);
}

void must(cudaError_t error, const char *when) {
    if (error != cudaSuccess)
        fail(std::string(when) + ": " + cudaGetErrorName(error) + " (" + cudaGetErrorString(error) +
             ")");
}

class in_the_answer : public judge {
public:
    using judge::judge;

protected:
    void *memory(const char *, const void *elements, std::size_t count, std::size_t bytes_of_one,
                 bool) override {
        piece p = {nullptr, count * bytes_of_one};
        if (p.bytes != 0)
            must(cudaMalloc(&p.memory, p.bytes), "cannot allocate memory");
        if (p.bytes != 0 && elements != nullptr) {
            must(cudaMemcpy(p.memory, elements, p.bytes, cudaMemcpyHostToDevice), "cannot copy");
            // They are a vector's, so not const themselves.
            explicit_bzero(const_cast<void *>(elements), p.bytes);
        }
        pieces_.push_back(p);
        return p.memory;
    }
    bool begins() override {
        must(cudaFree(nullptr), "CUDA does not start"); // a GPU's driver could not, shut in
        shut_in();
        forget();
        return true;
    }
    [[noreturn]] void ends() override {
        must(cudaGetLastError(), "a call of solve() fails");
        must(cudaDeviceSynchronize(), "a kernel fails");
        for (const piece &p : pieces_) {
            std::vector<char> there(p.bytes);
            if (p.bytes != 0)
                must(cudaMemcpy(there.data(), p.memory, p.bytes, cudaMemcpyDeviceToHost),
                     "cannot read the result");
            send(result, there.data(), p.bytes);
            must(cudaFree(p.memory), "cannot free memory");
        }
        send(done, "", 0);
        std::exit(0);
    }
    void differs(const std::string &) override {} // never: nothing is compared here

private:
    struct piece {
        void *memory;
        std::size_t bytes;
    };
    std::vector<piece> pieces_;
};

} // namespace
} // namespace practice

int main(int argc, char **argv) {
    if (argc < 3 || argc > 4 || fcntl(practice::channel, F_GETFD) < 0) {
        std::fputs("usage: answer SEED N [M], started by the judge\n", stderr);
        return 2;
    }
    practice::in_the_answer process(
        practice::size(std::atoi(argv[2]), argc == 4 ? std::atoi(argv[3]) : -1),
        std::strtoull(argv[1], nullptr, 10));
    std::memset(argv[1], 0, std::strlen(argv[1]));
    practice::judged(process);
    return 5; // it has not called run()
}
