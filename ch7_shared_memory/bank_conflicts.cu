// bank_conflicts: which places of shared memory can be read at the same time
//
// Shared memory is dealt out to 32 banks, four bytes (a word) to each in turn:
//
//     bank = (address in bytes / 4) mod 32
//
//     bytes   0..3    4..7    8..11   ...   124..127 | 128..131  132..135  ...
//     bank    0       1       2       ...   31       | 0         1         ...
//
// In one step a bank hands out one word, to every thread of the warp that wants it. If the threads
// want several words of a bank, a conflict, these take a step each: the busiest bank decides. (A
// double is two words and a float4 four, so such reads go in halves and quarters of the warp.)
//
// Here 32 threads read s[threadIdx.x * L]. From the addresses they use the kernel counts the steps,
// for each L from 1 to 32 and several types; bank_report.h says what they should be; on a GPU the
// kernel also measures how long such a read takes.
// Long because the kernel counts, besides reading, what the banks do.
//
//     nvcc ch7_shared_memory/bank_conflicts.cu -I. -o bank_conflicts && ./bank_conflicts
#include "bank_report.h"
#include "time_reads.h"

// Counts the steps for 32 threads, each of which comes with the address (in bytes) at which it is
// to read so many bytes.
__device__ static int count_steps(int address, int bytes) {
    __shared__ int addresses[WARP], words[WARP], different[BANKS];
    int thread = threadIdx.x, words_each = bytes < 4 ? 1 : bytes / 4, steps = 0;
    addresses[thread] = address;
    // As many threads at a time as want 32 words together.
    for (int first = 0; first < WARP; first += WARP / words_each) {
        __syncthreads(); // the addresses are there, and the last round is over
        words[thread] = addresses[first + thread / words_each] / 4 + thread % words_each;
        __syncthreads();
        int count = 0; // of the words, how many different ones are in bank number `thread`
        for (int i = 0; i < WARP; i++) {
            int word = words[i], same = 0;
            while (words[same] != word)
                same++;
            if (same == i && word % BANKS == thread) // the first of its like
                count++;
        }
        different[thread] = count;
        __syncthreads();
        int most = 0;
        for (int bank = 0; bank < BANKS; bank++)
            most = max(most, different[bank]);
        steps += most;
    }
    return steps;
}

// zero: 0, which the compiler must not know.
__device__ static void fill(void *memory, size_t bytes, int zero) {
    for (size_t i = threadIdx.x; i < bytes / sizeof(int); i += WARP)
        ((int *)memory)[i] = zero;
    __syncthreads();
}

// s[threadIdx.x * L], for L = 1 ... 32. results[L - 1] becomes what was found.
template <typename T> __global__ void read_strided(int zero, measurement *results) {
    __shared__ __align__(128) T s[WARP * LONGEST]; // 128: the array begins in bank 0
    fill(s, sizeof s, zero);
    for (int i = 0; i <= LONGEST; i++) {
        int stride = i == 0 ? 1 : i; // twice the 1: its first time also fetches the instructions
        const T *place = &s[threadIdx.x * stride];
        measurement m;
        m.steps = count_steps((int)((const char *)place - (const char *)s), sizeof(T));
        m.cycles = time_reads(s, (int)(place - s));
        if (threadIdx.x == 0)
            results[stride - 1] = m;
    }
}

// A row and a column of a tile of 32 rows of so many columns, of which 32 are used.
template <int COLUMNS> __global__ void read_tile(int zero, measurement *results) {
    __shared__ __align__(128) float tile[WARP][COLUMNS];
    fill(tile, sizeof tile, zero);
    for (int i = 0; i < 4; i++) { // twice, as above
        const float *start = &tile[0][0];
        const float *place = i % 2 == 0 ? &tile[0][threadIdx.x] : &tile[threadIdx.x][0];
        measurement m;
        m.steps = count_steps((int)((const char *)place - (const char *)start), sizeof(float));
        m.cycles = time_reads(start, (int)(place - start));
        if (threadIdx.x == 0)
            results[i % 2] = m;
    }
}

template <typename T> static void find_strided(measurement *dev_results, measurement *results) {
    read_strided<T><<<1, WARP>>>(0, dev_results);
    HANDLE_LAUNCH("read_strided");
    HANDLE_ERROR(
        cudaMemcpy(results, dev_results, LONGEST * sizeof *results, cudaMemcpyDeviceToHost));
}

static measurements find_all(void) {
    measurements found;
    measurement *dev_results;
    HANDLE_ERROR(cudaMalloc((void **)&dev_results, LONGEST * sizeof *dev_results));
    find_strided<char>(dev_results, found.strided[0]);
    find_strided<short>(dev_results, found.strided[1]);
    find_strided<float>(dev_results, found.strided[2]);
    find_strided<double>(dev_results, found.strided[3]);
    find_strided<float4>(dev_results, found.strided[4]);
    read_tile<32><<<1, WARP>>>(0, dev_results);
    HANDLE_LAUNCH("read_tile");
    read_tile<33><<<1, WARP>>>(0, dev_results + 2);
    HANDLE_LAUNCH("read_tile");
    HANDLE_ERROR(cudaMemcpy(found.tiles, dev_results, sizeof found.tiles, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_results));
    return found;
}

int main(int argc, char **argv) {
    const char *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0, "FILE.svg or .png: draws it"},
    };
    book_parse(argc, argv, "bank conflicts in shared memory, counted and measured", options);
    book_table table;
    book_table_open(&table, csv, "access,bytes,stride,predicted_steps,counted_steps,cycles");
    book_chart chart;
    book_chart_open(&chart, chart_file, "Reading s[threadIdx.x * L] from shared memory", "L",
                    BOOK_ON_GPU ? "clock cycles for a read" : "steps for a read", BOOK_CHART_BARS);

    measurements found = find_all();
    int all = TYPES * LONGEST + TILES, right = print_steps(&found, &table), rise = 0;
    draw_steps(&found, &chart);
    book_table_close(&table);
    book_chart_close(&chart);
    for (int type = 0; type < TYPES; type++)
        rise += times_rise(found.strided[type]);
    if (!BOOK_ON_GPU)
        return book_verdict(right == all,
                            "%d of %d numbers of steps are as predicted (not timed: "
                            "a CPU has no banks)",
                            right, all);
    return book_verdict(right == all && rise == TYPES,
                        "%d of %d numbers of steps are as predicted; times rise with them for %d "
                        "of %d types",
                        right, all, rise, TYPES);
}
