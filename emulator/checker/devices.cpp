// devices.cpp: whose memory a kernel uses, where there are several devices.
#include "checker.h"
#include "allocations.h"
#include "order.h"

#include <string>

namespace cuda_emulator {
namespace checker {

// Allocations have pages of their own. What of these this launch is known to be able to use.
static struct {
    uintptr_t page;
    uint32_t launch;
} known_pages[1024];

void look_whose(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code) {
    const uintptr_t page = address / 4096;
    auto &known_page = known_pages[page % 1024];
    if (known_page.page == page && known_page.launch == now.launch_first)
        return;
    const undisturbed quiet;
    const int device = now.launch->device;
    const memory_place place = find_memory(reinterpret_cast<void *>(address));
    if (device_can_use(place, device)) {
        known_page = {page, now.launch_first};
        return;
    }
    finding f(mistake::no_peer_access);
    f.address = address;
    f.first = this_access(code, writes, atomic, static_cast<unsigned>(bytes));
    f.missing = "memory of device " + std::to_string(device) +
                ", which runs the kernel, in place of device " + std::to_string(place.device) +
                "'s; or cudaDeviceEnablePeerAccess(" + std::to_string(place.device) +
                ", 0), after cudaSetDevice(" + std::to_string(device) +
                "): on GPUs this is an illegal address";
    describe(address, f);
    add(std::move(f));
}

} // namespace checker
} // namespace cuda_emulator
