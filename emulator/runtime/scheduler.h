// scheduler.h: inside of the runtime: workers, their fibers, and how a launch reaches them.
#ifndef CUDA_EMULATOR_SCHEDULER_H
#define CUDA_EMULATOR_SCHEDULER_H

#include "children.h"
#include "cuda_pipeline_primitives.h"
#include "emulator/spins.h"
#include "emulator/steps.h"
#include "emulator/strides.h"
#include "guarded_variables.h"
#include "machine/faults.h"
#include "machine/program.h"
#include "machine/threads.h"
#include "observer.h"
#include "prints.h"
#include "resident_blocks.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {

// Why a kernel was given up.
enum class failure : int {
    none,
    no_progress, // every thread waits: a divergent barrier or a deadlock
    departed,    // threads left the kernel while others wait at a barrier (strict mode)
    spinning,    // the watchdog's time is up
    warp_mask,   // a lane that its own mask does not name, or a bad shuffle width
    stack_overflow,
    illegal_address,
    impossible_address, // one that the processor does not even look up
    arithmetic,         // integer division by zero
    illegal_instruction,
    assertion,
    trap,
    abandoned, // another block of the launch has failed
    complaint, // what the worker's complaint says
};

struct worker;
struct block_engines;
struct call_place;

// The OS threads that run the blocks of one cluster, and then those of another one.
struct gang {
    resident_blocks together;
    unsigned long long cluster; // its number in the grid
    worker *members[16];        // by the block's number in the cluster
    unsigned char *shared[16];  // where shared memory begins for each
    address_range variables[16] =
        {}; // its OS thread's, of which that is one; empty: it lies elsewhere
    std::atomic<bool> has_left[16];
};

// One launch, shared by the workers that run its blocks.
struct job : launch_info {
    const void *body;
    unsigned long long blocks;
    unsigned long long most_together;                    // blocks that the device has room for
    std::atomic<unsigned long long> blocks_at_a_time{1}; // that a worker takes
    std::atomic<unsigned long long> next_block{0};
    std::atomic<bool> stop{false};
    resident_blocks together;
    // Processor time, in nanoseconds, of all workers since one of them has seen progress.
    std::atomic<long long> stuck{0};
    std::atomic<bool> any_returned{false};
    std::atomic<bool> takes_turns{false}; // threads had to be interrupted
    std::atomic<bool> out_of_step{false}; // threads wait for others of their warp: see lockstep.cpp
    os_mutex mutex;                       // guards what follows
    cudaError_t error = cudaSuccess;      // of the first block that failed
    std::deque<unsigned long long> returned; // blocks that were taken, and not begun
    family left;                             // what the kernel has issued
    dim3 cluster = {1, 1, 1};
    std::vector<std::unique_ptr<gang>> gangs; // none: no clusters
    std::atomic<unsigned> joined{0};          // the gangs
    std::atomic<unsigned long long> next_cluster{0};

    unsigned blocks_of_cluster() const { return cluster.x * cluster.y * cluster.z; }
};

// Arguments of kernels may ask for this alignment.
struct alignas(256) frame_memory {
    char bytes[256];
};

// The asynchronous copies of a thread (see pipeline.cpp).
struct thread_copies {
    std::deque<late_copy> waiting;      // the oldest first
    std::size_t taken = 0;              // those before, which have arrived
    std::deque<std::size_t> batch_ends; // so many copies there were when each batch was made
};

// The kernel whose blocks are being run, if any.
extern std::atomic<const kernel_info *> running_kernel;
// Where threads of a tile wait for one another (see groups.cpp).
struct rendezvous {
    unsigned first, count; // the tile's threads
    unsigned arrived, phase;
};

struct worker {
    fiber_row *home_row;
    fiber *home; // the OS thread's own stack, from which blocks are started
    std::vector<fiber *> fibers;
    std::vector<fiber_row *> rows;    // the memory they lie in
    std::vector<void *> first_frames; // of each fiber, at hand for a quick start
    std::size_t used;                 // fibers taken by this block
    std::size_t stack_bytes;          // of each fiber
    fiber *ring_tail;
    fiber *giver;                     // that gives the block's threads fibers
    std::vector<frame_memory> frames; // of the kernels that run in steps
    job *running;
    unsigned long long blocks_left; // of those taken
    volatile bool in_block;         // a kernel's code may be running on this OS thread

    // Counters that only grow during a block; together they tell whether anything moves.
    unsigned long finished, operations, interruptions;
    unsigned long idle_stamp;
    unsigned idle_resumes;
    unsigned long look_stamp; // likewise, for threads that look in vain
    unsigned looks;           // turns of these, since then
    int64_t looks_since;      // a time

    bool lanes_known; // in this block, from its first warp operation on
    warp_state warps[MAX_WARPS];
    std::vector<fiber *> idle; // fibers whose thread has finished, and which will begin another one

    bool tiles_known; // in this block, from the first time on that a tile waits
    rendezvous rendezvous_of_tiles[32];
    std::vector<const void *> offers; // of each thread

    unsigned number; // among those that run the job
    bool in_grid;    // runs a block of a cooperative launch
    bool for_grid;   // the barrier at which threads wait is the grid's

    bool copies_known;                 // in this block, from its first asynchronous copy on
    std::vector<thread_copies> copies; // of each thread

    prints_of_block *prints; // null: it has printed nothing
    void *printing_at;       // code address of a printf() that reads its arguments, or null

    resident_blocks *together; // those that the block is resident with
    gang *in_gang;             // null: no clusters
    block_engines *engines;
    bool engines_used;           // in this block: see engines.h
    unsigned long barrier_stamp; // for threads that look at a barrier in vain: see mbarriers.cpp
    unsigned barrier_looks;

    shared_red_zones red_zones;

    failure failed;
    void *fault_place;              // code address, or null
    void *fault_address;            // memory address
    const call_place *copies_for;   // what is being copied; or null: see engines.h
    void *calls_of_interrupted[16]; // of the thread that the watchdog gave up, innermost first
    char complaint[250];
    cudaError_t complaint_error;

    // The watchdog's.
    unsigned long tick_stamp, turn_stamp;
    volatile bool missed_tick; // that came in the emulator's own code
    int late_ticks;            // that came when the time was up, where no caller can be found
    long turn;                 // nanoseconds, where turns are short
    double moved_at;           // processor time at the last progress that was seen
    int64_t moved_at_clock;    // all time, then
    double ticked_at;          // processor time at the last look
    unsigned long long tick_block;
    bool short_turns;
    unsigned interrupted_in_vain; // threads, since there was progress
    bool yields;                  // to other OS threads, as there are more of them than processors
};

extern __thread worker *this_worker;

// The launch runs in the reverse order, for an observer.
extern bool backwards;

// The line of a fiber whose thread has given its neighbours their turn.
constexpr int IN_STRIDE = -2;

// The threadIdx of a thread of the block.
uint3 index_of(unsigned thread);
// Threads of the block that have not begun. (block.unstarted is kept only in ring mode.)
unsigned unstarted_threads();
// Of a block in steps: how many threads take each step before this one does.
unsigned turn_in_step(unsigned thread);
// From now on the block's unfinished threads form a ring; `me` holds the current one, with its
// index.
void enter_ring_mode(fiber *me);
// Fills in which lanes of each warp have not left the kernel; from then on that is kept up to date.
void find_live_lanes();
// Lets the next thread go on, or begin. `me` must have its line and its index set. Returns when it
// is this thread's turn again, which does not mean that what it waits for has happened.
void hand_over(fiber *me);
// To be called then, if it has not: gives the block up when nothing moves any more.
void failed_resume();
// Everything that counts as progress within a block, as one number.
unsigned long progress(const worker &w);
// Gives the block up: goes back to the worker's own stack for good.
[[noreturn]] void give_up(failure why);
// Ends the program, which has said why.
[[noreturn]] void end_after_message();
// Gives the block up if a kernel runs, else the program: `text` is what the thread does wrong.
[[noreturn]] void fail(const char *file, int line, cudaError_t error, const char *text);
// The emulator's own code, which must not be entered twice, begins here if a kernel runs.
void stop_watchdog();

// For a block that makes no progress, in case it waits for blocks that have not begun: gives back
// those that its worker has taken, and has more workers run others. To be called on each tick.
void let_others_begin();
// How many blocks of the job have not begun.
unsigned long long blocks_not_begun(job &work);

// Runs blocks of the job until none is left or one has failed.
void run_blocks(job &work);

// lanes.cpp
// Before the first block of a launch: none has begun side by side with others.
void forget_neighbours();

// fibers.cpp
// The worker's fiber of that number, which is the next: with a stack, below which lies a guard.
// Ends the program when there is no memory for it.
fiber *new_fiber(worker &w, std::size_t number);
// Frees all of a worker's fibers and their stacks.
void delete_fibers(worker &w);
// Forgets where a fiber was in a block that was given up.
void forget_fiber(fiber *f);
// Makes the calling OS thread's own stack the worker's home.
void adopt_stack(worker &w);
// Bytes of stack each emulated thread of a device gets: 256 KiB, more if cudaLimitStackSize asks
// for more.
std::size_t fiber_stack_bytes(int device);
bool in_guard(fiber *f, const void *address);

// Lets the job have more OS threads. (Of launch.cpp.)
void call_more_workers(const job &work, unsigned count);

// While a thread is in one of these, it is where threads wait for one another.
class meeting_place {
public:
    explicit meeting_place(meeting kind) : kind_(kind) {
        if constexpr (recorded)
            tell_thread_arrives(kind_);
    }
    ~meeting_place() {
        if constexpr (recorded)
            tell_thread_leaves(kind_);
    }
    meeting_place(const meeting_place &) = delete;
    meeting_place &operator=(const meeting_place &) = delete;

private:
    meeting kind_;
};

// warp.cpp
// The first and last steps of everything that waits for some threads of a block: the thread's
// fiber, marked as waiting here.
fiber *begin_wait(wait reason, const char *file, int line);
void end_wait(fiber *me);
void lane_left(warp_state &s);
// What the thread that a fiber holds does in a warp operation, if it waits in one.
struct matrix_call;
const matrix_call &matrix_call_of(const fiber *f); // if it waits in one of these
bool waits_in_warp(const fiber *f, unsigned *mask);
bool release_active_masks();

// groups.cpp
void thread_left_tiles(worker &w);
// The block waits for all others of the grid.
void pass_grid_barrier();

// faults.cpp
// Seconds without progress after which a kernel is given up; 0 means never.
double watchdog_seconds();
void prepare_faults(); // once for each worker, on its own OS thread
void start_watch();
void stop_watch();

// report.cpp: all are called on the worker's own stack, or on a fiber outside the program's code.
cudaError_t report_failure(job &work);
// A fault that the program dies of, in host code or in the emulator's own; on a signal's stack.
void report_death(const fault &);
// The program is told to end while a kernel is running: `place` in the code.
void report_end(const kernel_info &, void *place);
// Says that the barrier is passed although threads of the block have left the kernel; whether the
// current thread is one of those that wait.
void warn_departed(bool current_waits);

} // namespace cuda_emulator

#endif
