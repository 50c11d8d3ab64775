// messages.cpp: understand(), see process.h.
#include "channel.h"
#include "process.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace practice {

void understand(const std::vector<char> &sent, outcome &o) {
    std::size_t at = 0;
    while (sent.size() - at >= 1 + sizeof(std::uint64_t)) {
        const char kind = sent[at];
        std::uint64_t length;
        std::memcpy(&length, &sent[at + 1], sizeof length);
        at += 1 + sizeof length;
        if (length > sent.size() - at)
            return; // it ended in the middle of a message
        const std::vector<char> bytes(sent.begin() + static_cast<std::ptrdiff_t>(at),
                                      sent.begin() + static_cast<std::ptrdiff_t>(at + length));
        at += length;
        switch (kind) {
        case result:
            o.results.push_back(bytes);
            break;
        case failed:
            o.failed.assign(bytes.begin(), bytes.end());
            break;
        case done:
            o.done = true;
            break;
        }
    }
}

} // namespace practice
