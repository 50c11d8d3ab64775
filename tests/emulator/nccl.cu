// nccl.cu: NCCL: every collective with every type and operation, within groups and by threads; and
// what it says of wrong calls. One process, all its devices.
//
//   nvcc -I. nccl.cu -lnccl

#include "check.h"

#include <nccl.h>

#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

static int devices;
static std::vector<ncclComm_t> comms;
static std::vector<cudaStream_t> streams;
static std::vector<void *> from, to; // of each rank, ROOM bytes
constexpr size_t ROOM = 1 << 20;

static const char *name_of(ncclResult_t result) {
    static const char *const names[] = {
        "ncclSuccess",         "ncclUnhandledCudaError", "ncclSystemError", "ncclInternalError",
        "ncclInvalidArgument", "ncclInvalidUsage",       "ncclRemoteError", "ncclInProgress"};
    return result >= 0 && result < ncclNumResults ? names[result] : "none";
}

#define ANSWERS(expected, ...)                                                                     \
    do {                                                                                           \
        const ncclResult_t got = __VA_ARGS__;                                                      \
        check_shown(got == expected, name_of(got), name_of(expected), #__VA_ARGS__, __FILE__,      \
                    __LINE__);                                                                     \
    } while (0)
#define WORKS(...) ANSWERS(ncclSuccess, __VA_ARGS__)

// One call for each rank, as one group.
template <class Call> static void in_group(Call call) {
    WORKS(ncclGroupStart());
    for (int r = 0; r < devices; ++r)
        WORKS(call(r));
    WORKS(ncclGroupEnd());
    for (int r = 0; r < devices; ++r) {
        CHECK_CUDA(cudaSetDevice(r));
        CHECK_CUDA(cudaStreamSynchronize(streams[r]));
    }
}

template <class T> static void fill(void *place, const std::vector<T> &values) {
    CHECK_CUDA(cudaMemcpy(place, values.data(), values.size() * sizeof(T), cudaMemcpyDefault));
}
template <class T> static std::vector<T> read(const void *place, size_t count) {
    std::vector<T> values(count);
    CHECK_CUDA(cudaMemcpy(values.data(), place, count * sizeof(T), cudaMemcpyDefault));
    return values;
}

// Element i of rank r: small numbers, whose sums and products any type holds exactly.
template <class T> static T element(int r, size_t i) {
    return (T)(1 + (i + (size_t)r) % 2);
}

template <class T> static T reduced(ncclRedOp_t op, size_t i) {
    double sum = element<T>(0, i);
    for (int r = 1; r < devices; ++r) {
        const double x = element<T>(r, i);
        sum = op == ncclProd  ? sum * x
              : op == ncclMax ? std::fmax(sum, x)
              : op == ncclMin ? std::fmin(sum, x)
                              : sum + x;
    }
    return op == ncclAvg ? (T)(sum / devices) : (T)sum;
}

template <class T, class Wanted>
static void compare(int line, const char *what, const std::vector<T> &got, Wanted wanted) {
    size_t wrong = 0, first = 0;
    for (size_t i = got.size(); i-- > 0;)
        if (got[i] != (T)wanted(i)) {
            ++wrong;
            first = i;
        }
    check_shown(wrong == 0, std::to_string(wrong) + " wrong, the first is " + std::to_string(first),
                "none", what, __FILE__, line);
}

template <class T> static void test_type(ncclDataType_t type, size_t count) {
    for (int r = 0; r < devices; ++r) {
        std::vector<T> values(count * devices);
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = element<T>(r, i);
        fill(from[r], values);
    }
    for (auto op : {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg}) {
        const auto wanted = [&](size_t i) { return reduced<T>(op, i); };
        // An average of three floats is rounded, on a GPU perhaps in another way.
        if (op == ncclAvg && devices == 3)
            continue;
        in_group([&](int r) {
            return ncclAllReduce(from[r], to[r], count, type, op, comms[r], streams[r]);
        });
        for (int r = 0; r < devices; ++r)
            compare(__LINE__, "ncclAllReduce", read<T>(to[r], count), wanted);
        for (int root = 0; root < devices; ++root) {
            CHECK_CUDA(cudaSetDevice(root));
            CHECK_CUDA(cudaMemset(to[root], 0, count * sizeof(T)));
            CHECK_CUDA(cudaDeviceSynchronize());
            in_group([&](int r) {
                return ncclReduce(from[r], r == root ? to[r] : nullptr, count, type, op, root,
                                  comms[r], streams[r]);
            });
            compare(__LINE__, "ncclReduce", read<T>(to[root], count), wanted);
        }
        in_group([&](int r) {
            return ncclReduceScatter(from[r], to[r], count, type, op, comms[r], streams[r]);
        });
        for (int r = 0; r < devices; ++r)
            compare(__LINE__, "ncclReduceScatter", read<T>(to[r], count),
                    [&](size_t i) { return wanted(r * count + i); });
    }
    for (int root = 0; root < devices; ++root) {
        in_group([&](int r) {
            return ncclBroadcast(r == root ? from[r] : nullptr, to[r], count, type, root, comms[r],
                                 streams[r]);
        });
        for (int r = 0; r < devices; ++r)
            compare(__LINE__, "ncclBroadcast", read<T>(to[r], count),
                    [&](size_t i) { return element<T>(root, i); });
    }
    in_group(
        [&](int r) { return ncclAllGather(from[r], to[r], count, type, comms[r], streams[r]); });
    for (int r = 0; r < devices; ++r)
        compare(__LINE__, "ncclAllGather", read<T>(to[r], count * devices),
                [&](size_t i) { return element<T>((int)(i / count), i % count); });
}

// The buffers may be the same.
static void test_in_place() {
    constexpr size_t COUNT = 1000;
    const auto fill_all = [] {
        for (int r = 0; r < devices; ++r) {
            std::vector<int> values(COUNT * devices);
            for (size_t i = 0; i < values.size(); ++i)
                values[i] = element<int>(r, i);
            fill(to[r], values);
        }
    };
    const auto part = [](int r) { return (int *)to[r] + r * COUNT; };
    fill_all();
    in_group([&](int r) {
        return ncclAllReduce(to[r], to[r], COUNT, ncclInt, ncclSum, comms[r], streams[r]);
    });
    for (int r = 0; r < devices; ++r)
        compare(__LINE__, "ncclAllReduce in place", read<int>(to[r], COUNT),
                [](size_t i) { return reduced<int>(ncclSum, i); });
    fill_all();
    in_group([&](int r) {
        return ncclReduceScatter(to[r], part(r), COUNT, ncclInt, ncclSum, comms[r], streams[r]);
    });
    for (int r = 0; r < devices; ++r)
        compare(__LINE__, "ncclReduceScatter in place", read<int>(part(r), COUNT),
                [&](size_t i) { return reduced<int>(ncclSum, r * COUNT + i); });
    fill_all();
    in_group(
        [&](int r) { return ncclAllGather(part(r), to[r], COUNT, ncclInt, comms[r], streams[r]); });
    for (int r = 0; r < devices; ++r)
        compare(__LINE__, "ncclAllGather in place", read<int>(to[r], COUNT * devices),
                [](size_t i) { return element<int>((int)(i / COUNT), i); });
    fill_all();
    in_group([&](int r) { return ncclBcast(to[r], COUNT, ncclInt, 0, comms[r], streams[r]); });
    for (int r = 0; r < devices; ++r)
        compare(__LINE__, "ncclBcast", read<int>(to[r], COUNT),
                [](size_t i) { return element<int>(0, i); });
}

// Each rank sends to the next one, and the last to the first.
static void test_messages() {
    constexpr size_t COUNT = 777;
    for (int r = 0; r < devices; ++r)
        fill(from[r], std::vector<int>(COUNT, 100 + r));
    WORKS(ncclGroupStart());
    for (int r = 0; r < devices; ++r) {
        WORKS(ncclSend(from[r], COUNT, ncclInt, (r + 1) % devices, comms[r], streams[r]));
        WORKS(ncclRecv(to[r], COUNT, ncclInt, (r + devices - 1) % devices, comms[r], streams[r]));
    }
    WORKS(ncclGroupEnd());
    for (int r = 0; r < devices; ++r) {
        CHECK_CUDA(cudaSetDevice(r));
        CHECK_CUDA(cudaStreamSynchronize(streams[r]));
        compare(__LINE__, "ncclRecv", read<int>(to[r], COUNT),
                [&](size_t) { return 100 + (r + devices - 1) % devices; });
    }
    // All to rank 0, in the order of the calls of each.
    if (devices == 1)
        return;
    WORKS(ncclGroupStart());
    for (int r = 1; r < devices; ++r) {
        WORKS(ncclSend(from[r], 1, ncclInt, 0, comms[r], streams[r]));
        WORKS(ncclRecv((int *)to[0] + r, 1, ncclInt, r, comms[0], streams[0]));
    }
    WORKS(ncclGroupEnd());
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaStreamSynchronize(streams[0]));
    compare(__LINE__, "ncclRecv by rank 0", read<int>((int *)to[0] + 1, devices - 1),
            [](size_t i) { return 101 + i; });
}

// A thread for each rank, none of which needs a group.
static void test_threads() {
    ncclUniqueId id;
    WORKS(ncclGetUniqueId(&id));
    std::vector<int> sums(devices);
    std::vector<std::thread> threads;
    std::vector<ncclResult_t> results(devices, ncclSuccess);
    for (int r = 0; r < devices; ++r)
        threads.emplace_back([&, r] {
            const auto note = [&](ncclResult_t e) {
                if (results[r] == ncclSuccess)
                    results[r] = e;
            };
            int *p = nullptr;
            ncclComm_t comm = nullptr;
            bool good = cudaSetDevice(r) == cudaSuccess;
            note(ncclCommInitRank(&comm, devices, id, r));
            good = good && cudaMalloc(&p, sizeof *p) == cudaSuccess &&
                   cudaMemcpy(p, &r, sizeof r, cudaMemcpyHostToDevice) == cudaSuccess;
            for (int i = 0; i < 3; ++i)
                note(ncclAllReduce(p, p, 1, ncclInt, ncclSum, comm, nullptr));
            good = good && cudaMemcpy(&sums[r], p, sizeof r, cudaMemcpyDeviceToHost) == cudaSuccess;
            int rank = -1, device = -1, count = -1;
            note(ncclCommUserRank(comm, &rank));
            note(ncclCommCuDevice(comm, &device));
            note(ncclCommCount(comm, &count));
            note(ncclCommDestroy(comm));
            good =
                good && cudaFree(p) == cudaSuccess && rank == r && device == r && count == devices;
            if (!good)
                note(ncclInternalError);
        });
    for (std::thread &t : threads)
        t.join();
    for (int r = 0; r < devices; ++r) {
        ANSWERS(ncclSuccess, results[r]);
        CHECK_EQUAL(sums[r], devices * (devices - 1) / 2 * devices * devices);
    }
}

static void test_init_in_group() {
    ncclUniqueId id;
    WORKS(ncclGetUniqueId(&id));
    std::vector<ncclComm_t> others(devices, nullptr);
    WORKS(ncclGroupStart());
    for (int r = 0; r < devices; ++r) {
        CHECK_CUDA(cudaSetDevice(r));
        WORKS(ncclCommInitRank(&others[r], devices, id, r));
    }
    WORKS(ncclGroupEnd());
    for (int r = 0; r < devices; ++r) {
        int answer = -1;
        WORKS(ncclCommUserRank(others[r], &answer));
        CHECK_EQUAL(answer, r);
        WORKS(ncclCommFinalize(others[r]));
        WORKS(ncclCommDestroy(others[r]));
    }
}

static void test_errors() {
    int answer = -1, version = 0;
    WORKS(ncclGetVersion(&version));
    CHECK(version > 21000);
    std::printf("NCCL %d, of the header %d\n", version, NCCL_VERSION_CODE);
    for (int e = 0; e <= ncclInProgress; ++e)
        std::printf("%s: %s\n", name_of((ncclResult_t)e), ncclGetErrorString((ncclResult_t)e));
    CHECK(std::strcmp(ncclGetErrorString(ncclSuccess), "no error") == 0);
    CHECK(std::strcmp(ncclGetErrorString((ncclResult_t)15), "unknown result code") == 0);

    ncclComm_t comm = nullptr, two[2] = {};
    ncclUniqueId id;
    WORKS(ncclGetUniqueId(&id));
    ANSWERS(ncclInvalidArgument, ncclGetVersion(nullptr));
    ANSWERS(ncclInvalidArgument, ncclGetUniqueId(nullptr));
    ANSWERS(ncclInvalidArgument, ncclCommInitAll(nullptr, 1, nullptr));
    ANSWERS(ncclInvalidArgument, ncclCommInitAll(two, -1, nullptr));
    const int no_device = devices, twice[] = {0, 0};
    ANSWERS(ncclInvalidArgument, ncclCommInitAll(two, 1, &no_device));
    ANSWERS(ncclInvalidUsage, ncclCommInitAll(two, 2, twice));
    ANSWERS(ncclInvalidArgument, ncclCommInitRank(nullptr, 1, id, 0));
    ANSWERS(ncclInvalidArgument, ncclCommInitRank(&comm, 0, id, 0));
    ANSWERS(ncclInvalidArgument, ncclCommInitRank(&comm, 1, id, 1));
    ANSWERS(ncclInvalidArgument, ncclCommInitRank(&comm, 1, id, -1));

    ANSWERS(ncclInvalidArgument, ncclCommCount(nullptr, &answer));
    ANSWERS(ncclInvalidArgument, ncclCommCount(comms[0], nullptr));
    ANSWERS(ncclInvalidArgument, ncclCommCuDevice(nullptr, &answer));
    ANSWERS(ncclInvalidArgument, ncclCommUserRank(comms[0], nullptr));
    ncclResult_t state = ncclInternalError;
    WORKS(ncclCommGetAsyncError(comms[0], &state));
    ANSWERS(ncclSuccess, state);
    ANSWERS(ncclInvalidArgument, ncclCommGetAsyncError(nullptr, &state));
    ANSWERS(ncclInvalidArgument, ncclCommGetAsyncError(comms[0], nullptr));
    WORKS(ncclCommDestroy(nullptr));
    WORKS(ncclCommAbort(nullptr));

    CHECK_CUDA(cudaSetDevice(0));
    ANSWERS(ncclInvalidArgument,
            ncclAllReduce(from[0], to[0], 1, ncclInt, ncclSum, nullptr, streams[0]));
    ANSWERS(ncclInvalidArgument,
            ncclAllReduce(from[0], to[0], 1, (ncclDataType_t)13, ncclSum, comms[0], streams[0]));
    ANSWERS(ncclInvalidArgument,
            ncclAllReduce(from[0], to[0], 1, ncclInt, (ncclRedOp_t)77, comms[0], streams[0]));
    CHECK(std::strlen(ncclGetLastError(comms[0])) > 0);
    ANSWERS(ncclInvalidArgument,
            ncclBroadcast(from[0], to[0], 1, ncclInt, devices, comms[0], streams[0]));
    ANSWERS(ncclInvalidArgument,
            ncclReduce(from[0], to[0], 1, ncclInt, ncclSum, -1, comms[0], streams[0]));
    ANSWERS(ncclInvalidArgument, ncclSend(from[0], 1, ncclInt, devices, comms[0], streams[0]));
    ANSWERS(ncclInvalidArgument, ncclRecv(to[0], 1, ncclInt, -1, comms[0], streams[0]));
    ANSWERS(ncclInvalidUsage, ncclGroupEnd());

    // In a group, the call says so, and so does the end. Nothing of the group is done.
    fill(to[0], std::vector<int>(1, 7));
    fill(from[0], std::vector<int>(1, 8));
    WORKS(ncclGroupStart());
    ANSWERS(ncclInvalidArgument,
            ncclAllReduce(from[0], to[0], 1, (ncclDataType_t)13, ncclSum, comms[0], streams[0]));
    ANSWERS(ncclInvalidArgument, ncclGroupEnd());
    CHECK_EQUAL(read<int>(to[0], 1)[0], 7);
    // And then all is as it was.
    in_group([&](int r) {
        return ncclAllReduce(from[r], to[r], 0, ncclInt, ncclSum, comms[r], streams[r]);
    });
    CHECK_EQUAL(read<int>(to[0], 1)[0], 7);
    // Groups in groups are one.
    WORKS(ncclGroupStart());
    in_group(
        [&](int r) { return ncclBroadcast(from[r], to[r], 1, ncclInt, 0, comms[r], streams[r]); });
    WORKS(ncclGroupEnd());
    for (int r = 0; r < devices; ++r) {
        CHECK_CUDA(cudaSetDevice(r));
        CHECK_CUDA(cudaStreamSynchronize(streams[r]));
        CHECK_EQUAL(read<int>(to[r], 1)[0], 8);
    }
}

int main() {
    check_device();
    CHECK_CUDA(cudaGetDeviceCount(&devices));
    comms.resize(devices);
    streams.resize(devices);
    from.resize(devices);
    to.resize(devices);
    CHECK_CUDA(cudaSetDevice(devices - 1));
    WORKS(ncclCommInitAll(comms.data(), devices, nullptr));
    int current = -1;
    CHECK_CUDA(cudaGetDevice(&current));
    CHECK_EQUAL(current, devices - 1);
    for (int r = 0; r < devices; ++r) {
        CHECK_CUDA(cudaSetDevice(r));
        CHECK_CUDA(cudaStreamCreate(&streams[r]));
        CHECK_CUDA(cudaMalloc(&from[r], ROOM));
        CHECK_CUDA(cudaMalloc(&to[r], ROOM));
    }
    for (size_t count : {1, 2, 1023, 8192}) {
        test_type<signed char>(ncclInt8, count);
        test_type<unsigned char>(ncclUint8, count);
        test_type<int>(ncclInt32, count);
        test_type<unsigned>(ncclUint32, count);
        test_type<long long>(ncclInt64, count);
        test_type<unsigned long long>(ncclUint64, count);
        test_type<float>(ncclFloat32, count);
        test_type<double>(ncclFloat64, count);
    }
    test_in_place();
    test_messages();
    test_threads();
    test_init_in_group();
    test_errors();
    for (int r = 0; r < devices; ++r) {
        CHECK_CUDA(cudaSetDevice(r));
        WORKS(ncclCommDestroy(comms[r]));
        CHECK_CUDA(cudaStreamDestroy(streams[r]));
        CHECK_CUDA(cudaFree(from[r]));
        CHECK_CUDA(cudaFree(to[r]));
    }
    std::printf("devices: %d\n", devices);
    return check_result();
}
