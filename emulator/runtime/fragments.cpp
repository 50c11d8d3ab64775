// fragments.cpp: products of matrices in registers; see emulator/fragments.h.
//
// Which lane has what is in the PTX manual, in a figure for each shape. All of them are this: lane
// 4 g + t has in row g, and in row g + 8 if there is one, registers of neighbouring elements from
// column t on, counted in registers, and then every fourth. Of b take rows for columns.
#include "elements.h"
#include "scheduler.h"

#include <vector>

namespace cuda_emulator {

namespace {

// Calls visit(lane, register, byte in it, row, column) for all elements of a matrix, of which the
// rows belong to the groups of four lanes.
template <class Visit> void for_elements(int rows, int columns, element e, Visit visit) {
    const auto size = static_cast<int>(bytes_of(e));
    const int in_register = size >= 4 ? 1 : 4 / size;
    const int halves = rows / 8;
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < columns / (4 * in_register) * halves; ++i)
            for (int part = 0; part < in_register; ++part)
                visit(lane, i, part * size, lane / 4 + 8 * (i % halves),
                      (lane % 4 + i / halves * 4) * in_register + part);
}

// The same of the sums: a lane has two neighbours of a row at a time.
template <class Visit> void for_sums(int rows, int columns, element e, Visit visit) {
    const auto size = static_cast<int>(bytes_of(e));
    const int in_register = size == 2 ? 2 : 1, registers = 2 / in_register;
    const int halves = rows / 8;
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < columns / 8 * halves * registers; ++i)
            for (int part = 0; part < in_register; ++part)
                visit(lane, i, part * size, lane / 4 + 8 * (i / registers % halves),
                      i / registers / halves * 8 + lane % 4 * 2 + i % registers * in_register +
                          part);
}

template <class Sum> void multiply(const warp_fragments *const lanes[]) {
    const warp_fragments &f = *lanes[0];
    const auto bytes = f.of_d == element::f64 ? 8 : 4; // of a register
    std::vector<Sum> a(static_cast<std::size_t>(f.m * f.k)), b(static_cast<std::size_t>(f.k * f.n)),
        c(static_cast<std::size_t>(f.m * f.n));
    const auto at = [=](const void *registers, int i, int byte) {
        return static_cast<const unsigned char *>(registers) + i * bytes + byte;
    };
    for_elements(f.m, f.k, f.of_a, [&](int lane, int i, int byte, int row, int column) {
        a[static_cast<std::size_t>(row * f.k + column)] =
            number_at<Sum>(f.of_a, at(lanes[lane]->a, i, byte));
    });
    for_elements(f.n, f.k, f.of_b, [&](int lane, int i, int byte, int column, int row) {
        b[static_cast<std::size_t>(row * f.n + column)] =
            number_at<Sum>(f.of_b, at(lanes[lane]->b, i, byte));
    });
    for_sums(f.m, f.n, f.of_d, [&](int lane, int i, int byte, int row, int column) {
        c[static_cast<std::size_t>(row * f.n + column)] =
            number_at<Sum>(f.of_d, at(lanes[lane]->c, i, byte));
    });
    for (int row = 0; row < f.m; ++row)
        for (int i = 0; i < f.k; ++i)
            for (int column = 0; column < f.n; ++column) {
                Sum &sum = c[static_cast<std::size_t>(row * f.n + column)];
                sum = multiplied_and_added(a[static_cast<std::size_t>(row * f.k + i)],
                                           b[static_cast<std::size_t>(i * f.n + column)], sum);
            }
    for_sums(f.m, f.n, f.of_d, [&](int lane, int i, int byte, int row, int column) {
        put_number(f.of_d, c[static_cast<std::size_t>(row * f.n + column)],
                   static_cast<unsigned char *>(lanes[lane]->d[i]) + byte);
    });
}

// All lanes are there.
void multiply_all(const matrix_call *const calls[]) {
    const warp_fragments *lanes[WARP_SIZE];
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
        lanes[lane] = static_cast<const warp_fragments *>(calls[lane]->a);
    if (lanes[0]->of_d == element::f64)
        multiply<double>(lanes);
    else if (lanes[0]->of_d == element::s32)
        multiply<int>(lanes);
    else
        multiply<float>(lanes);
}

} // namespace

void multiply_fragments(const warp_fragments &mine, const char *file, int line) {
    take_part({"mma.sync", nullptr, 0, &mine, nullptr, nullptr, nullptr, multiply_all}, file, line);
}

} // namespace cuda_emulator
