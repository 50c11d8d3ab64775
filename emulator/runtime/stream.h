// stream.h: what the rest of the runtime needs of streams and events.
#ifndef CUDA_EMULATOR_STREAM_H
#define CUDA_EMULATOR_STREAM_H

#include "cuda_runtime_api.h"

#include <stddef.h>

namespace cuda_emulator {

// Whether `stream` may be used: the default stream (0, cudaStreamLegacy or cudaStreamPerThread) or
// one that was created and not yet destroyed. Everything that takes a stream answers any other
// with cudaErrorInvalidResourceHandle.
bool stream_is_alive(cudaStream_t stream);

// Whether work in the default stream waits for that in this one, and the other way round.
bool stream_is_blocking(cudaStream_t stream);

// The device of a stream: of a default stream, the current one.
int device_of(cudaStream_t stream);

// Destroys all streams and events of the current device.
void destroy_streams_and_events();

// Lists the streams and events still alive, one a line on stderr. Returns how many.
size_t report_stream_leaks();

} // namespace cuda_emulator

#endif
