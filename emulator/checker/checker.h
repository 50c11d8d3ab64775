// checker.h: the checker as an observer of the runtime. Only the flavour `checked` has one.
#ifndef CUDA_EMULATOR_CHECKER_H
#define CUDA_EMULATOR_CHECKER_H

#include "runtime/observer.h"

namespace cuda_emulator {
namespace checker {

class checker final : public observer, public memory_source {
public:
    // hooks.cpp
    void call_begins() override;
    void call_ends() override;

    // strays.cpp
    void *access_place(const void *address) override;

    // memory.cpp: the region of addresses, of which none is ever given out again.
    void *obtain(std::size_t size) override;
    void give_back(void *memory, std::size_t size) override;
    void allocated(const void *memory, std::size_t size, memory_kind kind) override;
    void freed(const void *memory, std::size_t size) override;
    void variables_exchanged() override;
    void written(const void *memory, std::size_t bytes) override;
    void result_given(const void *memory, std::size_t bytes) override;
    void copied(const void *to, const void *from, std::size_t bytes) override;
    void wrong_free(const void *pointer) override;
    void free_refused(const void *pointer) override;
    void wrong_kind(const wrong_copy &wrong) override;

    // streams.cpp: what the device may do at the same time.
    void stream_created(cudaStream_t stream, bool blocking) override;
    void stream_destroyed(cudaStream_t stream) override;
    void stream_waits(cudaStream_t stream, cudaEvent_t event) override;
    void event_created(cudaEvent_t event) override;
    void event_recorded(cudaEvent_t event, cudaStream_t stream) override;
    void event_destroyed(cudaEvent_t event) override;
    void host_waits_for_stream(cudaStream_t stream) override;
    void graph_begins(cudaStream_t stream, const void *graph) override;
    void node_begins(cudaGraphNode_t node, const std::vector<cudaGraphNode_t> &after) override;
    void graph_ends() override;
    void host_waits_for_event(cudaEvent_t event) override;
    void host_waits_for_all() override;
    void device_reset(const std::vector<cudaStream_t> &streams,
                      const std::vector<cudaEvent_t> &events) override;
    void launch_configured(bool answered) override;
    void launch_on_other_device(const kernel_info &kernel, int owner) override;
    std::string launch_place() override;

    // copies.cpp
    void copy_issued(const copy_info &copy) override;

    // races.cpp: the scheduler's news.
    void launch_begins(const launch_info &launch) override;
    void launch_ends(const launch_info &launch) override;
    void block_begins() override;
    void thread_runs() override;
    void barrier_passed() override;
    void warp_synchronised(unsigned warp, unsigned group) override;
    void tile_synchronised(unsigned first, unsigned count) override;
    void grid_passed() override;
    void block_ends() override;
    void block_pauses() override;
    void block_goes_on() override;
    void fence_passed(bool of_the_device) override;
    void thread_prints(void *code) override;
    void inactive_source(unsigned thread, unsigned source_lane, const char *file,
                         int line) override;

    // under_way.cpp
    void copy_under_way(const void *to, std::size_t bytes, void *place) override;
    void copy_arrived(const void *to, std::size_t bytes, void *place) override;
    void sum_under_way(const void *variable, std::size_t bytes, void *place) override;
    void sum_is_there(const void *variable, std::size_t bytes) override;

    // proxies.cpp
    void engine_fence_passed(bool of_barriers_only) override;
    void barrier_made(const void *barrier, void *place) override;
    void engine_reports(const void *barrier, void *place) override;
    void engine_reads(const void *from, std::size_t bytes, void *place) override;

    // leaks.cpp
    void texture_created(const char *type, std::uint64_t object, const void *memory) override;
    void texture_destroyed(std::uint64_t object) override;

    // report/calls.cpp
    void call_failed(const char *call, const std::string &returns) override;
    void last_error_asked() override;
    void devices_mixed(const std::string &why) override;
    void copy_refused(const wrong_copy &wrong) override;

    // report/findings.cpp
    bool threads_left(const std::string &place, const std::string &which,
                      const kernel_info &kernel) override;
    void reported(const said &message) override;
    bool program_ends(bool after_fault) override;
};

} // namespace checker
} // namespace cuda_emulator

#endif
