// device_transform.cuh: out[i] = function(in[i], ...) for n elements. CUB has this from version 2.8
// on, and 1.17 does not.
#pragma once

#include "device_for.cuh"

#include <tuple>

CUB_NAMESPACE_BEGIN

struct DeviceTransform {
    // From several arrays.
    template <class... In, class Out, class Number, class Function>
    static cudaError_t Transform(std::tuple<In...> in, Out out, Number n, Function function,
                                 cudaStream_t stream = nullptr) {
        return DeviceFor::Bulk(
            n,
            [=](Number i) mutable {
                *(out + i) =
                    std::apply([&](const In &...each) { return function(*(each + i)...); }, in);
            },
            stream);
    }
    template <class In, class Out, class Number, class Function>
    static cudaError_t Transform(In in, Out out, Number n, Function function,
                                 cudaStream_t stream = nullptr) {
        return Transform(std::tuple<In>(in), out, n, function, stream);
    }
    template <class Out, class Number, class Function>
    static cudaError_t Generate(Out out, Number n, Function function,
                                cudaStream_t stream = nullptr) {
        return Transform(std::tuple<>(), out, n, function, stream);
    }
    template <class Out, class Number, class T>
    static cudaError_t Fill(Out out, Number n, T value, cudaStream_t stream = nullptr) {
        return Generate(
            out, n, [=] { return value; }, stream);
    }
};

CUB_NAMESPACE_END
