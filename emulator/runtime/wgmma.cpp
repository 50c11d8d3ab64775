// wgmma.cpp: products of matrices in shared memory; see emulator/wgmma.h.
#include "elements.h"
#include "engines.h"
#include "scheduler.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

constexpr int ROWS_OF_WARP = 16;

// Of the lane for which all go on: see take_part.
call_place call_here() {
    return {block.current->file, block.current->line};
}

product_queue &queue_here() {
    return engines_here().products[linear_index(threadIdx) / WARP_SIZE];
}

// ------------------------------------------------------------------ tiles in shared memory

// A descriptor in words: where the tile is, and how its parts of 16 bytes lie.
struct tile {
    unsigned address, leading, stride, row; // in bytes; row: of the pattern that is mixed up, or 16
    explicit tile(unsigned long long bits)
        : address(field(bits, 0)), leading(field(bits, 16)), stride(field(bits, 32)),
          row(16u << rows(bits)) {}

    // Where the 16 bytes number `part` of a row lie; transposed, those of a column.
    unsigned place(unsigned row_number, unsigned part) const {
        const unsigned at = address + row_number % 8 * row + row_number / 8 * stride;
        return mixed(at + part * (row == 16 ? leading : 16));
    }
    // Of tiles whose columns are contiguous: eight rows of `row` bytes lie one after the other.
    unsigned place_transposed(unsigned inner, unsigned part) const {
        const unsigned in_row = row / 16;
        unsigned at = address + inner % 8 * row;
        if (row == 16)
            at += inner / 8 * leading + part * stride;
        else
            at += inner / 8 * stride + part / in_row * leading + part % in_row * 16;
        return mixed(at);
    }

private:
    static unsigned field(unsigned long long bits, int from) {
        return static_cast<unsigned>(bits >> from & 0x3fff) << 4;
    }
    // 0: 16 bytes, 3: 32, 2: 64, 1: 128
    static unsigned rows(unsigned long long bits) {
        const auto swizzle = static_cast<unsigned>(bits >> 62);
        return swizzle == 0 ? 0 : 4 - swizzle;
    }
    unsigned mixed(unsigned at) const { return at ^ (at >> 7 & (row / 16 - 1)) << 4; }
};

// The place of which a descriptor has 18 bits.
const unsigned char *bytes_at(unsigned address) {
    constexpr unsigned WINDOW = 1u << 18;
    const unsigned behind_dynamic =
        SHARED_ADDRESS_OF_DYNAMIC + static_cast<unsigned>(this_worker->running->shared_bytes);
    unsigned low = address & (WINDOW - 1);
    if (low < SHARED_ADDRESS_OF_DYNAMIC || low >= behind_dynamic)
        low |= static_shared_window;
    return shared_pointer((low & ((1u << BITS_OF_SHARED_ADDRESS) - 1)) |
                          cluster_rank() << BITS_OF_SHARED_ADDRESS);
}

// ------------------------------------------------------------------ a product

// The bytes of `count` rows from `first` on: 32 of each.
void read_rows(const tile &t, unsigned first, unsigned count, bool transposed, unsigned size,
               std::vector<unsigned char> &to, void *place) {
    to.resize(count * 32);
    const auto take = [&](unsigned address, unsigned char *into, unsigned step) {
        const unsigned char *from = bytes_at(address);
        notify(&observer::engine_reads, from, std::size_t(16), place);
        tell_for_kernel([=] { tell_read(from, 16, place); });
        for (unsigned i = 0; i < 16; i += size)
            std::memcpy(into + i / size * step, from + i, size);
    };
    if (!transposed) {
        for (unsigned row = 0; row < count; ++row)
            for (unsigned part = 0; part < 2; ++part)
                take(t.place(first + row, part), &to[row * 32 + part * 16], size);
        return;
    }
    const unsigned in_part = 16 / size; // elements
    for (unsigned inner = 0; inner < 32 / size; ++inner)
        for (unsigned part = 0; part < count / in_part; ++part)
            take(t.place_transposed(inner, first / in_part + part),
                 &to[part * in_part * 32 + inner * size], 32);
}

template <class Number>
void widen(element e, const std::vector<unsigned char> &bytes, std::vector<Number> &numbers) {
    const unsigned size = bytes_of(e);
    numbers.resize(bytes.size() / size);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = number_at<Number>(e, &bytes[i * size]);
}

// a in registers: lane 4 g + t has of rows g and g + 8 what an mma takes.
void read_registers(const std::vector<unsigned long long> &a, std::vector<unsigned char> &to) {
    to.resize(ROWS_OF_WARP * 32);
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
        for (unsigned i = 0; i < 4; ++i) {
            const auto bits = static_cast<unsigned>(a[2 * lane + i / 2] >> (i % 2 * 32));
            const unsigned row = lane / 4 + i % 2 * 8, at = lane % 4 * 4 + i / 2 * 16;
            std::memcpy(&to[row * 32 + at], &bits, sizeof bits);
        }
}

// Where the sum of a row and a column of the warp's part lies.
unsigned char *sum_at(const warp_product &p, unsigned row, unsigned column) {
    const unsigned lane = row % 8 * 4 + column % 8 / 2;
    const unsigned size = bytes_of(p.call.of_d);
    unsigned i = column / 8 * 4 + row / 8 * 2 + column % 2;
    const unsigned byte = size == 2 ? i % 2 * 2 : 0;
    i = size == 2 ? i / 2 : i;
    return static_cast<unsigned char *>(p.d[lane * static_cast<unsigned>(p.call.registers) + i]) +
           byte;
}

template <class Sum> void multiply(const warp_product &p) {
    const wgmma_call &call = p.call;
    const auto columns = static_cast<unsigned>(call.n);
    const unsigned warp = linear_index(threadIdx) / WARP_SIZE % 4;
    std::vector<unsigned char> bytes;
    std::vector<Sum> a, b;
    if (call.a_in_registers)
        read_registers(p.a, bytes);
    else
        read_rows(tile(call.tile_a), warp * ROWS_OF_WARP, ROWS_OF_WARP, call.transposes_a,
                  bytes_of(call.of_a), bytes, p.place);
    widen(call.of_a, bytes, a);
    read_rows(tile(call.tile_b), 0, columns, call.transposes_b, bytes_of(call.of_b), bytes,
              p.place);
    widen(call.of_b, bytes, b);
    const std::size_t inner = a.size() / ROWS_OF_WARP;
    // Row after row of b, so that a row of sums is added to at a time.
    std::vector<Sum> turned(b.size()), sums(columns);
    for (std::size_t column = 0; column < columns; ++column)
        for (std::size_t i = 0; i < inner; ++i)
            turned[i * columns + column] = b[column * inner + i];
    const bool negative = call.negates_a != call.negates_b;
    for (unsigned row = 0; row < ROWS_OF_WARP; ++row) {
        for (unsigned column = 0; column < columns; ++column)
            sums[column] = call.adds ? number_at<Sum>(call.of_d, sum_at(p, row, column)) : Sum();
        for (std::size_t i = 0; i < inner; ++i) {
            const Sum factor = negative ? -a[row * inner + i] : a[row * inner + i];
            const Sum *const of_b = &turned[i * columns];
            for (unsigned column = 0; column < columns; ++column)
                sums[column] = multiplied_and_added(factor, of_b[column], sums[column]);
        }
        for (unsigned column = 0; column < columns; ++column)
            put_number(call.of_d, sums[column], sum_at(p, row, column));
    }
    for (void *sum : p.d)
        notify(&observer::sum_is_there, sum, std::size_t(4));
}

unsigned long long bits_of_sums(const std::vector<void *> &d) {
    unsigned long long hash = 14695981039346656037ull;
    for (const void *sum : d)
        hash =
            (hash ^ bits_at<unsigned>(static_cast<const unsigned char *>(sum))) * 1099511628211ull;
    return hash;
}

// ------------------------------------------------------------------ what the warp does together

struct begun {
    const wgmma_call *call;
    void *place;
};

void begin_all(const matrix_call *const calls[]) {
    product_queue &queue = queue_here();
    const auto of = [&](unsigned lane) { return static_cast<const begun *>(calls[lane]->a); };
    const wgmma_call &first = *of(0)->call;
    if (block.threads < 4 * WARP_SIZE * (linear_index(threadIdx) / (4 * WARP_SIZE) + 1))
        refuse(call_here(), cudaErrorLaunchFailure,
               "calls wgmma.mma_async, which takes four warps, the first of which has a number "
               "that is a multiple of 4; this block has %u threads",
               block.threads);
    warp_product made = {first, {}, {}, of(0)->place};
    made.call.d = nullptr;
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        const wgmma_call &call = *of(lane)->call;
        if (call.tile_b != first.tile_b || call.tile_a != first.tile_a || call.n != first.n ||
            call.adds != first.adds)
            refuse(call_here(), cudaErrorLaunchFailure,
                   "calls wgmma.mma_async with another descriptor or another scale-d than lane 0 "
                   "of its warp; all lanes of a warp must give the same");
        made.d.insert(made.d.end(), call.d, call.d + call.registers);
        made.a.insert(made.a.end(), call.a, call.a + 2);
    }
    if (!queue.was_fenced)
        refuse(call_here(), cudaErrorLaunchFailure,
               "calls wgmma.mma_async, and has not called wgmma.fence before: its registers need "
               "not have their values");
    const auto left = std::find_if(queue.left.begin(), queue.left.end(),
                                   [&](const auto &one) { return one.first == made.d[0]; });
    if (!queue.is_fenced && left != queue.left.end() && left->second != bits_of_sums(made.d))
        refuse(call_here(), cudaErrorLaunchFailure,
               "calls wgmma.mma_async with sums that have changed since the last one, and no "
               "wgmma.fence lies in between");
    for (void *sum : made.d)
        notify(&observer::sum_under_way, sum, std::size_t(4), made.place);
    queue.waiting.push_back(std::move(made));
}

void wait_for_all(const matrix_call *const calls[]) {
    const auto prior = *static_cast<const unsigned *>(calls[0]->a);
    product_queue &queue = queue_here();
    if (queue.batch_ends.size() <= prior)
        return;
    const unsigned due = queue.batch_ends[queue.batch_ends.size() - prior - 1];
    for (unsigned i = 0; i < due; ++i) {
        const warp_product product = std::move(queue.waiting.front());
        queue.waiting.pop_front();
        if (product.call.of_d == element::s32)
            multiply<int>(product);
        else
            multiply<float>(product);
        const auto left = std::find_if(queue.left.begin(), queue.left.end(),
                                       [&](const auto &one) { return one.first == product.d[0]; });
        const unsigned long long bits = bits_of_sums(product.d);
        if (left != queue.left.end())
            left->second = bits;
        else
            queue.left.emplace_back(product.d[0], bits);
    }
    queue.batch_ends.erase(queue.batch_ends.begin(), queue.batch_ends.end() - prior);
    for (unsigned &end : queue.batch_ends)
        end -= due;
    if (due != 0) {
        queue.is_fenced = false;
        // What the warp has read it has done with, whichever lane says so.
        notify(&observer::warp_synchronised, linear_index(threadIdx) / WARP_SIZE, 0xffffffffu);
    }
}

void fence_all(const matrix_call *const *) {
    product_queue &queue = queue_here();
    queue.was_fenced = queue.is_fenced = true;
}

void commit_all(const matrix_call *const *) {
    product_queue &queue = queue_here();
    queue.batch_ends.push_back(static_cast<unsigned>(queue.waiting.size()));
}

void take_part_in(const char *name, const void *mine, void (*all)(const matrix_call *const[]),
                  call_place where) {
    take_part({name, nullptr, 0, mine, nullptr, nullptr, nullptr, all}, where.file, where.line);
}

} // namespace

void begin_wgmma(const wgmma_call &mine, void *place, call_place where) {
    const begun one = {&mine, place};
    take_part_in("wgmma.mma_async", &one, begin_all, where);
}

namespace ptx {

void wgmma_fence(call_place where) {
    take_part_in("wgmma.fence", nullptr, fence_all, where);
}
void wgmma_commit(call_place where) {
    take_part_in("wgmma.commit_group", nullptr, commit_all, where);
}
void wgmma_wait(unsigned prior, call_place where) {
    take_part_in("wgmma.wait_group", &prior, wait_for_all, where);
}

} // namespace ptx
} // namespace cuda_emulator
