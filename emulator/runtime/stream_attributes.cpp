// stream_attributes.cpp: attributes of streams, which are kept and change nothing here.
#include "api_state.h"
#include "machine/threads.h"
#include "stream.h"

#include <map>

namespace cuda_emulator {

static os_mutex attributes_mutex;
using attributes = std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue>;
static std::map<cudaStream_t, attributes> &all_attributes() {
    static auto &a = *new std::map<cudaStream_t, attributes>; // never destroyed
    return a;
}

static bool is_known(cudaLaunchAttributeID id) {
    return id == cudaLaunchAttributeAccessPolicyWindow ||
           id == cudaLaunchAttributeSynchronizationPolicy || id == cudaLaunchAttributePriority ||
           id == cudaLaunchAttributeMemSyncDomainMap || id == cudaLaunchAttributeMemSyncDomain;
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                   const cudaLaunchAttributeValue *value) {
    return api_call("cudaStreamSetAttribute", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        if (value == nullptr || !is_known(id))
            return cudaErrorInvalidValue;
        const os_lock lock(attributes_mutex);
        all_attributes()[stream][id] = *value;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                   cudaLaunchAttributeValue *value) {
    return api_call("cudaStreamGetAttribute", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        if (value == nullptr || !is_known(id))
            return cudaErrorInvalidValue;
        const os_lock lock(attributes_mutex);
        const attributes &mine = all_attributes()[stream];
        const auto found = mine.find(id);
        *value = found != mine.end() ? found->second : cudaLaunchAttributeValue{};
        if (found == mine.end() && id == cudaLaunchAttributeSynchronizationPolicy)
            value->syncPolicy = cudaSyncPolicyAuto;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    return api_call("cudaStreamCopyAttributes", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (!stream_is_alive(to) || !stream_is_alive(from))
            return cudaErrorInvalidResourceHandle;
        const os_lock lock(attributes_mutex);
        all_attributes()[to] = all_attributes()[from];
        return cudaSuccess;
    });
}

} // extern "C"
