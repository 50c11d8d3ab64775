// device_for.cuh: a function for each number below n, or for each element of a range. CUB has this
// from version 2.4 on, and 1.17 does not.
#pragma once

#include "../config.cuh"

#include <thrust/system/cuda/detail/core/triple_chevron_launch.h>

#include <iterator>

CUB_NAMESPACE_BEGIN

struct DeviceFor {
    // function(i) for each i of 0 to n - 1.
    template <class Number, class Function>
    static cudaError_t Bulk(Number n, Function function, cudaStream_t stream = nullptr) {
        if (n <= 0)
            return cudaSuccess;
        const auto count = static_cast<unsigned long long>(n);
        const auto blocks = static_cast<unsigned>((count + THREADS - 1) / THREADS);
        ::cuda_emulator::launch_library_kernel(
            "DeviceFor", blocks, THREADS, 0, stream, [=]() mutable {
                const auto i = blockIdx.x * static_cast<unsigned long long>(THREADS) + threadIdx.x;
                if (i < count)
                    function(static_cast<Number>(i));
            });
        return cudaPeekAtLastError();
    }
    // function(element) for n elements, which it may change.
    template <class Iterator, class Number, class Function>
    static cudaError_t ForEachN(Iterator first, Number n, Function function,
                                cudaStream_t stream = nullptr) {
        return Bulk(
            n, [=](Number i) mutable { function(*(first + i)); }, stream);
    }
    template <class Iterator, class Function>
    static cudaError_t ForEach(Iterator first, Iterator end, Function function,
                               cudaStream_t stream = nullptr) {
        return ForEachN(first, end - first, function, stream);
    }
    // function(copy of the element).
    template <class Iterator, class Number, class Function>
    static cudaError_t ForEachCopyN(Iterator first, Number n, Function function,
                                    cudaStream_t stream = nullptr) {
        using value = typename std::iterator_traits<Iterator>::value_type;
        return Bulk(
            n,
            [=](Number i) mutable {
                const value copy = *(first + i);
                function(copy);
            },
            stream);
    }
    template <class Iterator, class Function>
    static cudaError_t ForEachCopy(Iterator first, Iterator end, Function function,
                                   cudaStream_t stream = nullptr) {
        return ForEachCopyN(first, end - first, function, stream);
    }

    // The same with temporary memory, of which none is needed.
    template <class Number, class Function>
    static cudaError_t Bulk(void *temporary, std::size_t &bytes, Number n, Function function,
                            cudaStream_t stream = nullptr) {
        return needs_memory(temporary, bytes) ? cudaSuccess : Bulk(n, function, stream);
    }
    template <class Iterator, class Number, class Function>
    static cudaError_t ForEachN(void *temporary, std::size_t &bytes, Iterator first, Number n,
                                Function function, cudaStream_t stream = nullptr) {
        return needs_memory(temporary, bytes) ? cudaSuccess : ForEachN(first, n, function, stream);
    }
    template <class Iterator, class Function>
    static cudaError_t ForEach(void *temporary, std::size_t &bytes, Iterator first, Iterator end,
                               Function function, cudaStream_t stream = nullptr) {
        return needs_memory(temporary, bytes) ? cudaSuccess : ForEach(first, end, function, stream);
    }
    template <class Iterator, class Number, class Function>
    static cudaError_t ForEachCopyN(void *temporary, std::size_t &bytes, Iterator first, Number n,
                                    Function function, cudaStream_t stream = nullptr) {
        return needs_memory(temporary, bytes) ? cudaSuccess
                                              : ForEachCopyN(first, n, function, stream);
    }
    template <class Iterator, class Function>
    static cudaError_t ForEachCopy(void *temporary, std::size_t &bytes, Iterator first,
                                   Iterator end, Function function, cudaStream_t stream = nullptr) {
        return needs_memory(temporary, bytes) ? cudaSuccess
                                              : ForEachCopy(first, end, function, stream);
    }

private:
    static constexpr unsigned THREADS = 256;

    // Whether the call only asks how much: as elsewhere in CUB, at least one byte.
    static bool needs_memory(const void *temporary, std::size_t &bytes) {
        if (temporary == nullptr)
            bytes = 1;
        return temporary == nullptr;
    }
};

CUB_NAMESPACE_END
