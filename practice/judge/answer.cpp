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

    // Says that all is done, once the inputs are found to be what they were.
    void finish() {
        for (const piece &p : pieces_) {
            std::vector<char> now(p.before.size());
            if (!p.may_change && !now.empty()) {
                must(cudaMemcpy(now.data(), p.memory, now.size(), cudaMemcpyDeviceToHost),
                     "cannot read an input");
                if (std::memcmp(now.data(), p.before.data(), now.size()) != 0)
                    send(changed, p.name, std::strlen(p.name));
            }
            must(cudaFree(p.memory), "cannot free memory");
        }
        send(done, "", 0);
    }

protected:
    void *memory(const char *name, const void *elements, std::size_t count,
                 std::size_t bytes_of_one, bool may_change) override {
        piece p = {name, nullptr, {}, may_change};
        const std::size_t bytes = count * bytes_of_one;
        if (bytes != 0)
            must(cudaMalloc(&p.memory, bytes), "cannot allocate memory");
        if (bytes != 0 && elements != nullptr) {
            must(cudaMemcpy(p.memory, elements, bytes, cudaMemcpyHostToDevice), "cannot copy");
            const char *first = static_cast<const char *>(elements);
            p.before.assign(first, first + bytes);
        }
        pieces_.push_back(p);
        return p.memory;
    }
    bool begins() override {
        shut_in();
        return true;
    }
    void ends() override {
        must(cudaGetLastError(), "a call of solve() fails");
        must(cudaDeviceSynchronize(), "a kernel fails");
    }
    bool fetch(const void *memory, void *to, std::size_t bytes) override {
        if (bytes != 0)
            must(cudaMemcpy(to, memory, bytes, cudaMemcpyDeviceToHost), "cannot read the result");
        send(result, to, bytes);
        return false;
    }
    void differs(const std::string &) override {} // never: nothing is compared here

private:
    struct piece {
        const char *name;
        void *memory;
        std::vector<char> before;
        bool may_change;
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
    practice::judged(process);
    process.finish();
    return 0;
}
