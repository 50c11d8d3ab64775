// launch.cpp: launch configurations, the pool of workers, and the functions about kernels.
#include "scheduler.h"
#include "api_state.h"
#include "device.h"
#include "graph.h"
#include "machine/threads.h"
#include "stream.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#ifdef CUDA_EMULATOR_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace cuda_emulator {

struct pending_launch {
    dim3 grid, block;
    std::size_t shared_bytes;
    cudaStream_t stream;
    bool present;
    bool cooperative;    // all blocks are to be resident together
    cudaError_t *result; // where the launch's own error goes, if its caller gets to see it
};

static thread_local pending_launch pending;

kernel_info *&asked_for_kernel_info() {
    static thread_local kernel_info *asked = nullptr;
    return asked;
}

launch_guard::launch_guard(dim3 grid, dim3 block_size, std::size_t shared_bytes,
                           cudaStream_t stream, cudaError_t *result, bool cooperative) {
    if (this_worker != nullptr && this_worker->in_block) {
        std::fprintf(stderr, "CUDA emulator: a kernel launched a kernel; the emulator does not "
                             "support that\n");
        std::exit(1);
    }
    pending = {grid, block_size, shared_bytes, stream, true, cooperative, result};
    notify(&observer::launch_configured);
}

launch_guard::~launch_guard() {
    if (!pending.present)
        return;
    std::fprintf(stderr,
                 "CUDA emulator: <<<...>>> was used on something whose definition the emulator did "
                 "not recognise as a __global__ function\n");
    std::exit(1);
}

// The pool. The host thread that launches takes part, so a machine with n processors has n - 1
// workers besides.
class worker_pool {
public:
    // Runs the job to its end.
    void run(job &work) {
        os_lock one_launch_at_a_time(launches_);
        const std::size_t useful = useful_workers(work);
        {
            os_lock lock(mutex_);
            work_ = &work;
        }
        notify(&observer::launch_begins, work);
        if (useful > 1)
            call(useful - 1);
        take_part(work);
        {
            os_lock lock(mutex_);
            wanted_ = 0; // who has not begun by now need not
            lock.unlock();
            if (busy_ != 0)
                watch_for_a_while([this] { return busy_ == 0; });
            lock.lock();
            done_.wait(lock, [this] { return busy_ == 0; });
            wanted_ = 0;
            work_ = nullptr;
        }
        notify(&observer::launch_ends, work);
    }

    // Lets so many more OS threads take part in the job.
    void call(std::size_t count) {
        os_lock lock(mutex_);
        wanted_ += count;
        while (threads_ < busy_ + wanted_) {
            const bool of_a_processor = threads_ + 1 < static_cast<std::size_t>(worker_count());
            start_thread([this, of_a_processor] { serve(of_a_processor); });
            ++threads_;
        }
        for (std::size_t i = 0; i < count; ++i)
            wake_.notify_one();
    }

private:
    // The host's thread among them.
    static std::size_t useful_workers(const job &work) {
        if (work.together.cooperative())
            return static_cast<std::size_t>(work.blocks);
        return std::min<unsigned long long>(
            work.blocks, repeatable ? 1ull : static_cast<unsigned long long>(worker_count()));
    }

    // To wake a sleeping thread takes longer than a small launch, and programs mostly launch the
    // next kernel at once. So nobody sleeps before it has looked for so long.
    template <class Condition> static void watch_for_a_while(Condition holds) {
        using namespace std::chrono;
        const auto end = steady_clock::now() + microseconds(20);
        while (!holds() && steady_clock::now() < end)
            let_others_run();
    }

    // Those beyond the processors are seldom wanted, and do not watch.
    void serve(bool watches) {
        os_lock lock(mutex_);
        for (;;) {
            lock.unlock();
            if (watches)
                watch_for_a_while([this] { return wanted_ != 0; });
            lock.lock();
            wake_.wait(lock, [this] { return wanted_ != 0; });
            --wanted_;
            ++busy_;
            job &work = *work_;
            lock.unlock();
            take_part(work);
            lock.lock();
            if (--busy_ == 0)
                done_.notify_all();
        }
    }

    static void take_part(job &work) {
        static thread_local std::unique_ptr<worker, void (*)(worker *)> mine(
            new worker(), [](worker *w) {
                delete_fibers(*w);
                delete w->home_row;
                this_worker = nullptr;
                delete w;
            });
        worker &w = *mine;
        if (this_worker == nullptr) {
            this_worker = &w;
            w.home_row = new fiber_row();
            w.home = &w.home_row->fibers[0];
            adopt_stack(w);
            prepare_faults();
        }
        std::size_t stack_bytes = fiber_stack_bytes();
        if (w.stack_bytes != stack_bytes) {
            delete_fibers(w);
            w.stack_bytes = stack_bytes;
        }
#ifdef CUDA_EMULATOR_ASAN
        // Dynamic shared memory ends where the launch says.
        __asan_unpoison_memory_region(cuda_emulator_dynamic_shared, shared_memory_per_block_opt_in);
        __asan_poison_memory_region(cuda_emulator_dynamic_shared + work.shared_bytes,
                                    shared_memory_per_block_opt_in - work.shared_bytes);
#endif
        run_blocks(work);
    }

    os_mutex launches_;
    os_mutex mutex_; // guards the rest
    os_condition wake_, done_;
    std::size_t threads_ = 0;
    std::atomic<std::size_t> wanted_ = 0; // workers the job still has room for
    std::atomic<std::size_t> busy_ = 0;
    job *work_ = nullptr;
};

static worker_pool &pool() {
    // Never destroyed: its threads sleep in it until the process ends.
    static worker_pool *the_pool = new worker_pool();
    return *the_pool;
}

void call_more_workers(unsigned count) {
    pool().call(count);
}

static std::string describe(const kernel_info &kernel, const pending_launch &p) {
    char text[512];
    std::snprintf(text, sizeof text, "kernel %s<<<(%u,%u,%u),(%u,%u,%u)>>>", kernel.name, p.grid.x,
                  p.grid.y, p.grid.z, p.block.x, p.block.y, p.block.z);
    const std::string place = launch_place();
    return place.empty() ? text : text + (", launched at " + place);
}

static int blocks_per_multiprocessor(int threads, std::size_t shared_bytes);

// Blocks of this launch that the device has room for at a time.
static unsigned long long most_residents(dim3 block_size, std::size_t shared_bytes) {
    const int threads = static_cast<int>(block_size.x * block_size.y * block_size.z);
    return static_cast<unsigned long long>(blocks_per_multiprocessor(threads, shared_bytes)) *
           static_cast<unsigned>(worker_count());
}

// What a CUDA 13 driver answers to a configuration, as seen on an H200.
static cudaError_t check(const kernel_info &kernel, const pending_launch &p) {
    const dim3 &g = p.grid, &b = p.block;
    bool in_limits = g.x >= 1 && g.y >= 1 && g.z >= 1 && b.x >= 1 && b.y >= 1 && b.z >= 1 &&
                     g.x <= max_grid_dim_x && g.y <= max_grid_dim_y && g.z <= max_grid_dim_z &&
                     b.x <= max_block_dim_x && b.y <= max_block_dim_y && b.z <= max_block_dim_z &&
                     b.x * b.y * b.z <= max_threads_per_block;
    if (!in_limits)
        return cudaErrorInvalidValue;
    if (!stream_is_alive(p.stream))
        return cudaErrorInvalidResourceHandle;
    if (p.shared_bytes > static_cast<std::size_t>(kernel.dynamic_shared_limit))
        return cudaErrorInvalidValue;
    if (kernel.launch_bounds != 0 && b.x * b.y * b.z > kernel.launch_bounds)
        return cudaErrorInvalidValue;
    if (p.cooperative &&
        static_cast<unsigned long long>(g.x) * g.y * g.z > most_residents(b, p.shared_bytes))
        return cudaErrorCooperativeLaunchTooLarge;
    return cudaSuccess;
}

static kept_launch keep(kernel_info &kernel, const void *body, const pending_launch &p) {
    return {&kernel,        std::shared_ptr<void>(kernel.copy_body(body), kernel.delete_body),
            p.grid,         p.block,
            p.shared_bytes, p.cooperative};
}

// Whether the launch has become a node of a graph, or could not become one, by `error`.
static bool is_to_be_captured(kernel_info &kernel, const void *body, const pending_launch &p,
                              cudaError_t &error) {
    if (!is_captured(p.stream)) // without a copy of the arguments
        return capture(p.stream, cudaGraphNodeTypeKernel, nullptr, error);
    const kept_launch kept = keep(kernel, body, p);
    return capture(
        p.stream, cudaGraphNodeTypeKernel,
        [kept](cudaStream_t stream) { return launch_kept(kept, stream); }, error);
}

static void run(kernel_info &kernel, const void *body, const pending_launch &p);

thread_local kept_launch *keep_launch_in = nullptr;

cudaError_t launch_kept(const kept_launch &kept, cudaStream_t stream) {
    const pending_launch p = {kept.grid,        kept.block, kept.shared_bytes, stream, true,
                              kept.cooperative, nullptr};
    notify(&observer::launch_configured);
    if (!device_failed())
        run(*kept.kernel, kept.body.get(), p);
    return cudaSuccess;
}

void launch(kernel_info &kernel, const void *body) {
    if (asked_for_kernel_info() != nullptr) {
        asked_for_kernel_info() = &kernel;
        return;
    }
    if (!pending.present) {
        std::fprintf(stderr,
                     "CUDA emulator: kernel %s was called without a launch configuration; a kernel "
                     "is launched as %s<<<blocks, threads>>>(...)\n",
                     kernel.name, kernel.name);
        std::exit(1);
    }
    if (arguments_to_take() != nullptr) {
        std::fprintf(stderr,
                     "CUDA emulator: kernel %s was launched by its address, and the emulator did "
                     "not understand its parameters; %s<<<blocks, threads>>>(...) launches it\n",
                     kernel.name, kernel.name);
        std::exit(1);
    }
    pending_launch p = pending;
    pending.present = false;
    if (keep_launch_in != nullptr) {
        *p.result = check(kernel, p);
        if (*p.result == cudaSuccess)
            *keep_launch_in = keep(kernel, body, p);
        return;
    }
    cudaError_t error =
        begin_call("cudaLaunchKernel", cudaErrorLaunchOutOfResources, call_kind::goes_on);
    if (error == cudaSuccess)
        error = check(kernel, p);
    if (error == cudaSuccess && is_to_be_captured(kernel, body, p, error) && error == cudaSuccess)
        return;
    if (error != cudaSuccess) {
        if (p.result != nullptr)
            *p.result = error;
        else
            launch_failed(error, describe(kernel, p).c_str());
        return;
    }
    if (!device_failed())
        run(kernel, body, p);
}

static void run(kernel_info &kernel, const void *body, const pending_launch &p) {
    job work;
    work.kernel = &kernel;
    work.body = body;
    work.grid = p.grid;
    work.block = p.block;
    work.shared_bytes = p.shared_bytes;
    work.stream = p.stream;
    work.blocks = static_cast<unsigned long long>(p.grid.x) * p.grid.y * p.grid.z;
    // Few enough at a time that no worker is left with much to do when the others have finished.
    work.blocks_at_a_time = std::clamp<unsigned long long>(
        work.blocks / (16ull * static_cast<unsigned>(worker_count())), 1, p.cooperative ? 1 : 64);
    work.most_together = most_residents(p.block, p.shared_bytes);
    work.together.begin(work.blocks, p.cooperative, repeatable);
    pool().run(work);
    if (work.error != cudaSuccess)
        kernel_failed(work.error, describe(kernel, p).c_str());
}

cudaError_t refuse_launch(const void *kernel) {
    cudaError_t error = begin_call("cudaLaunchKernel", cudaErrorLaunchOutOfResources);
    if (error != cudaSuccess)
        return error;
    return end_call(kernel == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
}

cudaError_t end_launch(cudaError_t error) {
    return end_call(error);
}

static cudaError_t begin_function_call(const char *name, const kernel_info *kernel) {
    cudaError_t error = begin_call(name, cudaErrorInvalidDeviceFunction);
    if (error == cudaSuccess && kernel == nullptr)
        error = cudaErrorInvalidDeviceFunction;
    return error;
}

// Threads that a block of this kernel may have.
static int most_threads(const kernel_info &kernel) {
    return kernel.launch_bounds != 0
               ? static_cast<int>(
                     std::min(kernel.launch_bounds, static_cast<unsigned>(max_threads_per_block)))
               : max_threads_per_block;
}

cudaError_t get_attributes(cudaFuncAttributes *attributes, kernel_info *kernel) {
    cudaError_t error = begin_function_call("cudaFuncGetAttributes", kernel);
    if (error == cudaSuccess && attributes == nullptr)
        error = cudaErrorInvalidValue;
    if (error != cudaSuccess)
        return end_call(error);
    std::memset(attributes, 0, sizeof *attributes);
    attributes->maxThreadsPerBlock = most_threads(*kernel);
    attributes->maxDynamicSharedSizeBytes = kernel->dynamic_shared_limit;
    attributes->ptxVersion = attributes->binaryVersion =
        10 * compute_capability_major + compute_capability_minor;
    attributes->numRegs = 32; // an emulated thread has as many as it needs
    return end_call(cudaSuccess);
}

cudaError_t set_attribute(kernel_info *kernel, cudaFuncAttribute attribute, int value) {
    cudaError_t error = begin_function_call("cudaFuncSetAttribute", kernel);
    if (error != cudaSuccess)
        return end_call(error);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || static_cast<std::size_t>(value) > shared_memory_per_block_opt_in)
            return end_call(cudaErrorInvalidValue);
        kernel->dynamic_shared_limit = std::max(value, static_cast<int>(shared_memory_per_block));
        return end_call(cudaSuccess);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        return end_call(value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue);
    default:
        return end_call(cudaErrorInvalidValue);
    }
}

// Blocks of so many threads that a multiprocessor has room for.
static int blocks_per_multiprocessor(int threads, std::size_t shared_bytes) {
    const int by_threads =
        max_threads_per_multiprocessor / ((threads + warp_size - 1) / warp_size * warp_size);
    const int by_memory = static_cast<int>(shared_memory_per_multiprocessor /
                                           (shared_bytes + reserved_shared_memory_per_block));
    return std::min({by_threads, by_memory, max_blocks_per_multiprocessor});
}

cudaError_t max_active_blocks(int *blocks, kernel_info *kernel, int block_size,
                              std::size_t shared_bytes) {
    cudaError_t error =
        begin_function_call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", kernel);
    if (error == cudaSuccess && (blocks == nullptr || block_size < 1))
        error = cudaErrorInvalidValue;
    if (error != cudaSuccess)
        return end_call(error);
    if (block_size > most_threads(*kernel)) {
        *blocks = 0;
        return end_call(cudaSuccess);
    }
    *blocks = blocks_per_multiprocessor(block_size, shared_bytes);
    return end_call(cudaSuccess);
}

cudaError_t max_potential_block_size(int *min_grid_size, int *block_size, kernel_info *kernel,
                                     std::size_t shared_bytes, int limit) {
    cudaError_t error = begin_function_call("cudaOccupancyMaxPotentialBlockSize", kernel);
    if (error == cudaSuccess && (min_grid_size == nullptr || block_size == nullptr || limit < 0))
        error = cudaErrorInvalidValue;
    if (error != cudaSuccess)
        return end_call(error);
    int threads = most_threads(*kernel);
    if (limit > 0)
        threads = std::min(threads, limit);
    *block_size = threads;
    *min_grid_size = std::max(1, blocks_per_multiprocessor(threads, shared_bytes)) * worker_count();
    return end_call(cudaSuccess);
}

} // namespace cuda_emulator
