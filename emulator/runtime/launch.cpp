// launch.cpp: launch configurations, the pool of workers, and the functions about kernels.
#include "scheduler.h"
#include "api_state.h"
#include "device.h"
#include "graph.h"
#include "machine/resources.h"
#include "machine/threads.h"
#include "stream.h"
#include "variables_of_devices.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <string>

#ifdef CUDA_EMULATOR_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace cuda_emulator {

struct pending_launch {
    dim3 grid, block;
    std::size_t shared_bytes;
    cudaStream_t stream;
    int device;
    bool present;
    bool cooperative;    // all blocks are to be resident together
    dim3 cluster;        // in blocks
    cudaError_t *result; // where the launch's own error goes, if its caller gets to see it
    const char *file;
    int line;
};

// The host thread's, or that of the thread that runs in a kernel, before which others may get their
// turn.
static pending_launch &pending_here() {
    static thread_local pending_launch of_host;
    static thread_local std::map<unsigned, pending_launch> of_threads;
    return in_kernel() ? of_threads[linear_index(threadIdx)] : of_host;
}

std::atomic<const kernel_info *> running_kernel{nullptr};

kernel_info *&asked_for_kernel_info() {
    static thread_local kernel_info *asked = nullptr;
    return asked;
}

launch_guard::launch_guard(dim3 grid, dim3 block_size, std::size_t shared_bytes,
                           cudaStream_t stream, cudaError_t *result, bool cooperative, dim3 cluster,
                           const char *file, int line) {
    const undisturbed by_the_watchdog;
    pending_here() = {grid, block_size,  shared_bytes, stream, current_device(),
                      true, cooperative, cluster,      result, file,
                      line};
    if (!in_kernel())
        notify(&observer::launch_configured, result != nullptr);
}

launch_guard::~launch_guard() {
    const undisturbed by_the_watchdog;
    if (!pending_here().present)
        return;
    std::fprintf(stderr,
                 "CUDA emulator: <<<...>>> was used on something whose definition the emulator did "
                 "not recognise as a __global__ function\n");
    std::exit(1);
}

int worker_count() {
    static const int count = [] {
        const unsigned long long wanted = environment().workers;
        if (wanted != 0)
            return static_cast<int>(wanted);
        return repeatable ? 4 : usable_cores(); // programs size their grids by it
    }();
    return count;
}

// The pool of a device. The host thread that launches takes part, so a machine with n processors
// has n - 1 workers besides. Devices have pools of their own, whose launches run side by side.
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
        look_at_memory_of_host();
        const variables_in_place variables(work.device);
        running_kernel = work.kernel;
        notify(&observer::launch_begins, work);
        if (observed && backwards)
            forget_other_threads();
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
        if (work.error == cudaSuccess) {
            const bool beside_memory = look_at_memory(work.kernel->name);
            const bool beside_variables = look_at_device_variables(work.kernel->name);
            if (beside_memory || beside_variables)
                work.error = cudaErrorIllegalAddress;
        }
        const kernel_info *mine = work.kernel;
        running_kernel.compare_exchange_strong(mine, nullptr);
        notify(&observer::launch_ends, work);
    }

    // The running job's blocks once more (see observer.h).
    void run_again() { take_part(*work_); }

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
        if (!work.gangs.empty())
            return work.gangs.size() * work.blocks_of_cluster();
        // With other OS threads the process could not be copied.
        const bool alone = repeatable || environment().fail_each_call;
        return std::min<unsigned long long>(
            work.blocks, alone ? 1ull : static_cast<unsigned long long>(worker_count()));
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

    // In a copy of the process: they are not there.
    void forget_other_threads() {
        threads_ = wanted_ = busy_ = 0;
        new (&mutex_) os_mutex;
        new (&wake_) os_condition;
        new (&done_) os_condition;
    }

    static void take_part(job &work) {
        if (this_worker == nullptr) {
            static thread_local std::unique_ptr<worker, void (*)(worker *)> mine(
                new worker(), [](worker *w) {
                    if (is_first_thread()) // it all ends with the process
                        return;
                    delete_fibers(*w);
                    delete w->home_row;
                    this_worker = nullptr;
                    delete w;
                });
            this_worker = mine.get();
            this_worker->home_row = new fiber_row();
            this_worker->home = &this_worker->home_row->fibers[0];
            adopt_stack(*this_worker);
            prepare_faults();
        }
        worker &w = *this_worker;
        std::size_t stack_bytes = fiber_stack_bytes(work.device);
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

void run_backwards() {
    backwards = true;
}

static worker_pool &pool(int device) {
    // Never destroyed: its threads sleep in it until the process ends. What is to be the same every
    // time runs one kernel at a time.
    static worker_pool *const pools = new worker_pool[most_devices];
    return pools[repeatable ? 0 : device];
}

void run_again() {
    pool(0).run_again();
}

void call_more_workers(const job &work, unsigned count) {
    pool(work.device).call(count);
}

static std::string describe(const kernel_info &kernel, const pending_launch &p) {
    char text[512];
    std::snprintf(text, sizeof text, "kernel %s<<<(%u,%u,%u),(%u,%u,%u)>>>", kernel.name, p.grid.x,
                  p.grid.y, p.grid.z, p.block.x, p.block.y, p.block.z);
    const std::string place = launch_place();
    return place.empty() ? text : text + (", launched at " + place);
}

// A launch that the device refuses, and why in words.
struct refusal {
    cudaError_t error = cudaSuccess;
    std::string why;
};

// What is wrong with a size of three dimensions, or "".
static std::string what_is_beyond(const char *name, const char *of_what, const dim3 &size,
                                  const std::array<unsigned, 3> &most) {
    const std::array<unsigned, 3> sizes = {size.x, size.y, size.z};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string dimension = std::string(name) + "." + "xyz"[i];
        if (sizes[i] == 0)
            return dimension + " is 0: there is at least 1 " + of_what + " in each dimension";
        if (sizes[i] > most[i])
            return dimension + " is " + std::to_string(sizes[i]) + ": this device takes up to " +
                   std::to_string(most[i]) + " there";
    }
    return "";
}

static int blocks_per_multiprocessor(int threads, std::size_t shared_bytes);

// Blocks of this launch that the device has room for at a time.
static unsigned long long most_resident_blocks(dim3 block_size, std::size_t shared_bytes) {
    if (repeatable && !has_threads) // of which each of these blocks would have one
        return 1;
    const int threads = static_cast<int>(block_size.x * block_size.y * block_size.z);
    return static_cast<unsigned long long>(blocks_per_multiprocessor(threads, shared_bytes)) *
           static_cast<unsigned>(worker_count());
}

// Host threads may ask for it while another one sets it.
static int own_shared_limit(const kernel_info &kernel) {
    return __atomic_load_n(&kernel.dynamic_shared_limit, __ATOMIC_RELAXED);
}

bool has_limit_of_its_own(const kernel_info &kernel) {
    return own_shared_limit(kernel) != 0;
}

static int dynamic_shared_limit_of(const kernel_info &kernel) {
    return std::max(own_shared_limit(kernel), static_cast<int>(shared_memory_per_block));
}

constexpr unsigned most_blocks_of_cluster = 16;

// What a CUDA 13 driver answers to a configuration, as seen on an H200.
static refusal check(const kernel_info &kernel, const pending_launch &p) {
    const dim3 &g = p.grid, &b = p.block;
    constexpr unsigned FEW = 1 << 20; // so that the product is a number, and one for people
    const unsigned long long threads = 1ull * b.x * b.y * b.z;
    if (threads > max_threads_per_block && b.x <= FEW && b.y <= FEW && b.z <= FEW)
        return {cudaErrorInvalidValue, std::to_string(threads) +
                                           " threads: a block of this device holds up to " +
                                           std::to_string(max_threads_per_block)};
    std::string why = what_is_beyond("blockDim", "thread", b,
                                     {max_block_dim_x, max_block_dim_y, max_block_dim_z});
    if (why.empty())
        why =
            what_is_beyond("gridDim", "block", g, {max_grid_dim_x, max_grid_dim_y, max_grid_dim_z});
    if (!why.empty())
        return {cudaErrorInvalidValue, why};
    if (!stream_is_alive(p.stream))
        return {cudaErrorInvalidResourceHandle, "there is no such stream, or not any more"};
    const int dynamic_shared_limit = dynamic_shared_limit_of(kernel);
    if (p.shared_bytes > static_cast<std::size_t>(dynamic_shared_limit)) {
        why = std::to_string(p.shared_bytes) +
              " bytes of dynamic shared memory: this kernel gets up to " +
              std::to_string(dynamic_shared_limit);
        if (p.shared_bytes <= shared_memory_per_block_opt_in)
            why += ", and more after cudaFuncSetAttribute(" + std::string(kernel.name) +
                   ", cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)";
        return {cudaErrorInvalidValue, why};
    }
    if (kernel.launch_bounds != 0 && threads > kernel.launch_bounds)
        return {cudaErrorInvalidValue,
                std::to_string(threads) +
                    " threads: the __launch_bounds__ of this kernel say up to " +
                    std::to_string(kernel.launch_bounds)};
    const unsigned in_cluster = p.cluster.x * p.cluster.y * p.cluster.z;
    if (in_cluster == 0 || in_cluster > most_blocks_of_cluster)
        return {cudaErrorInvalidClusterSize, "clusters of " + std::to_string(in_cluster) +
                                                 " blocks: a cluster has 1 to " +
                                                 std::to_string(most_blocks_of_cluster)};
    if (g.x % p.cluster.x != 0 || g.y % p.cluster.y != 0 || g.z % p.cluster.z != 0)
        return {cudaErrorInvalidClusterSize,
                "the grid is no multiple of the clusters' " + std::to_string(p.cluster.x) + " x " +
                    std::to_string(p.cluster.y) + " x " + std::to_string(p.cluster.z) + " blocks"};
    if (in_cluster > 1 && !has_threads)
        return {cudaErrorNotSupported, "clusters take an OS thread for each block"};
    if (p.cooperative) {
        const unsigned long long blocks = 1ull * g.x * g.y * g.z;
        const unsigned long long most = most_resident_blocks(b, p.shared_bytes);
        if (blocks > most)
            return {cudaErrorCooperativeLaunchTooLarge,
                    std::to_string(blocks) + " blocks: this device has room for " +
                        std::to_string(most) +
                        " of them at a time, and a cooperative launch takes all"};
    }
    return {};
}

static std::shared_ptr<void> copy_of(const void *body, const kernel_info &kernel) {
    if (kernel.copy_body != nullptr)
        return {kernel.copy_body(body), kernel.delete_body};
    constexpr std::align_val_t alignment{BODY_ALIGNMENT};
    void *const copy = ::operator new(kernel.body_bytes, alignment);
    std::memcpy(copy, body, kernel.body_bytes);
    return {copy, [](void *bytes) { ::operator delete(bytes, alignment); }};
}

static kept_launch keep(kernel_info &kernel, const void *body, const pending_launch &p) {
    return {&kernel,        copy_of(body, kernel), p.grid,   p.block,
            p.shared_bytes, p.cooperative,         p.device, p.cluster};
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
static void launch_from_kernel(kernel_info &kernel, const void *body, pending_launch p);

thread_local kept_launch *keep_launch_in = nullptr;

cudaError_t launch_kept(const kept_launch &kept, cudaStream_t stream) {
    const pending_launch p = {kept.grid, kept.block,       kept.shared_bytes, stream,  kept.device,
                              true,      kept.cooperative, kept.cluster,      nullptr, nullptr,
                              0};
    notify(&observer::launch_configured, true); // the graph's launch tells of its error
    const device_scope its_own(kept.device);
    if (!device_failed())
        run(*kept.kernel, kept.body.get(), p);
    return cudaSuccess;
}

// A pointer may stand before the first element, or behind the last.
static bool leads_near_device_memory(const void *pointer) {
    constexpr std::uintptr_t page = 4096;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    for (const std::uintptr_t near : {address, address - 1, address + page, address - page})
        if (device_can_reach(find_memory(reinterpret_cast<const void *>(near)).kind))
            return true;
    return false;
}

void pointer_given(const char *kernel, const char *names, int number, const void *pointer) {
    if (observed || pointer == nullptr || in_kernel() || leads_near_device_memory(pointer))
        return; // who observes sees whether it is used
    std::string name = names;
    for (; number > 0; --number)
        name.erase(0, name.find(", ") + 2);
    name.erase(std::min(name.find(','), name.size()));
    const pending_launch &launch = pending_here();
    tell_at_the_end(
        (launch.file == nullptr
             ? ""
             : short_path(launch.file) + ":" + std::to_string(launch.line) + ": ") +
        "kernel " + kernel + " gets a pointer to no memory of the device, as its argument " + name +
        "; a GPU ends a kernel that uses one: " + check_command() + " says whether it does");
}

void cluster_of_launch(dim3 size) {
    const undisturbed by_the_watchdog;
    if (asked_for_kernel_info() == nullptr)
        pending_here().cluster = size;
}

static pending_launch take_pending() {
    const undisturbed by_the_watchdog;
    pending_launch &here = pending_here();
    const pending_launch taken = here;
    here.present = false;
    return taken;
}

void launch(kernel_info &kernel, const void *body) {
    if constexpr (checked)
        checked_parameters(kernel.name, kernel.body_bytes);
    if (asked_for_kernel_info() != nullptr) {
        asked_for_kernel_info() = &kernel;
        return;
    }
    const pending_launch taken = take_pending();
    if (!taken.present) {
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
    if (in_kernel()) {
        launch_from_kernel(kernel, body, taken);
        return;
    }
    pending_launch p = taken;
    if (keep_launch_in != nullptr) {
        *p.result = check(kernel, p).error;
        if (*p.result == cudaSuccess)
            *keep_launch_in = keep(kernel, body, p);
        return;
    }
    cudaError_t error =
        begin_call("cudaLaunchKernel", cudaErrorLaunchOutOfResources, call_kind::goes_on);
    std::string why;
    if (error == cudaSuccess) {
        const refusal refused = check(kernel, p);
        error = refused.error;
        why = refused.why;
    }
    // It goes where its stream is, whichever device is current: as seen on two H200s, although the
    // CUDA Programming Guide says that it fails.
    if (error == cudaSuccess && device_of(p.stream) != p.device) {
        p.device = device_of(p.stream);
        notify(&observer::launch_on_other_device, kernel, p.device);
    }
    const device_scope its_own(p.device);
    if (error == cudaSuccess && is_to_be_captured(kernel, body, p, error) && error == cudaSuccess)
        return;
    if (error != cudaSuccess) {
        std::string place = launch_place();
        if (place.empty() && p.file != nullptr)
            place = short_path(p.file) + ":" + std::to_string(p.line);
        launch_failed(error, describe(kernel, p), why, place);
        if (p.result != nullptr) {
            *p.result = error;
            (void)peek_last_error(); // its caller knows
        }
        return;
    }
    if (!device_failed())
        run(kernel, body, p);
}

// The OS threads of a launch with clusters: as many gangs as there are processors for.
static void form_gangs(job &work, const dim3 &cluster) {
    work.cluster = cluster;
    const unsigned size = work.blocks_of_cluster();
    if (size == 1)
        return;
    work.clusters = true;
    const auto processors = static_cast<unsigned long long>(worker_count());
    const unsigned long long gangs =
        repeatable ? 1 : std::clamp<unsigned long long>(processors / size, 1, work.blocks / size);
    for (unsigned long long i = 0; i < gangs; ++i) {
        work.gangs.push_back(std::make_unique<gang>());
        work.gangs.back()->together.begin_clusters(size, repeatable);
    }
}

// That a worker takes.
static unsigned long long blocks_at_a_time(const kernel_info &kernel, const pending_launch &p,
                                           unsigned long long blocks) {
    const auto workers = static_cast<unsigned long long>(worker_count());
    if (p.cooperative)
        return 1;
    // As many as can begin side by side, but about as many for each worker.
    const unsigned neighbours =
        p.block.y * p.block.z == 1 ? kernel.most_with_neighbours / p.block.x : 0;
    if (neighbours > 1) {
        const unsigned long long turns = (blocks - 1) / (workers * neighbours) + 1;
        return (blocks - 1) / (workers * turns) + 1;
    }
    // Few enough that no worker is left with much to do when the others have finished.
    return std::clamp<unsigned long long>(blocks / (16 * workers), 1, 64);
}

// Runs the kernel, and not what it leaves behind.
static void run_alone(kernel_info &kernel, const void *body, const pending_launch &p,
                      family &left) {
    job work;
    work.kernel = &kernel;
    work.body = body;
    work.grid = p.grid;
    work.block = p.block;
    work.shared_bytes = p.shared_bytes;
    work.stream = p.stream;
    work.device = p.device;
    work.blocks = static_cast<unsigned long long>(p.grid.x) * p.grid.y * p.grid.z;
    work.blocks_at_a_time = blocks_at_a_time(kernel, p, work.blocks);
    work.most_together = most_resident_blocks(p.block, p.shared_bytes);
    work.together.begin(work.blocks, p.cooperative, repeatable);
    form_gangs(work, p.cluster);
    pool(p.device).run(work);
    if (work.error != cudaSuccess)
        kernel_failed(p.device, work.error, describe(kernel, p).c_str());
    left = std::move(work.left);
}

static void run(kernel_info &kernel, const void *body, const pending_launch &p) {
    family left;
    run_alone(kernel, body, p, left);
    run_family(left, p.stream);
}

// Streams that only kernels have, beside those that they create.
static bool is_stream_of_kernels(cudaStream_t stream) {
    return stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget;
}

static void launch_from_kernel(kernel_info &kernel, const void *body, pending_launch p) {
    const undisturbed by_the_watchdog;
    const cudaStream_t stream = p.stream;
    if (is_stream_of_kernels(stream))
        p.stream = nullptr;
    p.device = this_worker->running->device;
    const refusal refused = check(kernel, p);
    if (refused.error != cudaSuccess) {
        const std::string place =
            p.file == nullptr ? "" : short_path(p.file) + ":" + std::to_string(p.line) + ": ";
        note_error_of_thread(refused.error, place + describe(kernel, p) + ": " + refused.why);
        return;
    }
    const kept_launch kept = keep(kernel, body, p);
    issue_child(
        [kept](cudaStream_t of_parent, family &left) {
            notify(&observer::launch_configured, true);
            const pending_launch again = {
                kept.grid, kept.block,       kept.shared_bytes, of_parent, kept.device,
                true,      kept.cooperative, kept.cluster,      nullptr,   nullptr,
                0};
            run_alone(*kept.kernel, kept.body.get(), again, left);
            return cudaSuccess;
        },
        stream);
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

static std::size_t static_shared_bytes(const kernel_info &kernel) {
    return kernel.static_shared == nullptr ? 0 : *kernel.static_shared;
}

cudaError_t get_attributes(cudaFuncAttributes *attributes, kernel_info *kernel) {
    cudaError_t error = begin_function_call("cudaFuncGetAttributes", kernel);
    if (error == cudaSuccess && attributes == nullptr)
        error = cudaErrorInvalidValue;
    if (error != cudaSuccess)
        return end_call(error);
    std::memset(attributes, 0, sizeof *attributes);
    note_result(attributes);
    attributes->maxThreadsPerBlock = most_threads(*kernel);
    attributes->maxDynamicSharedSizeBytes = dynamic_shared_limit_of(*kernel);
    attributes->sharedSizeBytes = static_shared_bytes(*kernel);
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
        value = std::max(value, static_cast<int>(shared_memory_per_block));
        __atomic_store_n(&kernel->dynamic_shared_limit, value, __ATOMIC_RELAXED);
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
    note_result(blocks);
    if (block_size > most_threads(*kernel)) {
        *blocks = 0;
        return end_call(cudaSuccess);
    }
    *blocks = blocks_per_multiprocessor(block_size, static_shared_bytes(*kernel) + shared_bytes);
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
    shared_bytes += static_shared_bytes(*kernel);
    *min_grid_size = std::max(1, blocks_per_multiprocessor(threads, shared_bytes)) * worker_count();
    return end_call(cudaSuccess);
}

} // namespace cuda_emulator
