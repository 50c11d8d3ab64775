/* bench.h: times several ways of doing the same work, in one process and on the same data.
 *
 * USAGE
 *   bench_report report = bench_open(argc, argv, "Dot product", "what one step is", "GB/s");
 *   report.limit = bench_copy_rate();                         what "share" is a share of
 *   int sets = bench_sets(report.gpu, bytes);                 copies of the data to go around
 *   bench_time t = bench_measure(sets, [&](int set, cudaStream_t stream) { ... launches ... });
 *   bench_row(report, "2^28 floats", "shuffle", "what it changes", BENCH_STEP, t, bytes,
 *             operations, right);
 *   return bench_close(report);                               prints, writes files, exit code
 *
 * How a time is taken: the calls are recorded as a graph, so that the host is out of it, and the
 * graph is long enough (2 ms) that the events around it do not count. It is launched until times
 * repeat (warm-up), then many times more. A time is that of a graph divided by its calls.
 *
 * Calls go around `sets` copies of their data, together larger than the L2 cache several times
 * over: a call finds nothing in it that an earlier one has left.
 */
#ifndef BENCH_H
#define BENCH_H

#include "../common/book.h"
#include "../common/table.h"

#include <algorithm>
#include <string>
#include <time.h>
#include <vector>

/* Milliseconds for one call: the median of all samples, and what a tenth of them are below and
 * above. */
struct bench_time {
    double median, low, high;
    int samples;
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

/* Times call(set, stream), which issues its work into the stream and does not wait for it. budget:
 * milliseconds that may be spent. */
template <typename Call> static bench_time bench_measure(int sets, Call call, double budget = 150) {
    cudaStream_t stream;
    cudaEvent_t marks[2];
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaEventCreate(&marks[i]));
    call(0, stream); /* loads the kernels */
    HANDLE_ERROR(cudaStreamSynchronize(stream));

    int calls = sets;
    cudaGraphExec_t graph = bench_record(stream, calls, sets, call);
    bench_sample(stream, graph, marks);
    double once = bench_sample(stream, graph, marks);
    if (once < 2) {
        calls *= (int)std::min(2 / once + 1, 1 + 4000.0 / sets);
        HANDLE_ERROR(cudaGraphExecDestroy(graph));
        graph = bench_record(stream, calls, sets, call);
    }
    double spent = 0;
    while (spent < budget / 5) /* until clocks and caches are as they will be */
        spent += once = bench_sample(stream, graph, marks);
    std::vector<double> times;
    int samples = std::min(std::max((int)(budget / once), 5), 200);
    for (int i = 0; i < samples; i++)
        times.push_back(bench_sample(stream, graph, marks) / calls);
    std::sort(times.begin(), times.end());

    HANDLE_ERROR(cudaGraphExecDestroy(graph));
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaEventDestroy(marks[i]));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    return {times[samples / 2], times[samples / 10], times[samples - 1 - samples / 10], samples};
}

/* Bytes read and written in a second, in units of 10^9, by copies of 1 GiB within the device: what
 * its memory can do. */
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

/* ---- the report ---------------------------------------------------------------------------- */

enum bench_kind { BENCH_STEP, BENCH_LIBRARY, BENCH_APART /* for comparison only */ };

struct bench_line {
    std::string data, name, note;
    bench_kind kind;
    bench_time time;
    double bytes, operations, rate;
    int right;
};

struct bench_report {
    bench_device gpu;
    std::string title, about, unit, limit_name;
    double limit; /* in units of rate; 0 where there is none */
    std::vector<bench_line> lines;
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
    book_parse(argc, argv, title, options, 3);
    r.gpu = bench_look();
    r.title = title;
    r.about = about;
    r.unit = unit;
    printf("%s: %s, driver %s, CUDA %s, %s\n", title, r.gpu.name.c_str(), r.gpu.driver.c_str(),
           r.gpu.toolkit.c_str(), r.gpu.date.c_str());
    return r;
}

/* Adds what was measured. bytes: that one call has to move; operations: floating-point, or 0. */
static inline void bench_row(bench_report &r, const char *data, const char *name, const char *note,
                             bench_kind kind, bench_time time, double bytes, double operations,
                             int right) {
    double rate = r.unit == "TFLOP/s" ? operations / time.median / 1e9 : bytes / time.median / 1e6;
    r.lines.push_back({data, name, note, kind, time, bytes, operations, rate, right});
    printf("%-22s %-14s %10.5f ms (%.5f to %.5f) %9.1f %s%s\n", data, name, time.median, time.low,
           time.high, rate, r.unit.c_str(), right ? "" : "  WRONG");
    fflush(stdout);
}

/* The time of the fastest library at the same data, or 0. */
static inline double bench_library(const bench_report &r, const std::string &data) {
    double best = 0;
    for (const bench_line &l : r.lines)
        if (l.kind == BENCH_LIBRARY && l.data == data && (best == 0 || l.time.median < best))
            best = l.time.median;
    return best;
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
        "times_library,right,chip,driver,toolkit,date");
    bench_add(json,
              "{\"ladder\": \"%s\", \"chip\": \"%s\", \"driver\": \"%s\", \"toolkit\": \"%s\", "
              "\"date\": \"%s\", \"unit\": \"%s\", \"limit\": %.9g, \"rows\": [",
              r.title.c_str(), r.gpu.name.c_str(), r.gpu.driver.c_str(), r.gpu.toolkit.c_str(),
              r.gpu.date.c_str(), r.unit.c_str(), r.limit);
    bench_add(markdown, "## %s\n\n", r.title.c_str());
    markdown += r.about + "\n\n";
    if (r.limit > 0)
        bench_add(markdown, "Limit: %s, %.1f %s in this run.\n\n", r.limit_name.c_str(), r.limit,
                  r.unit.c_str());
    bench_add(markdown,
              "| data | step | ms, median (10 %% to 90 %%) | %s | of the limit | times the "
              "library | what it changes |\n| --- | --- | --- | --- | --- | --- | --- |\n",
              r.unit.c_str());
    const char *kinds[] = {"step", "library", "apart"};
    for (size_t i = 0; i < r.lines.size(); i++) {
        const bench_line &l = r.lines[i];
        double library = bench_library(r, l.data), share = r.limit > 0 ? l.rate / r.limit : NAN;
        double ratio = library > 0 ? library / l.time.median : NAN;
        right += l.right;
        book_table_row(
            &table,
            "%s,%s,%s,%s,%.17g,%.17g,%.17g,%d,%.17g,%.17g,%.17g,%s,%.17g,%.17g,%d,%s,%s,%s,%s",
            r.title.c_str(), l.data.c_str(), l.name.c_str(), kinds[l.kind], l.time.median,
            l.time.low, l.time.high, l.time.samples, l.bytes, l.operations, l.rate, r.unit.c_str(),
            r.limit, ratio, l.right, r.gpu.name.c_str(), r.gpu.driver.c_str(),
            r.gpu.toolkit.c_str(), r.gpu.date.c_str());
        bench_add(json,
                  "%s\n  {\"data\": \"%s\", \"name\": \"%s\", \"kind\": \"%s\", \"milliseconds\": "
                  "%.9g, \"low\": %.9g, \"high\": %.9g, \"rate\": %.9g, \"right\": %s}",
                  i == 0 ? "" : ",", l.data.c_str(), l.name.c_str(), kinds[l.kind], l.time.median,
                  l.time.low, l.time.high, l.rate, l.right ? "true" : "false");
        char of_limit[40] = "", times[40] = "";
        if (r.limit > 0 && l.kind != BENCH_APART)
            snprintf(of_limit, sizeof of_limit, "%.3f", share);
        if (library > 0)
            snprintf(times, sizeof times, "%.3f", ratio);
        bench_add(markdown, "| %s | %s%s%s | %.5g (%.5g to %.5g) | %.5g | %s | %s | %s |\n",
                  l.data == data ? "" : l.data.c_str(), l.kind == BENCH_LIBRARY ? "*" : "",
                  l.name.c_str(), l.kind == BENCH_LIBRARY ? "*" : "", l.time.median, l.time.low,
                  l.time.high, l.rate, of_limit, times, l.note.c_str());
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
