/* bench.h: times several ways of doing the same work, in one process and on the same data.
 *
 * USAGE
 *   bench_report report = bench_open(argc, argv, "Dot product", "what one step is", "GB/s");
 *   report.yardstick = bench_copy_rate();                     measured; rates can be beyond it
 *   report.yardstick_name = "a copy within the device";
 *   report.limit = bench_memory_limit(report.gpu);            the data sheet's; 0: not known
 *   int sets = bench_sets(report.gpu, bytes);                 copies of the data to go around
 *   bench_enter(report, "2^28 floats", "shuffle", "what it changes", BENCH_STEP, sets,
 *               [&](int set, cudaStream_t stream) { ... launches ... }, bytes, operations, right);
 *   ... the others with the same data ...
 *   bench_run(report);                                        times them; then data may be freed
 *   return bench_close(report);                               prints, writes files, exit code
 *
 * How a time is taken: the calls are recorded as a graph, so that the host is out of it, and the
 * graph is long enough (2 ms) that the events around it do not count. A time is that of a graph
 * divided by its calls.
 *
 * Those that are compared take turns, in another order each time: what comes behind light work
 * finds a cooler chip with a higher clock. Each turn is a sitting: launches until clocks and caches
 * are as they will be, then some that count. What differs by less than sittings do is level,
 * neither faster nor slower.
 *
 * Calls go around `sets` copies of their data, together larger than the L2 cache several times
 * over: a call finds nothing in it that an earlier one has left.
 */
#ifndef BENCH_H
#define BENCH_H

#include "../common/book.h"
#include "../common/table.h"

#include <algorithm>
#include <random>
#include <string>
#include <time.h>
#include <vector>

#define BENCH_SITTINGS 7 /* that count; one before them does not */

/* Milliseconds for one call: the median of all samples, what a tenth of them are below and above,
 * and the medians of the fastest and of the slowest sitting. */
struct bench_time {
    double median, low, high;
    int samples;
    double fastest, slowest;
};

struct bench_device {
    std::string name, driver, toolkit, date;
    int multiprocessors;
    size_t cache_bytes; /* of L2 */
};

static inline bench_device bench_look(void) {
    bench_device gpu;
    cudaDeviceProp properties;
    int device = 0, version = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaGetDeviceProperties(&properties, device));
    HANDLE_ERROR(cudaRuntimeGetVersion(&version));
    gpu.name = properties.name;
    gpu.toolkit = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    gpu.driver = "unknown";
    /* The driver's own number, 580.159.04, is known only to its tools. */
    FILE *smi =
        popen("nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null", "r");
    char line[100];
    if (smi != NULL) {
        if (fgets(line, sizeof line, smi) != NULL)
            gpu.driver = std::string(line, strcspn(line, "\n"));
        pclose(smi);
    }
    time_t now = time(NULL);
    strftime(line, sizeof line, "%Y-%m-%d", gmtime(&now));
    gpu.date = line;
    gpu.multiprocessors = properties.multiProcessorCount;
    gpu.cache_bytes = (size_t)properties.l2CacheSize;
    return gpu;
}

/* Bits in no order, of which the upper ones are the best; the same for the same i and factor. */
static __host__ __device__ inline unsigned long long bench_noise(unsigned long long i,
                                                                 unsigned long long factor) {
    unsigned long long mixed = (i + 1) * factor;
    return (mixed ^ mixed >> 29) * 0xd6e8feb86659fd93ULL;
}

/* How many copies of `bytes` of data make four times the L2 cache. */
static inline int bench_sets(const bench_device &gpu, size_t bytes) {
    size_t sets = (4 * gpu.cache_bytes + bytes - 1) / bytes;
    return (int)std::min<size_t>(std::max<size_t>(sets, 1), 1000);
}

/* An executable graph of so many calls, going around the sets. */
template <typename Call>
static cudaGraphExec_t bench_record(cudaStream_t stream, int calls, int sets, Call call) {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    HANDLE_ERROR(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < calls; i++)
        call(i % sets, stream);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaStreamEndCapture(stream, &graph));
    HANDLE_ERROR(cudaGraphInstantiate(&executable, graph, 0));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    return executable;
}

/* Milliseconds that the graph takes. */
static inline double bench_sample(cudaStream_t stream, cudaGraphExec_t graph,
                                  const cudaEvent_t marks[2]) {
    float milliseconds = 0;
    HANDLE_ERROR(cudaEventRecord(marks[0], stream));
    HANDLE_ERROR(cudaGraphLaunch(graph, stream));
    HANDLE_ERROR(cudaEventRecord(marks[1], stream));
    HANDLE_ERROR(cudaEventSynchronize(marks[1]));
    HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, marks[0], marks[1]));
    return milliseconds;
}

/* Calls that are recorded, and the times of them so far. */
struct bench_work {
    cudaGraphExec_t graph;
    int calls;
    double budget;
    std::vector<double> times, sittings; /* milliseconds of a call; the median of each sitting */
};

/* What a time is taken with. */
struct bench_clock {
    cudaStream_t stream;
    cudaEvent_t marks[2];
};

static inline bench_clock bench_clock_open(void) {
    bench_clock clock;
    HANDLE_ERROR(cudaStreamCreateWithFlags(&clock.stream, cudaStreamNonBlocking));
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaEventCreate(&clock.marks[i]));
    return clock;
}

static inline void bench_clock_close(const bench_clock &clock) {
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaEventDestroy(clock.marks[i]));
    HANDLE_ERROR(cudaStreamDestroy(clock.stream));
}

/* Records call(set, stream), which issues its work into the stream and does not wait for it, as
 * often as makes 2 ms. budget: milliseconds that may be spent on it later. */
template <typename Call> static bench_work bench_prepare(int sets, Call call, double budget) {
    bench_clock clock = bench_clock_open();
    bench_work work = {};
    work.budget = budget;
    work.calls = sets;
    call(0, clock.stream); /* loads the kernels */
    HANDLE_ERROR(cudaStreamSynchronize(clock.stream));
    work.graph = bench_record(clock.stream, work.calls, sets, call);
    bench_sample(clock.stream, work.graph, clock.marks);
    double once = bench_sample(clock.stream, work.graph, clock.marks);
    if (once < 2) {
        work.calls *= (int)std::min(2 / once + 1, 1 + 4000.0 / sets);
        HANDLE_ERROR(cudaGraphExecDestroy(work.graph));
        work.graph = bench_record(clock.stream, work.calls, sets, call);
    }
    bench_clock_close(clock);
    return work;
}

static inline double bench_median(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/* One sitting of it. */
static inline void bench_sit(bench_work &work, const bench_clock &clock, bool counts) {
    double spent = 0, once = 0, share = work.budget / BENCH_SITTINGS;
    while (spent < share / 3) /* until clocks and caches are as they will be */
        spent += once = bench_sample(clock.stream, work.graph, clock.marks);
    if (!counts)
        return;
    std::vector<double> times;
    int samples = std::min(std::max((int)(share / once), 1), 40);
    for (int i = 0; i < samples; i++)
        times.push_back(bench_sample(clock.stream, work.graph, clock.marks) / work.calls);
    work.times.insert(work.times.end(), times.begin(), times.end());
    work.sittings.push_back(bench_median(times));
}

/* All its sittings together; it is not needed any more. */
static inline bench_time bench_finish(bench_work &work) {
    std::vector<double> &times = work.times, &sittings = work.sittings;
    int samples = (int)times.size();
    HANDLE_ERROR(cudaGraphExecDestroy(work.graph));
    std::sort(times.begin(), times.end());
    std::sort(sittings.begin(), sittings.end());
    return {times[samples / 2], times[samples / 10], times[samples - 1 - samples / 10], samples,
            sittings.front(),   sittings.back()};
}

/* Times something that is compared with nothing: a yardstick. */
template <typename Call> static bench_time bench_measure(int sets, Call call, double budget = 150) {
    bench_work work = bench_prepare(sets, call, budget);
    bench_clock clock = bench_clock_open();
    for (int sitting = 0; sitting <= BENCH_SITTINGS; sitting++)
        bench_sit(work, clock, sitting > 0);
    bench_clock_close(clock);
    return bench_finish(work);
}

/* Bytes read and written in a second, in units of 10^9, by copies of 1 GiB within the device. A
 * yardstick for its memory, and no limit: what only reads can be faster. */
static inline double bench_copy_rate(void) {
    const size_t bytes = 1 << 30;
    char *from, *to;
    HANDLE_ERROR(cudaMalloc((void **)&from, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&to, bytes));
    HANDLE_ERROR(cudaMemset(from, 1, bytes));
    std::vector<double> times;
    for (int i = 0; i < 20; i++) {
        book_timer timer;
        book_timer_start(&timer);
        for (int k = 0; k < 5; k++) /* not as a graph: there it is another, slower engine's work */
            HANDLE_ERROR(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, 0));
        times.push_back(book_timer_stop(&timer) / 5);
    }
    HANDLE_ERROR(cudaFree(from));
    HANDLE_ERROR(cudaFree(to));
    std::sort(times.begin(), times.end());
    return 2e-6 * (double)bytes / times[times.size() / 2];
}

/* What NVIDIA's data sheets promise of chips that are known, without sparsity: memory in GB/s, and
 * TFLOP/s of float, and by tensor cores of TF32, of double, of bfloat16 and of FP8. */
struct bench_sheet {
    const char *chip; /* as cudaDeviceProp has it */
    double memory, single, tf32, doubles, bf16, fp8;
};
static const bench_sheet bench_sheets[] = {
    {"NVIDIA H200", 4800, 67, 494.7, 67, 989.4, 1978.9},
    {"NVIDIA H100 80GB HBM3", 3350, 67, 494.7, 67, 989.4, 1978.9},
};

/* The chip's data sheet, of nothing but zeros where it is not known. */
static inline bench_sheet bench_find_sheet(const bench_device &gpu) {
    for (const bench_sheet &sheet : bench_sheets)
        if (gpu.name == sheet.chip)
            return sheet;
    return {};
}

/* The most that the memory can deliver, in GB/s: by the data sheet; for other chips what as many
 * wires carry, with two bits each in a clock cycle. 0: not known. */
static inline double bench_memory_limit(const bench_device &gpu) {
    int device = 0, kilohertz = 0, wires = 0;
    double known = bench_find_sheet(gpu).memory;
    if (known > 0)
        return known;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&wires, cudaDevAttrGlobalMemoryBusWidth, device));
    return 2e-6 * kilohertz * (wires / 8);
}

/* ---- the report ---------------------------------------------------------------------------- */

enum bench_kind { BENCH_STEP, BENCH_LIBRARY, BENCH_APART /* for comparison only */ };

struct bench_line {
    std::string data, name, note;
    bench_kind kind;
    bench_time time;
    double bytes, operations, rate, limit;
    int right;
};

struct bench_report {
    bench_device gpu;
    std::string title, about, unit, yardstick_name;
    double yardstick, limit; /* in units of rate; 0 where there is none; see bench_enter */
    std::vector<bench_line> lines;
    std::vector<bench_line> entered; /* to be timed, */
    std::vector<bench_work> works;   /* and how */
    const char *csv, *json, *markdown;
};

/* Reads the command line. unit: of rates, "GB/s" or "TFLOP/s". */
static inline bench_report bench_open(int argc, char **argv, const char *title, const char *about,
                                      const char *unit) {
    bench_report r = {};
    book_option options[] = {
        {"csv", BOOK_TEXT, &r.csv, 0, 0, "FILE: writes the table there too"},
        {"json", BOOK_TEXT, &r.json, 0, 0, "FILE: the same as JSON"},
        {"markdown", BOOK_TEXT, &r.markdown, 0, 0, "FILE: the same as a section of a README"},
    };
    book_parse(argc, argv, title, options);
    r.gpu = bench_look();
    r.title = title;
    r.about = about;
    r.unit = unit;
    printf("%s: %s, driver %s, CUDA %s, %s\n", title, r.gpu.name.c_str(), r.gpu.driver.c_str(),
           r.gpu.toolkit.c_str(), r.gpu.date.c_str());
    return r;
}

/* Has it take part, under the report's limit of this moment. bytes: that one call has to move;
 * operations: floating-point, or 0. call and budget: see bench_prepare. */
template <typename Call>
static void bench_enter(bench_report &r, const char *data, const char *name, const char *note,
                        bench_kind kind, int sets, Call call, double bytes, double operations,
                        int right, double budget = 150) {
    r.entered.push_back({data, name, note, kind, {}, bytes, operations, 0, r.limit, right});
    r.works.push_back(bench_prepare(sets, call, budget));
}

/* Times all that have entered since the last time, by turns in any order, and adds their lines to
 * the report. */
static inline void bench_run(bench_report &r) {
    bench_clock clock = bench_clock_open();
    std::vector<bench_work *> order;
    for (bench_work &work : r.works)
        order.push_back(&work);
    std::mt19937 dice(1);
    for (int sitting = 0; sitting <= BENCH_SITTINGS; sitting++) {
        for (bench_work *work : order)
            bench_sit(*work, clock, sitting > 0);
        std::shuffle(order.begin(), order.end(), dice);
    }
    bench_clock_close(clock);
    for (size_t i = 0; i < r.works.size(); i++) {
        bench_line l = r.entered[i];
        l.time = bench_finish(r.works[i]);
        l.rate = r.unit == "TFLOP/s" ? l.operations / l.time.median / 1e9
                                     : l.bytes / l.time.median / 1e6;
        r.lines.push_back(l);
        printf("%-22s %-14s %10.5f ms (%.5f to %.5f) %9.1f %s%s\n", l.data.c_str(), l.name.c_str(),
               l.time.median, l.time.low, l.time.high, l.rate, r.unit.c_str(),
               l.right ? "" : "  WRONG");
    }
    fflush(stdout);
    r.entered.clear();
    r.works.clear();
}

/* The fastest library with the same data, or NULL. */
static inline const bench_line *bench_library(const bench_report &r, const std::string &data) {
    const bench_line *best = NULL;
    for (const bench_line &l : r.lines)
        if (l.kind == BENCH_LIBRARY && l.data == data &&
            (best == NULL || l.time.median < best->time.median))
            best = &l;
    return best;
}

/* Whether sittings of the one are as fast as sittings of the other. */
static inline bool bench_level(const bench_time &x, const bench_time &y) {
    return x.fastest <= y.slowest && y.fastest <= x.slowest;
}

/* Text to a file of that name, if there is one. */
static inline void bench_write(const char *option, const char *path, const std::string &text) {
    char error[WHOLE_FILE_ERROR];
    if (path == NULL)
        return;
    if (!whole_file_write(path, text.data(), text.size(), error)) {
        fprintf(stderr, "option --%s: %s\n", option, error);
        book_exit(BOOK_EXIT_FAILED);
    }
    printf("wrote %s\n", path);
}

/* As printf, at the end of a string. */
static inline void bench_add(std::string &text, const char *format, ...) {
    char line[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text += line;
}

/* Writes the files that were asked for. Returns the exit code. */
static inline int bench_close(bench_report &r) {
    book_table table;
    std::string json, markdown, data;
    int right = 0;
    book_table_open(
        &table, r.csv,
        "ladder,data,name,kind,milliseconds,low,high,samples,bytes,operations,rate,unit,limit,"
        "times_library,right,chip,driver,toolkit,date,yardstick,fastest_sitting,slowest_sitting,"
        "level");
    bench_add(json,
              "{\"ladder\": \"%s\", \"chip\": \"%s\", \"driver\": \"%s\", \"toolkit\": \"%s\", "
              "\"date\": \"%s\", \"unit\": \"%s\", \"limit\": %.9g, \"yardstick\": %.9g, "
              "\"rows\": [",
              r.title.c_str(), r.gpu.name.c_str(), r.gpu.driver.c_str(), r.gpu.toolkit.c_str(),
              r.gpu.date.c_str(), r.unit.c_str(), r.limit, r.yardstick);
    bench_add(markdown, "## %s\n\n", r.title.c_str());
    markdown += r.about + "\n\n";
    if (r.yardstick > 0)
        bench_add(markdown, "Yardstick: %s, %.1f %s in this run.\n\n", r.yardstick_name.c_str(),
                  r.yardstick, r.unit.c_str());
    if (r.limit > 0)
        bench_add(markdown, "Limit: %.1f %s, by %s.\n\n", r.limit, r.unit.c_str(),
                  bench_find_sheet(r.gpu).chip != NULL ? "the chip's data sheet"
                                                       : "the clock and the width of its memory");
    bench_add(markdown,
              "| data | step | ms, median (10 %% to 90 %%) | %s | of the yardstick | of the limit "
              "| times the library | what it changes |\n"
              "| --- | --- | --- | --- | --- | --- | --- | --- |\n",
              r.unit.c_str());
    const char *kinds[] = {"step", "library", "apart"};
    for (size_t i = 0; i < r.lines.size(); i++) {
        const bench_line &l = r.lines[i];
        const bench_line *library = bench_library(r, l.data);
        double ratio = library != NULL ? library->time.median / l.time.median : NAN;
        bool level = library != NULL && library != &l && bench_level(l.time, library->time);
        right += l.right;
        book_table_row(
            &table,
            "%s,%s,%s,%s,%.17g,%.17g,%.17g,%d,%.17g,%.17g,%.17g,%s,%.17g,%.17g,%d,%s,%s,%s,%s,"
            "%.17g,%.17g,%.17g,%d",
            r.title.c_str(), l.data.c_str(), l.name.c_str(), kinds[l.kind], l.time.median,
            l.time.low, l.time.high, l.time.samples, l.bytes, l.operations, l.rate, r.unit.c_str(),
            l.limit, ratio, l.right, r.gpu.name.c_str(), r.gpu.driver.c_str(),
            r.gpu.toolkit.c_str(), r.gpu.date.c_str(), r.yardstick, l.time.fastest, l.time.slowest,
            level);
        bench_add(json,
                  "%s\n  {\"data\": \"%s\", \"name\": \"%s\", \"kind\": \"%s\", \"milliseconds\": "
                  "%.9g, \"low\": %.9g, \"high\": %.9g, \"rate\": %.9g, \"right\": %s, \"level\": "
                  "%s}",
                  i == 0 ? "" : ",", l.data.c_str(), l.name.c_str(), kinds[l.kind], l.time.median,
                  l.time.low, l.time.high, l.rate, l.right ? "true" : "false",
                  level ? "true" : "false");
        char of_yardstick[40] = "", of_limit[40] = "", times[40] = "";
        if (r.yardstick > 0 && l.kind != BENCH_APART)
            snprintf(of_yardstick, sizeof of_yardstick, "%.3f", l.rate / r.yardstick);
        if (l.limit > 0 && l.kind != BENCH_APART)
            snprintf(of_limit, sizeof of_limit, "%.3f", l.rate / l.limit);
        if (library != NULL)
            snprintf(times, sizeof times, "%.3f%s", ratio, level ? ", level" : "");
        bench_add(markdown, "| %s | %s%s%s | %.5g (%.5g to %.5g) | %.5g | %s | %s | %s | %s |\n",
                  l.data == data ? "" : l.data.c_str(), l.kind == BENCH_LIBRARY ? "*" : "",
                  l.name.c_str(), l.kind == BENCH_LIBRARY ? "*" : "", l.time.median, l.time.low,
                  l.time.high, l.rate, of_yardstick, of_limit, times, l.note.c_str());
        data = l.data;
    }
    json += "\n]}\n";
    bench_write("json", r.json, json);
    bench_write("markdown", r.markdown, markdown + "\n");
    book_table_close(&table);

    return book_verdict(right == (int)r.lines.size() && right > 0, "%d of %d results are right",
                        right, (int)r.lines.size());
}

#endif
