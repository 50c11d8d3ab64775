// pools.cpp: memory pools, and what no other process can share here.
//
// A pool keeps no memory back: what is freed goes to the device at once. So what a pool has
// reserved is what is used of it.
#include "api_state.h"
#include "machine/threads.h"
#include "memory.h"
#include "stream.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>

struct CUmemPoolHandle_st {
    int device = 0;
    bool used_by[cuda_emulator::most_devices] = {}; // besides its own
    int reuse[3] = {1, 1, 1};                       // the attributes 1 to 3
    unsigned long long release_threshold = 0;
    unsigned long long reserved_high = 0, used_high = 0;
    std::map<void *, size_t> allocations; // some may have been freed since
};

namespace cuda_emulator {

namespace {

struct pools {
    os_mutex mutex;
    CUmemPoolHandle_st default_pools[most_devices];
    cudaMemPool_t current[most_devices];
    std::set<cudaMemPool_t> created;

    pools() {
        for (int device = 0; device < most_devices; ++device) {
            default_pools[device].device = device;
            current[device] = &default_pools[device];
        }
    }
    bool is_default(cudaMemPool_t pool) const { return pool == &default_pools[pool->device]; }
};
pools &all_pools() {
    static pools &p = *new pools; // never destroyed: destructors of the program may still free
    return p;
}

bool is_alive(const pools &p, cudaMemPool_t pool) {
    for (const CUmemPoolHandle_st &one : p.default_pools)
        if (pool == &one)
            return true;
    return p.created.count(pool) != 0;
}

unsigned long long used_of(cudaMemPool_t pool) {
    unsigned long long used = 0;
    for (auto entry = pool->allocations.begin(); entry != pool->allocations.end();) {
        const memory_place place = find_memory(entry->first);
        if (place.kind == memory_kind::device && place.base == entry->first) {
            used += entry->second;
            ++entry;
        } else {
            entry = pool->allocations.erase(entry);
        }
    }
    return used;
}

void note(cudaMemPool_t pool, void *pointer, size_t size) {
    pool->allocations[pointer] = size;
    const unsigned long long used = used_of(pool);
    pool->used_high = std::max(pool->used_high, used);
    pool->reserved_high = std::max(pool->reserved_high, used);
}

template <class Body> cudaError_t pool_call(const char *name, cudaMemPool_t pool, Body body) {
    return api_call(name, cudaErrorInvalidValue, call_kind::asks, [&] {
        pools &p = all_pools();
        const os_lock lock(p.mutex);
        return is_alive(p, pool) ? body(p) : cudaErrorInvalidValue;
    });
}

cudaError_t attribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value, bool sets) {
    if (value == nullptr)
        return cudaErrorInvalidValue;
    auto *number = static_cast<unsigned long long *>(value);
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies: {
        int &mine = pool->reuse[attribute - 1];
        int *theirs = static_cast<int *>(value);
        (sets ? mine : *theirs) = sets ? *theirs : mine;
        return cudaSuccess;
    }
    case cudaMemPoolAttrReleaseThreshold:
        (sets ? pool->release_threshold : *number) = sets ? *number : pool->release_threshold;
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
        if (sets)
            return cudaErrorInvalidValue;
        *number = used_of(pool);
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh: {
        unsigned long long &high =
            attribute == cudaMemPoolAttrUsedMemHigh ? pool->used_high : pool->reserved_high;
        if (sets && *number != 0)
            return cudaErrorInvalidValue; // it can be reset only
        if (sets)
            high = used_of(pool);
        else
            *number = high;
        return cudaSuccess;
    }
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t get_pool(const char *name, cudaMemPool_t *pool, int device, bool default_one) {
    return api_call(name, cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!device_exists(device))
            return cudaErrorInvalidDevice;
        if (pool == nullptr)
            return cudaErrorInvalidValue;
        pools &p = all_pools();
        const os_lock lock(p.mutex);
        *pool = default_one ? &p.default_pools[device] : p.current[device];
        return cudaSuccess;
    });
}

cudaError_t not_supported(const char *name) {
    return api_call(name, cudaErrorNotSupported, call_kind::asks,
                    [] { return cudaErrorNotSupported; });
}

} // namespace

void note_pool_allocation(int device, void *pointer, size_t size) {
    pools &p = all_pools();
    const os_lock lock(p.mutex);
    note(p.current[device], pointer, size);
}

// Whether the pointer is memory of a pool of which that is true.
template <class Test> static bool is_of_any_pool(void *pointer, Test test) {
    pools &p = all_pools();
    const os_lock lock(p.mutex);
    const auto has = [&](const CUmemPoolHandle_st &pool) {
        return pool.allocations.count(pointer) != 0 && test(pool);
    };
    return std::any_of(std::begin(p.default_pools), std::end(p.default_pools), has) ||
           std::any_of(p.created.begin(), p.created.end(),
                       [&](cudaMemPool_t pool) { return has(*pool); });
}

bool is_of_pool(void *pointer) {
    return is_of_any_pool(pointer, [](const CUmemPoolHandle_st &) { return true; });
}

bool pool_lets_use(void *pointer, int device) {
    return is_of_any_pool(
        pointer, [device](const CUmemPoolHandle_st &pool) { return pool.used_by[device]; });
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    return get_pool("cudaDeviceGetDefaultMemPool", pool, device, true);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    return get_pool("cudaDeviceGetMemPool", pool, device, false);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return pool_call("cudaDeviceSetMemPool", pool, [&](pools &p) {
        if (!device_exists(device) || pool->device != device)
            return cudaErrorInvalidDevice;
        p.current[device] = pool;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props) {
    return api_call("cudaMemPoolCreate", cudaErrorMemoryAllocation, call_kind::asks, [&] {
        if (pool == nullptr || props == nullptr || props->allocType != cudaMemAllocationTypePinned)
            return cudaErrorInvalidValue;
        if (props->location.type != cudaMemLocationTypeDevice ||
            props->handleTypes != cudaMemHandleTypeNone)
            return cudaErrorNotSupported;
        if (!device_exists(props->location.id))
            return cudaErrorInvalidDevice;
        pools &p = all_pools();
        const os_lock lock(p.mutex);
        *pool = new CUmemPoolHandle_st();
        (*pool)->device = props->location.id;
        p.created.insert(*pool);
        return cudaSuccess;
    });
}

// What was allocated from it stays until it is freed.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return pool_call("cudaMemPoolDestroy", pool, [&](pools &p) {
        if (p.is_default(pool))
            return cudaErrorInvalidValue;
        if (p.current[pool->device] == pool)
            p.current[pool->device] = &p.default_pools[pool->device];
        p.created.erase(pool);
        delete pool;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    return pool_call("cudaMemPoolTrimTo", pool, [](pools &) { return cudaSuccess; });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr which, void *value) {
    return pool_call("cudaMemPoolSetAttribute", pool,
                     [&](pools &) { return attribute(pool, which, value, true); });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr which, void *value) {
    return pool_call("cudaMemPoolGetAttribute", pool,
                     [&](pools &) { return attribute(pool, which, value, false); });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access,
                                 size_t count) {
    return pool_call("cudaMemPoolSetAccess", pool, [&](pools &) {
        if (access == nullptr && count != 0)
            return cudaErrorInvalidValue;
        for (size_t i = 0; i < count; ++i) {
            if (access[i].location.type != cudaMemLocationTypeDevice)
                return cudaErrorInvalidValue;
            const int device = access[i].location.id;
            const bool may_use = access[i].flags == cudaMemAccessFlagsProtReadWrite;
            if (!device_exists(device) || (device == pool->device && !may_use))
                return cudaErrorInvalidDevice; // its own device cannot be shut out
            pool->used_by[device] = may_use;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location) {
    return pool_call("cudaMemPoolGetAccess", pool, [&](pools &) {
        if (flags == nullptr || location == nullptr || location->type != cudaMemLocationTypeDevice)
            return cudaErrorInvalidValue;
        if (!device_exists(location->id))
            return cudaErrorInvalidDevice;
        *flags = location->id == pool->device || pool->used_by[location->id]
                     ? cudaMemAccessFlagsProtReadWrite
                     : cudaMemAccessFlagsProtNone;
        return cudaSuccess;
    });
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    {
        pools &p = all_pools();
        const os_lock lock(p.mutex);
        if (!is_alive(p, pool))
            return api_call("cudaMallocFromPoolAsync", cudaErrorMemoryAllocation,
                            call_kind::goes_on, [] { return cudaErrorInvalidValue; });
    }
    const device_scope of_pool(pool->device);
    const cudaError_t e =
        allocate_in_stream("cudaMallocFromPoolAsync", pointer, size, stream, caller);
    if (e != cudaSuccess || size == 0)
        return e;
    pools &p = all_pools();
    const os_lock lock(p.mutex);
    p.current[device_of(stream)]->allocations.erase(*pointer);
    note(pool, *pointer, size);
    return e;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *) {
    return not_supported("cudaIpcGetMemHandle");
}
cudaError_t cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned int) {
    return not_supported("cudaIpcOpenMemHandle");
}
cudaError_t cudaIpcCloseMemHandle(void *) {
    return not_supported("cudaIpcCloseMemHandle");
}
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t) {
    return not_supported("cudaIpcGetEventHandle");
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t) {
    return not_supported("cudaIpcOpenEventHandle");
}

} // extern "C"
