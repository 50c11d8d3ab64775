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
// for each L from 1 to 32 and several types; the host says what they should be; on a GPU the kernel
// also measures how long such a read takes.
//
//     nvcc ch7_shared_memory/bank_conflicts.cu -I. -o bank_conflicts && ./bank_conflicts
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"

#define WARP 32
#define BANKS 32
#define LONGEST 32 // stride
#define READS 256  // that are timed, one after another

typedef struct {
    int steps;    // in which the banks can serve a warp
    float cycles; // from one read to the next that depends on it
} measurement;

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
        different[thread] = 0; // of the words, how many different ones are in bank number `thread`
        for (int i = 0; i < WARP; i++) {
            int same = 0;
            while (words[same] != words[i])
                same++;
            if (same == i && words[i] % BANKS == thread) // the first of its like
                different[thread]++;
        }
        __syncthreads();
        int most = 0;
        for (int bank = 0; bank < BANKS; bank++)
            most = max(most, different[bank]);
        steps += most;
    }
    return steps;
}

// The bits of what was read, all of them, or the compiler might read less.
__device__ static int bits(char value) {
    return value;
}
__device__ static int bits(short value) {
    return value;
}
__device__ static int bits(float value) {
    return __float_as_int(value);
}
__device__ static int bits(double value) {
    return __double2hiint(value) + __double2loint(value);
}
__device__ static int bits(float4 value) {
    return bits(value.x) + bits(value.y) + bits(value.z) + bits(value.w);
}

// Clock cycles of a read at s[index], while the other threads of the warp read at theirs. s is full
// of zeros, so all reads are of the same place; but where the next one is, the hardware only knows
// when the one before has come back.
template <typename T> __device__ static float time_reads(const T *s, int index) {
    int place = index;
    long long start = clock64();
    __syncthreads(); // keeps the compiler from moving reads out from between the clocks
    for (int i = 0; i < READS; i++)
        index += bits(s[index]);
    int zeros = __syncthreads_and(index == place); // a barrier that waits for the reads, too
    long long stop = clock64();
    return zeros ? (float)(stop - start) / READS : NAN;
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

static int greatest_common_divisor(int a, int b) {
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

// The steps as they are worked out on paper. From a word on, all threads want different words, and
// each bank that is used at all is used by equally many. Closer than a word the 32 threads are all
// in different banks or want the same word; in between it takes counting.
static int predict(int bytes, int stride) {
    if (bytes >= 4)
        return bytes / 4 * greatest_common_divisor(stride, 4 * BANKS / bytes);
    if (bytes * stride < 4)
        return 1;
    int threads[BANKS] = {0}, most = 0;
    for (int t = 0; t < WARP; t++) {
        int bank = t * stride * bytes / 4 % BANKS;
        threads[bank]++;
        most = threads[bank] > most ? threads[bank] : most;
    }
    return most;
}

#define TYPES 5
static const char *const type_names[TYPES] = {"char", "short", "float", "double", "float4"};
static const int type_bytes[TYPES] = {1, 2, 4, 8, 16};

// 1 if the reads of a type that take more steps take more time: the mean over all strides with the
// same number of steps rises with that number.
static int times_rise(const measurement results[LONGEST]) {
    double last = 0;
    int groups = 0;
    for (int steps = 1; steps <= 2 * BANKS; steps++) {
        double sum = 0;
        int strides = 0;
        for (int i = 0; i < LONGEST; i++)
            if (results[i].steps == steps) {
                sum += results[i].cycles;
                strides++;
            }
        if (strides == 0)
            continue;
        if (!(sum / strides > last))
            return 0;
        last = sum / strides;
        groups++;
    }
    return groups >= 2;
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
                    BOOK_ON_GPU ? "clock cycles for a read" : "steps for a read", 0);

    measurement *dev_results, results[TYPES][LONGEST], tiles[4];
    HANDLE_ERROR(cudaMalloc((void **)&dev_results, sizeof results[0]));
    for (int type = 0; type < TYPES; type++) {
        if (type == 0)
            read_strided<char><<<1, WARP>>>(0, dev_results);
        else if (type == 1)
            read_strided<short><<<1, WARP>>>(0, dev_results);
        else if (type == 2)
            read_strided<float><<<1, WARP>>>(0, dev_results);
        else if (type == 3)
            read_strided<double><<<1, WARP>>>(0, dev_results);
        else
            read_strided<float4><<<1, WARP>>>(0, dev_results);
        HANDLE_LAUNCH("read_strided");
        HANDLE_ERROR(
            cudaMemcpy(results[type], dev_results, sizeof results[type], cudaMemcpyDeviceToHost));
    }
    read_tile<32><<<1, WARP>>>(0, dev_results);
    HANDLE_LAUNCH("read_tile");
    read_tile<33><<<1, WARP>>>(0, dev_results + 2);
    HANDLE_LAUNCH("read_tile");
    HANDLE_ERROR(cudaMemcpy(tiles, dev_results, sizeof tiles, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_results));

    printf("steps in which a warp reads s[threadIdx.x * L], counted from its addresses%s\n L",
           BOOK_ON_GPU ? ", and clock cycles" : "");
    for (int type = 0; type < TYPES; type++)
        printf(BOOK_ON_GPU ? "%14s" : "%8s", type_names[type]);
    printf("\n");
    int right = 0, all = 0, rise = 0;
    for (int stride = 1; stride <= LONGEST; stride++) {
        printf("%2d", stride);
        for (int type = 0; type < TYPES; type++, all++) {
            const measurement *m = &results[type][stride - 1];
            right += m->steps == predict(type_bytes[type], stride);
            printf("%8d", m->steps);
            if (BOOK_ON_GPU)
                printf("%6.1f", m->cycles);
            book_table_row(&table, "%s,%d,%d,%d,%d,%.9g", type_names[type], type_bytes[type],
                           stride, predict(type_bytes[type], stride), m->steps,
                           BOOK_ON_GPU ? m->cycles : NAN);
        }
        printf("\n");
    }
    static const char *const tile_names[4] = {"row of tile[32][32]", "column of tile[32][32]",
                                              "row of tile[32][33]", "column of tile[32][33]"};
    static const int tile_steps[4] = {1, 32, 1, 1}, tile_strides[4] = {1, 32, 1, 33};
    for (int i = 0; i < 4; i++, all++) {
        right += tiles[i].steps == tile_steps[i];
        printf("%-22s %2d", tile_names[i], tiles[i].steps);
        if (BOOK_ON_GPU)
            printf("%6.1f", tiles[i].cycles);
        printf("\n");
        book_table_row(&table, "%s,4,%d,%d,%d,%.9g", tile_names[i], tile_strides[i], tile_steps[i],
                       tiles[i].steps, BOOK_ON_GPU ? tiles[i].cycles : NAN);
    }
    for (int type = 0; type < TYPES; type++) {
        rise += times_rise(results[type]);
        book_chart_series(&chart, type_names[type]);
        for (int stride = 1; stride <= LONGEST; stride++) {
            const measurement *m = &results[type][stride - 1];
            book_chart_point(&chart, stride, BOOK_ON_GPU ? m->cycles : m->steps);
        }
    }
    book_table_close(&table);
    book_chart_close(&chart);
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
