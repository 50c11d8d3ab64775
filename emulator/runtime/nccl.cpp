// nccl.cpp: NCCL for the devices of one process (see nccl.h).
//
// A clique is the ranks of one communicator. What a rank calls it posts there: a collective behind
// those that it has posted before, a message behind those for the same rank. Whoever posts the last
// part of something does all of it, and wakes the others. Nothing but join() looks at what an id
// says, and nothing but run() and run_message() at memory: ranks of other processes would be
// cliques with another pair of these.
#include "nccl.h"

#include "api_state.h"
#include "emulator/half.h"
#include "graph.h"
#include "machine/resources.h"
#include "machine/threads.h"
#include "memory.h"
#include "scheduler.h"
#include "stream.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cuda_emulator::nccl {
struct clique;
}

struct ncclComm {
    std::shared_ptr<cuda_emulator::nccl::clique> all;
    int rank, device;
    ncclResult_t error; // that came up after the call which it belongs to
};

namespace cuda_emulator::nccl {

enum class what { all_reduce, reduce, broadcast, all_gather, reduce_scatter, send, receive };

// What one rank has called.
struct operation {
    what kind;
    const char *name;
    ncclComm_t comm;
    const void *from;
    void *to;
    size_t count;
    ncclDataType_t type;
    ncclRedOp_t op;
    int root; // or the rank that a message goes to, or comes from
    cudaStream_t stream;
    bool done = false;
    ncclResult_t result = ncclSuccess;
};

struct clique {
    explicit clique(int ranks)
        : devices(static_cast<size_t>(ranks), NOBODY), posted(devices.size()) {}

    static constexpr int NOBODY = -1;

    os_mutex mutex;
    os_condition changed;
    std::vector<int> devices;                    // of each rank; NOBODY: has not joined yet
    bool given_up = false;                       // by ncclCommAbort
    std::vector<std::deque<operation *>> posted; // collectives, of each rank
    // Messages that wait for the other side, by the rank that sends and the one that receives.
    std::map<std::pair<int, int>, std::deque<operation *>> sends, receives;

    int ranks() const { return static_cast<int>(devices.size()); }
    bool is_complete() const {
        return std::find(devices.begin(), devices.end(), NOBODY) == devices.end();
    }
};

namespace {

// ---- What went wrong

thread_local std::string last_text;

bool wants_warnings() {
    static const bool wanted = [] {
        const char *level = std::getenv("NCCL_DEBUG");
        return level != nullptr &&
               (std::strcmp(level, "WARN") == 0 || std::strcmp(level, "INFO") == 0 ||
                std::strcmp(level, "TRACE") == 0);
    }();
    return wanted;
}

ncclResult_t refuse(ncclResult_t result, const std::string &text) {
    last_text = text;
    if (wants_warnings())
        std::fprintf(stderr, "NCCL WARN %s\n", text.c_str());
    return result;
}

// Refuses what a GPU would not get over: it is said in any case.
ncclResult_t refuse_aloud(ncclResult_t result, const std::string &text) {
    last_text = text;
    report_wrong(text + "\n");
    return result;
}

// Whether a whole call may go on. `body` returns what it returns then.
template <class Body> ncclResult_t nccl_call(const char *name, Body body) {
    const api_call_scope inside;
    const cudaError_t e = begin_call(name, cudaErrorUnknown, call_kind::asks);
    if (e == cudaSuccess)
        return body();
    (void)take_last_error(); // it is not CUDA's to tell
    return refuse(ncclUnhandledCudaError, std::string(name) + ": " + cudaGetErrorString(e));
}

// ---- Communicators

struct communicators {
    os_mutex mutex;
    std::set<ncclComm_t> alive;
    std::map<std::string, std::shared_ptr<clique>> by_id;
    unsigned long long ids = 0;
};
// Never destroyed: destructors of the program may still use communicators.
communicators &the_communicators() {
    static communicators &c = *new communicators;
    return c;
}

ncclResult_t check_comm(const char *call, ncclComm_t comm) {
    if (comm == nullptr)
        return refuse(ncclInvalidArgument, std::string(call) + ": comm is NULL");
    communicators &c = the_communicators();
    const os_lock lock(c.mutex);
    if (c.alive.count(comm) == 0)
        return refuse(ncclInvalidArgument,
                      std::string(call) + ": no such communicator, or not any more");
    if (comm->all == nullptr)
        return refuse(ncclInvalidUsage, std::string(call) + ": the communicator is there only "
                                                            "after ncclGroupEnd()");
    return ncclSuccess;
}

ncclComm_t new_comm(const std::shared_ptr<clique> &all, int rank, int device) {
    auto *comm = new ncclComm{all, rank, device, ncclSuccess};
    communicators &c = the_communicators();
    const os_lock lock(c.mutex);
    c.alive.insert(comm);
    return comm;
}

// Of this process: what an id begins with, besides a number.
const std::string &mark_of_process() {
    static const std::string mark = [] {
        static char somewhere; // differs where addresses are random
        char text[64];
        std::snprintf(text, sizeof text, "CUDA emulator %llx %llx",
                      static_cast<unsigned long long>(nanoseconds()),
                      static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(&somewhere)));
        return std::string(text);
    }();
    return mark;
}

// The clique that the id stands for, with `comm` as its member of that rank.
ncclResult_t join(const std::string &id, int ranks, ncclComm_t comm) {
    if (id.compare(0, mark_of_process().size(), mark_of_process()) != 0)
        return refuse_aloud(ncclSystemError,
                            "ncclCommInitRank: the id is one of another process, or of none that "
                            "ncclGetUniqueId made: the emulator's NCCL joins the devices of one "
                            "process");
    communicators &c = the_communicators();
    const os_lock lock(c.mutex);
    std::shared_ptr<clique> &all = c.by_id[id];
    if (all == nullptr)
        all = std::make_shared<clique>(ranks);
    const os_lock of_clique(all->mutex);
    const auto rank = static_cast<size_t>(comm->rank);
    if (all->ranks() != ranks || all->devices[rank] != clique::NOBODY)
        return refuse(ncclInvalidUsage,
                      "ncclCommInitRank: rank " + std::to_string(comm->rank) + " of " +
                          std::to_string(ranks) +
                          (all->ranks() != ranks
                               ? ", and others say of " + std::to_string(all->ranks())
                               : " is there already"));
    const auto same = std::find(all->devices.begin(), all->devices.end(), comm->device);
    if (same != all->devices.end())
        return refuse(ncclInvalidUsage,
                      "ncclCommInitRank: ranks " + std::to_string(same - all->devices.begin()) +
                          " and " + std::to_string(comm->rank) + " are on the same device, " +
                          std::to_string(comm->device));
    all->devices[rank] = comm->device;
    comm->all = all;
    all->changed.notify_all();
    return ncclSuccess;
}

// Waits until `holds`, with the clique's lock. False if that takes longer than kernels may.
template <class Condition> bool wait_for(clique &all, os_lock &lock, Condition holds) {
    const double seconds = watchdog_seconds();
    if (seconds != 0)
        return all.changed.wait_for(lock, std::chrono::duration<double>(seconds), holds);
    all.changed.wait(lock, holds);
    return true;
}

std::string within() {
    char text[32];
    std::snprintf(text, sizeof text, " within %g s", watchdog_seconds());
    return text;
}

constexpr const char *IN_A_GROUP =
    ". A thread that drives several devices makes its calls between ncclGroupStart() and "
    "ncclGroupEnd()";

ncclResult_t wait_for_all_ranks(ncclComm_t comm) {
    clique &all = *comm->all;
    os_lock lock(all.mutex);
    if (wait_for(all, lock, [&] { return all.is_complete(); }))
        return ncclSuccess;
    all.devices[static_cast<size_t>(comm->rank)] = clique::NOBODY;
    std::string missing;
    for (int r = 0; r < all.ranks(); ++r)
        if (r != comm->rank && all.devices[static_cast<size_t>(r)] == clique::NOBODY)
            missing += (missing.empty() ? "" : ", ") + std::to_string(r);
    return refuse_aloud(ncclInvalidUsage, "ncclCommInitRank: of " + std::to_string(all.ranks()) +
                                              " ranks these have not come" + within() + ": " +
                                              missing + IN_A_GROUP);
}

// ---- Numbers

size_t bytes_of(ncclDataType_t type) {
    switch (type) {
    case ncclInt32:
    case ncclUint32:
    case ncclFloat32:
        return 4;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64:
        return 8;
    case ncclFloat16:
    case ncclBfloat16:
        return 2;
    default:
        return 1;
    }
}

// How a number is calculated with: integers without overflow, narrow ones in float.
template <class T> struct plain_number {
    using stored = T;
    using value = T;
    static value load(stored x) { return x; }
    static stored round(value x) { return x; }
    static value add(value a, value b) {
        if constexpr (std::is_integral<T>::value)
            return static_cast<T>(static_cast<unsigned long long>(a) +
                                  static_cast<unsigned long long>(b));
        else
            return a + b;
    }
    static value multiply(value a, value b) {
        if constexpr (std::is_integral<T>::value)
            return static_cast<T>(static_cast<unsigned long long>(a) *
                                  static_cast<unsigned long long>(b));
        else
            return a * b;
    }
};
template <class Format> struct narrow_number {
    using stored = unsigned short;
    using value = float;
    static value load(stored x) { return math::widened(Format{}, x); }
    static stored round(value x) { return math::nearest(Format{}, x); }
    // Each step is rounded.
    static value add(value a, value b) { return load(round(a + b)); }
    static value multiply(value a, value b) { return load(round(a * b)); }
};

template <class Number>
typename Number::value combine(ncclRedOp_t op, typename Number::value a, typename Number::value b) {
    switch (op) {
    case ncclProd:
        return Number::multiply(a, b);
    case ncclMax:
        return a < b ? b : a;
    case ncclMin:
        return b < a ? b : a;
    default:
        return Number::add(a, b);
    }
}

// Writes the elements [first, first + count) of all ranks, reduced, to each of these places.
template <class Number>
void reduce(const std::vector<operation *> &ranks, size_t first, size_t count,
            const std::vector<void *> &to) {
    using stored = typename Number::stored;
    const ncclRedOp_t op = ranks[0]->op;
    for (size_t i = 0; i < count; ++i) {
        // All are read before any is written: buffers may be the same.
        auto sum = Number::load(static_cast<const stored *>(ranks[0]->from)[first + i]);
        for (size_t r = 1; r < ranks.size(); ++r)
            sum = combine<Number>(
                op, sum, Number::load(static_cast<const stored *>(ranks[r]->from)[first + i]));
        if (op == ncclAvg)
            sum = static_cast<typename Number::value>(
                sum / static_cast<typename Number::value>(ranks.size()));
        for (void *place : to)
            static_cast<stored *>(place)[i] = Number::round(sum);
    }
}

using reducer = void (*)(const std::vector<operation *> &, size_t, size_t,
                         const std::vector<void *> &);
reducer reducer_of(ncclDataType_t type) {
    switch (type) {
    case ncclInt8:
        return reduce<plain_number<signed char>>;
    case ncclUint8:
        return reduce<plain_number<unsigned char>>;
    case ncclInt32:
        return reduce<plain_number<int>>;
    case ncclUint32:
        return reduce<plain_number<unsigned>>;
    case ncclInt64:
        return reduce<plain_number<long long>>;
    case ncclUint64:
        return reduce<plain_number<unsigned long long>>;
    case ncclFloat16:
        return reduce<narrow_number<math::half_format>>;
    case ncclFloat32:
        return reduce<plain_number<float>>;
    case ncclFloat64:
        return reduce<plain_number<double>>;
    case ncclBfloat16:
        return reduce<narrow_number<math::bfloat16_format>>;
    default:
        return nullptr;
    }
}

// ---- One operation, of all ranks

size_t rank_of(const operation &o) {
    return static_cast<size_t>(o.comm->rank);
}

// What a rank reads and writes, in bytes. 0: nothing.
size_t bytes_read(const operation &o) {
    const size_t bytes = o.count * bytes_of(o.type);
    switch (o.kind) {
    case what::receive:
        return 0;
    case what::broadcast:
        return o.comm->rank == o.root ? bytes : 0;
    case what::reduce_scatter:
        return bytes * o.comm->all->devices.size();
    default:
        return bytes;
    }
}
size_t bytes_written(const operation &o) {
    const size_t bytes = o.count * bytes_of(o.type);
    switch (o.kind) {
    case what::send:
        return 0;
    case what::reduce:
        return o.comm->rank == o.root ? bytes : 0;
    case what::all_gather:
        return bytes * o.comm->all->devices.size();
    default:
        return bytes;
    }
}

// To observers, each rank copies within its stream, after all ranks have come, and before any goes
// on: two events of each stream that the others wait for.
void tell(const std::vector<operation *> &ranks) {
    if (is_observed()) {
        const auto meet = [&] {
            const auto event = [](const operation &o) {
                return reinterpret_cast<cudaEvent_t>(const_cast<operation *>(&o));
            };
            const auto stream_of = [](const operation &o) { return o.stream; };
            for (const operation *o : ranks) {
                const device_scope its_own(o->comm->device);
                notify(&observer::event_recorded, event(*o), stream_of(*o));
            }
            for (const operation *o : ranks) {
                const device_scope its_own(o->comm->device);
                for (const operation *other : ranks)
                    notify(&observer::stream_waits, stream_of(*o), event(*other));
            }
            for (const operation *o : ranks)
                notify(&observer::event_destroyed, event(*o));
        };
        meet();
        for (const operation *o : ranks) {
            const device_scope its_own(o->comm->device);
            const auto side = [](const void *place, size_t bytes) {
                copy_side s = {memory_kind::plain, {}};
                if (bytes != 0)
                    s = {find_memory(place).kind,
                         {{reinterpret_cast<uintptr_t>(place), bytes, 1, bytes}}};
                return s;
            };
            notify(&observer::copy_issued,
                   copy_info{side(o->to, bytes_written(*o)), side(o->from, bytes_read(*o)),
                             o->stream, true, o->name});
        }
        meet();
        for (const operation *o : ranks)
            if (const size_t bytes = bytes_written(*o))
                notify(&observer::written, o->to, bytes);
    }
}

void run(const std::vector<operation *> &ranks) {
    const operation &any = *ranks[0];
    const size_t bytes = any.count * bytes_of(any.type);
    const operation &root = *ranks[static_cast<size_t>(any.root)];
    if (bytes == 0)
        return;
    tell(ranks);
    switch (any.kind) {
    case what::all_reduce: {
        std::vector<void *> to;
        for (const operation *o : ranks)
            to.push_back(o->to);
        reducer_of(any.type)(ranks, 0, any.count, to);
        break;
    }
    case what::reduce:
        reducer_of(any.type)(ranks, 0, any.count, {root.to});
        break;
    case what::reduce_scatter:
        for (const operation *o : ranks)
            reducer_of(any.type)(ranks, rank_of(*o) * any.count, any.count, {o->to});
        break;
    case what::broadcast:
        for (const operation *o : ranks)
            std::memmove(o->to, root.from, bytes);
        break;
    case what::all_gather:
        for (const operation *from : ranks)
            for (const operation *to : ranks)
                std::memmove(static_cast<char *>(to->to) + rank_of(*from) * bytes, from->from,
                             bytes);
        break;
    default:
        break;
    }
}

void run_message(operation &send, operation &receive) {
    if (send.count == 0)
        return;
    tell({&send, &receive});
    std::memmove(receive.to, send.from, send.count * bytes_of(send.type));
}

// What two ranks call together and do not agree about, or "".
std::string difference(const operation &a, const operation &b) {
    const auto says = [&](const std::string &mine, const std::string &other) {
        return "rank " + std::to_string(a.comm->rank) + " calls " + mine + " and rank " +
               std::to_string(b.comm->rank) + " " + other;
    };
    const std::string name = a.name;
    const bool message = a.kind == what::send;
    if (!message && a.kind != b.kind)
        return says(name, b.name);
    const size_t mine = a.count * bytes_of(a.type), other = b.count * bytes_of(b.type);
    if (message ? mine != other : a.count != b.count)
        return says(name + (message ? " of " + counted(mine, "byte")
                                    : " for " + counted(a.count, "element")),
                    (message ? std::string(b.name) + " of " + std::to_string(other)
                             : "for " + std::to_string(b.count)));
    if (message)
        return "";
    if (a.type != b.type)
        return says(name + " for numbers of type " + std::to_string(a.type),
                    "of type " + std::to_string(b.type));
    if (a.op != b.op)
        return says(name + " with operation " + std::to_string(a.op),
                    "with " + std::to_string(b.op));
    if (a.root != b.root)
        return says(name + " with root " + std::to_string(a.root),
                    "with " + std::to_string(b.root));
    return "";
}

// Ends an operation of several ranks, which `text` says are not in agreement unless it is empty.
void finish(const std::vector<operation *> &ranks, const std::string &text) {
    if (!text.empty())
        (void)refuse_aloud(ncclInvalidUsage, "NCCL: " + text +
                                                 ": a GPU would wait for ever, or "
                                                 "move the wrong bytes");
    for (operation *o : ranks) {
        o->result = text.empty() ? ncclSuccess : ncclInvalidUsage;
        o->done = true;
    }
}

// Does what all its ranks have posted. With the clique's lock.
void go_on(clique &all) {
    const auto has_posted = [](const std::deque<operation *> &mine) { return !mine.empty(); };
    while (std::all_of(all.posted.begin(), all.posted.end(), has_posted)) {
        std::vector<operation *> ranks;
        for (std::deque<operation *> &mine : all.posted) {
            ranks.push_back(mine.front());
            mine.pop_front();
        }
        std::string text;
        for (size_t r = 1; r < ranks.size() && text.empty(); ++r)
            text = difference(*ranks[0], *ranks[r]);
        if (text.empty())
            run(ranks);
        finish(ranks, text);
    }
    for (auto &[between, sends] : all.sends) {
        std::deque<operation *> &receives = all.receives[between];
        while (!sends.empty() && !receives.empty()) {
            operation &send = *sends.front(), &receive = *receives.front();
            sends.pop_front();
            receives.pop_front();
            const std::string text = difference(send, receive);
            if (text.empty())
                run_message(send, receive);
            finish({&send, &receive}, text);
        }
    }
    all.changed.notify_all();
}

std::pair<int, int> between(const operation &o) {
    return o.kind == what::send ? std::pair<int, int>(o.comm->rank, o.root)
                                : std::pair<int, int>(o.root, o.comm->rank);
}

std::deque<operation *> &queue_of(operation &o) {
    clique &all = *o.comm->all;
    return o.kind == what::send      ? all.sends[between(o)]
           : o.kind == what::receive ? all.receives[between(o)]
                                     : all.posted[rank_of(o)];
}

void post(operation &o) {
    clique &all = *o.comm->all;
    const os_lock lock(all.mutex);
    queue_of(o).push_back(&o);
    go_on(all);
}

// Who has yet to call what `o` waits for.
std::string those_missing(operation &o) {
    clique &all = *o.comm->all;
    if (o.kind == what::send)
        return "ncclRecv of rank " + std::to_string(o.root);
    if (o.kind == what::receive)
        return "ncclSend of rank " + std::to_string(o.root);
    std::string missing;
    for (size_t r = 0; r < all.posted.size(); ++r)
        if (all.posted[r].empty())
            missing += (missing.empty() ? "" : ", ") + std::to_string(r);
    return "the same call of rank " + missing;
}

// Waits until `o` is done, if `patient`; else takes it back if it is not.
ncclResult_t wait_for_others(operation &o, bool patient) {
    clique &all = *o.comm->all;
    os_lock lock(all.mutex);
    const bool came = patient && wait_for(all, lock, [&] { return o.done || all.given_up; });
    if (o.done)
        return o.result;
    std::deque<operation *> &queue = queue_of(o);
    const std::string missing = came ? "" : those_missing(o);
    queue.erase(std::find(queue.begin(), queue.end(), &o));
    if (!patient)
        return o.comm->error = ncclInvalidUsage;
    if (came)
        return o.comm->error =
                   refuse(ncclRemoteError, std::string(o.name) + ": another rank has called "
                                                                 "ncclCommAbort");
    return o.comm->error = refuse_aloud(ncclInvalidUsage,
                                        std::string(o.name) + " of rank " +
                                            std::to_string(o.comm->rank) + " waits for " + missing +
                                            ", which has not come" + within() + IN_A_GROUP);
}

// ---- Groups

struct joining {
    std::string id;
    int ranks;
    ncclComm_t comm;
    ncclComm_t *result;
};

// What the calling thread has called since ncclGroupStart.
struct group {
    int depth = 0;
    ncclResult_t error = ncclSuccess;
    std::vector<joining> joins;
    std::deque<operation> operations;
};
thread_local group mine;

void forget(ncclComm_t comm) {
    communicators &c = the_communicators();
    const os_lock lock(c.mutex);
    c.alive.erase(comm);
    delete comm;
}

// Does all of it, and returns the first error. Nothing of it is done if there is one already.
ncclResult_t end_group() {
    group work;
    std::swap(work, mine);
    ncclResult_t result = work.error;
    const auto note = [&result](ncclResult_t e) {
        if (result == ncclSuccess)
            result = e;
    };
    for (const joining &j : work.joins)
        if (result == ncclSuccess)
            note(join(j.id, j.ranks, j.comm));
    for (const joining &j : work.joins)
        if (result == ncclSuccess)
            note(wait_for_all_ranks(j.comm));
    for (const joining &j : work.joins)
        if (result != ncclSuccess) {
            *j.result = nullptr;
            forget(j.comm);
        }
    if (result != ncclSuccess)
        return result;
    for (operation &o : work.operations)
        post(o);
    for (operation &o : work.operations)
        note(wait_for_others(o, result == ncclSuccess));
    return result;
}

// Does this now, or when the group ends.
ncclResult_t done_or_put_off(ncclResult_t so_far) {
    if (mine.error == ncclSuccess)
        mine.error = so_far;
    return mine.depth != 0 ? so_far : end_group();
}

// ---- Checks

std::string rank_text(const operation &o) {
    return std::string(o.name) + " of rank " + std::to_string(o.comm->rank) + ": ";
}

// Memory that the rank's device can use, from the pointer on.
ncclResult_t check_buffer(const operation &o, const char *name, const void *pointer, size_t bytes) {
    if (bytes == 0)
        return ncclSuccess;
    const memory_place place = find_memory(pointer);
    if (!device_can_reach(place.kind))
        return refuse(
            ncclInvalidArgument,
            rank_text(o) + name +
                (pointer == nullptr ? " is NULL" : " is no memory that a device can use"));
    if (!host_can_reach(place.kind) && place.device != o.comm->device)
        return refuse(ncclInvalidArgument,
                      rank_text(o) + name + " is memory of device " + std::to_string(place.device) +
                          ", and the rank's is device " + std::to_string(o.comm->device));
    if (place.left < bytes)
        return refuse(ncclInvalidArgument, rank_text(o) + name + " has room for " +
                                               counted(place.left, "byte") + ", and it takes " +
                                               std::to_string(bytes));
    return ncclSuccess;
}

ncclResult_t check(const operation &o) {
    const device_scope its_own(o.comm->device);
    if (o.root < 0 || o.root >= o.comm->all->ranks())
        return refuse(ncclInvalidArgument, rank_text(o) + "there is no rank " +
                                               std::to_string(o.root) + " of " +
                                               std::to_string(o.comm->all->ranks()));
    if (o.type < 0 || o.type >= ncclNumTypes)
        return refuse(ncclInvalidArgument,
                      rank_text(o) + "there is no type " + std::to_string(o.type));
    if (o.op < 0 || o.op >= ncclNumOps)
        return refuse(ncclInvalidArgument,
                      rank_text(o) + "there is no operation " + std::to_string(o.op));
    const bool reduces =
        o.kind == what::all_reduce || o.kind == what::reduce || o.kind == what::reduce_scatter;
    if (reduces && reducer_of(o.type) == nullptr)
        return refuse_aloud(ncclInvalidArgument,
                            rank_text(o) + "the emulator has no numbers of 8 bits with a fraction");
    if (!stream_is_alive(o.stream) || device_of(o.stream) != o.comm->device)
        return refuse(ncclUnhandledCudaError, rank_text(o) + "the stream is none of device " +
                                                  std::to_string(o.comm->device));
    if (is_captured(o.stream))
        return refuse_aloud(ncclInvalidUsage,
                            rank_text(o) + "the emulator captures no calls of NCCL");
    size_t all_bytes = 0;
    if (__builtin_mul_overflow(o.count, bytes_of(o.type) * o.comm->all->devices.size(), &all_bytes))
        return refuse(ncclInvalidArgument, rank_text(o) + "there is no memory that large");
    if (const ncclResult_t e = check_buffer(o, "the buffer to read", o.from, bytes_read(o)))
        return e;
    if (const ncclResult_t e = check_buffer(o, "the buffer to write", o.to, bytes_written(o)))
        return e;
    if (device_failed())
        return refuse(ncclUnhandledCudaError,
                      rank_text(o) + cudaGetErrorString(synchronise(o.comm->device)));
    return ncclSuccess;
}

ncclResult_t call(const operation &o) {
    return nccl_call(o.name, [&] {
        ncclResult_t e = check_comm(o.name, o.comm);
        if (e == ncclSuccess)
            e = check(o);
        if (e == ncclSuccess)
            mine.operations.push_back(o);
        return done_or_put_off(e);
    });
}

// What is asked of a communicator.
ncclResult_t ask(const char *name, ncclComm_t comm, int *answer, int (*read)(const ncclComm &)) {
    return nccl_call(name, [&] {
        const ncclResult_t e = check_comm(name, comm);
        if (e != ncclSuccess)
            return e;
        if (answer == nullptr)
            return refuse(ncclInvalidArgument, std::string(name) + ": the place is NULL");
        *answer = read(*comm);
        return ncclSuccess;
    });
}

ncclResult_t null_place(const char *name, const char *which) {
    return refuse(ncclInvalidArgument, std::string(name) + ": " + which + " is NULL");
}

} // namespace

extern "C" {

ncclResult_t ncclGetVersion(int *version) {
    if (version == nullptr)
        return null_place("ncclGetVersion", "the place");
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

const char *ncclGetErrorString(ncclResult_t result) {
    switch (result) {
    case ncclSuccess:
        return "no error";
    case ncclUnhandledCudaError:
        return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError:
        return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInternalError:
        return "internal error - please report this issue to the NCCL developers";
    case ncclInvalidArgument:
        return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage:
        return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError:
        return "remote process exited or there was a network error";
    case ncclInProgress:
        return "NCCL operation in progress";
    default:
        return "unknown result code";
    }
}

const char *ncclGetLastError(ncclComm_t) {
    return last_text.c_str();
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices) {
    return nccl_call("ncclCommInitAll", [&] {
        if (comms == nullptr || count < 0)
            return refuse(ncclInvalidArgument,
                          "ncclCommInitAll: " + std::to_string(count) +
                              (count == 1 ? " communicator" : " communicators") +
                              (comms == nullptr ? ", and no place for them" : ""));
        std::set<int> chosen;
        for (int i = 0; i < count; ++i) {
            const int device = devices != nullptr ? devices[i] : i;
            if (device < 0 || device >= device_count())
                return refuse(devices != nullptr ? ncclInvalidArgument : ncclUnhandledCudaError,
                              "ncclCommInitAll: there is no device " + std::to_string(device));
            if (!chosen.insert(device).second)
                return refuse(ncclInvalidUsage, "ncclCommInitAll: device " +
                                                    std::to_string(device) + " is there twice");
        }
        const auto all = std::make_shared<clique>(count);
        for (int i = 0; i < count; ++i) {
            comms[i] = new_comm(all, i, devices != nullptr ? devices[i] : i);
            all->devices[static_cast<size_t>(i)] = comms[i]->device;
        }
        return ncclSuccess;
    });
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
    return nccl_call("ncclGetUniqueId", [&] {
        if (id == nullptr)
            return null_place("ncclGetUniqueId", "the place");
        communicators &c = the_communicators();
        const os_lock lock(c.mutex);
        *id = ncclUniqueId{};
        std::snprintf(id->internal, sizeof id->internal, "%s %llu", mark_of_process().c_str(),
                      ++c.ids);
        return ncclSuccess;
    });
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank) {
    return nccl_call("ncclCommInitRank", [&] {
        if (comm == nullptr)
            return done_or_put_off(null_place("ncclCommInitRank", "the place"));
        if (ranks < 1 || rank < 0 || rank >= ranks)
            return done_or_put_off(refuse(
                ncclInvalidArgument, "ncclCommInitRank: there is no rank " + std::to_string(rank) +
                                         " of " + std::to_string(ranks)));
        *comm = new_comm(nullptr, rank, current_device());
        const std::string text(id.internal, sizeof id.internal);
        mine.joins.push_back({text.c_str(), ranks, *comm, comm});
        return done_or_put_off(ncclSuccess);
    });
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
    return nccl_call("ncclCommFinalize", [&] { return check_comm("ncclCommFinalize", comm); });
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
    return nccl_call("ncclCommDestroy", [&] {
        if (comm == nullptr)
            return ncclSuccess;
        const ncclResult_t e = check_comm("ncclCommDestroy", comm);
        if (e == ncclSuccess)
            forget(comm);
        return e;
    });
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
    return nccl_call("ncclCommAbort", [&] {
        if (comm == nullptr)
            return ncclSuccess;
        const ncclResult_t e = check_comm("ncclCommAbort", comm);
        if (e != ncclSuccess)
            return e;
        if (comm->all != nullptr) {
            const os_lock lock(comm->all->mutex);
            comm->all->given_up = true;
            comm->all->changed.notify_all();
        }
        forget(comm);
        return ncclSuccess;
    });
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
    return nccl_call("ncclCommGetAsyncError", [&] {
        const ncclResult_t e = check_comm("ncclCommGetAsyncError", comm);
        if (e != ncclSuccess)
            return e;
        if (error == nullptr)
            return null_place("ncclCommGetAsyncError", "the place");
        *error = comm->error;
        return ncclSuccess;
    });
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
    return ask("ncclCommCount", comm, count, [](const ncclComm &c) { return c.all->ranks(); });
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) {
    return ask("ncclCommCuDevice", comm, device, [](const ncclComm &c) { return c.device; });
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) {
    return ask("ncclCommUserRank", comm, rank, [](const ncclComm &c) { return c.rank; });
}

ncclResult_t ncclMemAlloc(void **pointer, size_t size) {
    return cudaMalloc(pointer, size) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclMemFree(void *pointer) {
    return cudaFree(pointer) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclAllReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
    return call({what::all_reduce, "ncclAllReduce", comm, from, to, count, type, op, 0, stream});
}

ncclResult_t ncclReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
    return call({what::reduce, "ncclReduce", comm, from, to, count, type, op, root, stream});
}

ncclResult_t ncclBroadcast(const void *from, void *to, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream) {
    return call(
        {what::broadcast, "ncclBroadcast", comm, from, to, count, type, ncclSum, root, stream});
}

ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream) {
    return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}

ncclResult_t ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream) {
    return call(
        {what::all_gather, "ncclAllGather", comm, from, to, count, type, ncclSum, 0, stream});
}

ncclResult_t ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
    return call(
        {what::reduce_scatter, "ncclReduceScatter", comm, from, to, count, type, op, 0, stream});
}

ncclResult_t ncclSend(const void *from, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
    return call({what::send, "ncclSend", comm, from, nullptr, count, type, ncclSum, peer, stream});
}

ncclResult_t ncclRecv(void *to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
    return call({what::receive, "ncclRecv", comm, nullptr, to, count, type, ncclSum, peer, stream});
}

ncclResult_t ncclGroupStart(void) {
    return nccl_call("ncclGroupStart", [] {
        ++mine.depth;
        return ncclSuccess;
    });
}

ncclResult_t ncclGroupEnd(void) {
    return nccl_call("ncclGroupEnd", [] {
        if (mine.depth == 0)
            return refuse(ncclInvalidUsage, "ncclGroupEnd: no ncclGroupStart() before it");
        return --mine.depth == 0 ? end_group() : ncclSuccess;
    });
}

} // extern "C"

} // namespace cuda_emulator::nccl
