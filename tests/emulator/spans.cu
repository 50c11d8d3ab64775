// spans.cu: span and mdspan of cuda::std in kernels and on the host, <cuda/cmath>,
// <cuda/functional>, and code for one side by <nv/target>.
#include "check.h"

#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/functional>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <nv/target>

#include <vector>

using grid = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;
using const_grid = cuda::std::mdspan<const int, cuda::std::dextents<int, 2>>;
using by_columns = cuda::std::mdspan<int, cuda::std::dextents<int, 2>, cuda::std::layout_left>;

static __host__ __device__ int side() {
    int result = 0;
    NV_IF_TARGET(NV_IS_HOST, (int h = 1; result += h;), (result += 2;))
    NV_IF_TARGET(NV_IS_DEVICE, (result += 20;))
    NV_IF_ELSE_TARGET(NV_ANY_TARGET, (result += 100;), (result += 200;))
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_60, (result += 1000;), NV_IS_HOST, (result += 2000;),
                       NV_ANY_TARGET, (result += 3000;))
    return result;
}

static __global__ void transpose(const_grid from, grid to, by_columns also, int *where) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i == 0)
        *where = side();
    if (i >= static_cast<int>(from.size()))
        return;
    const int row = i / from.extent(1), column = i % from.extent(1);
    to(column, row) = from(row, column);
    also(row, column) = from(row, column);
}

static __global__ void sums(cuda::std::span<const int> from, cuda::std::span<int, 2> to) {
    for (const int x : from)
        to[0] += x;
    for (const int x : from.subspan(1, 3))
        to[1] += x;
}

static void on_device() {
    constexpr int rows = 5, columns = 7, all = rows * columns;
    std::vector<int> numbers(all);
    for (int i = 0; i < all; ++i)
        numbers[i] = i * i;
    const device_array<int> from(numbers), to(all), also(all), where(1), two(2);
    const grid source(from, rows, columns);
    transpose<<<cuda::ceil_div(all, 16), 16>>>(source, grid(to, columns, rows),
                                               by_columns(also, rows, columns), where);
    sums<<<1, 1>>>(cuda::std::span<const int>(static_cast<int *>(from), 5),
                   cuda::std::span<int, 2>(static_cast<int *>(two), 2));
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(), [&](std::size_t i) { return numbers[i % rows * columns + i / rows]; },
        "transposed");
    CHECK_ARRAY(
        also.get(), [&](std::size_t i) { return numbers[i % rows * columns + i / rows]; },
        "by columns");
    CHECK_EQUAL(where.get()[0], 2 + 20 + 100 + 1000);
    CHECK_EQUAL(two.get()[0], 0 + 1 + 4 + 9 + 16);
    CHECK_EQUAL(two.get()[1], 1 + 4 + 9);
}

static void on_host() {
    CHECK_EQUAL(side(), 1 + 100 + 2000);

    int numbers[24];
    for (int i = 0; i < 24; ++i)
        numbers[i] = i;
    const cuda::std::mdspan boxes(numbers, 2, 3, 4);
    CHECK_EQUAL(boxes.rank(), 3u);
    CHECK_EQUAL(boxes.size(), 24u);
    CHECK_EQUAL(boxes(1, 2, 3), 23);
    CHECK_EQUAL((boxes[cuda::std::array<int, 3>{1, 0, 2}]), 14);
    CHECK_EQUAL(boxes.stride(0), 12u);
    CHECK_EQUAL(boxes.stride(2), 1u);

    using known = cuda::std::extents<int, 4, cuda::std::dynamic_extent>;
    const cuda::std::mdspan<int, known, cuda::std::layout_left> left(numbers, 6);
    CHECK_EQUAL(known::rank_dynamic(), 1u);
    CHECK_EQUAL(left.static_extent(0), 4u);
    CHECK_EQUAL(left.extent(1), 6);
    CHECK_EQUAL(left(3, 5), 23);
    CHECK_EQUAL(left.stride(1), 4);

    // Each second column of a matrix of 4 * 6.
    using strided = cuda::std::layout_stride::mapping<cuda::std::dextents<int, 2>>;
    const cuda::std::mdspan some(
        numbers, strided(cuda::std::dextents<int, 2>(4, 3), cuda::std::array<int, 2>{6, 2}));
    CHECK_EQUAL(some(3, 2), 22);
    CHECK_EQUAL(some.mapping().required_span_size(), 23);
    CHECK(!some.is_exhaustive());
    const const_grid plain = grid(numbers, 4, 6);
    CHECK_EQUAL(plain(2, 1), 13);

    std::vector<int> list(numbers, numbers + 24);
    const cuda::std::span view(list);
    CHECK_EQUAL(view.size(), 24u);
    CHECK_EQUAL(view.last(2).front(), 22);
    CHECK_EQUAL(view.first<3>().back(), 2);
    CHECK_EQUAL((view.subspan<20>().size()), 4u);
    CHECK_EQUAL(cuda::std::span(numbers).extent, 24u);
    CHECK_EQUAL(view.size_bytes(), 24 * sizeof(int));
    CHECK(cuda::std::span<int>().empty());

    CHECK_EQUAL(cuda::ceil_div(9u, 4), 3u);
    CHECK_EQUAL(cuda::round_up(9, 4), 12);
    CHECK_EQUAL(cuda::round_down(9, 4), 8);
    CHECK_EQUAL(cuda::ceil_div(2147483647, 2), 1073741824);
    CHECK_EQUAL(cuda::maximum<>()(3, 4), 4);
    CHECK_EQUAL(cuda::minimum<int>()(3, 4), 3);
    CHECK_EQUAL(cuda::std::identity()(5), 5);
    CHECK_EQUAL(cuda::proclaim_return_type<int>([](int x) { return x + 1; })(6), 7);
}

static void parts() {
    int numbers[] = {10, 11, 12, 13, 14};
    const cuda::std::span<int, 5> all(numbers);
    CHECK_EQUAL(all.front(), 10);
    CHECK_EQUAL(all.back(), 14);
    CHECK_EQUAL(*all.rbegin(), 14);
    CHECK_EQUAL(all.size_bytes(), sizeof numbers);
    CHECK_EQUAL(all.first<2>().back(), 11);
    CHECK_EQUAL(all.last<2>().front(), 13);
    CHECK_EQUAL(all.first(3).back(), 12);
    CHECK_EQUAL(all.last(2).front(), 13);
    CHECK_EQUAL(all.subspan(2).size(), 3u);
    CHECK_EQUAL((all.subspan<1, 2>().back()), 12);
    CHECK_EQUAL(all.subspan<2>().extent, 3u);
    const cuda::std::span<int> four(numbers, numbers + 4);
    CHECK_EQUAL(four.size(), 4u);
    CHECK_EQUAL(four.subspan<1>().size(), 3u);
    CHECK_EQUAL(cuda::std::as_bytes(four).size(), 4 * sizeof(int));
    CHECK(cuda::std::span<int>().empty());
}

int main() {
    check_device();
    on_device();
    on_host();
    parts();
    return check_result();
}
