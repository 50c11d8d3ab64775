/* timeline.h: when each part of work in two streams began and ended.
 *
 * An event behind each part in its stream says when the part ended. No event can say when it began:
 * one in front of it happens as soon as the part before it in the stream is done, and then this
 * part may still wait until what it needs is free: the way to the device, the multiprocessors, or
 * the way back. Each way does one copy at a time. Kernels of several streams may run at the same
 * time; those of this chapter fill the device, so mostly they do not. So a part is taken to have
 * begun when both had ended: the part before it in its stream, and the one before it that needed
 * the same.
 *
 * On a CPU that acts as the device, which does everything in the call that issues it, a time is the
 * number of parts issued before.
 *
 * USAGE
 *   timeline t;
 *   timeline_open(&t, chunks);
 *   as often as wanted; the quickest counts:
 *       timeline_begin(&t, streams);                       both streams idle
 *       timeline_issued(&t, chunk, part, number, stream);  after each part; the stream's number
 *       timeline_end(&t);                                  waits for all
 *   t.length                                               milliseconds
 *   timeline_draw(&t, &chart); timeline_rows(&t, &table);
 *   timeline_close(&t);
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "../common/chart.h"
#include "../common/table.h"
#include "parts.h"

enum { TO_DEVICE, COMPUTING, TO_HOST, RESOURCES };
static const char *const resource_names[RESOURCES] = {"copies to the device", "kernels",
                                                      "copies to the host"};
static const char *const part_names[PARTS] = {"copy a", "copy b", "average", "copy c"};

typedef struct {
    long long chunk;
    int part, stream;
    double from, to;
    cudaEvent_t end;
} timeline_span;

typedef struct {
    timeline_span *spans, *latest; /* of the quickest run, and of the latest; count of each */
    long long count, issued;
    cudaEvent_t begin;
    double length; /* of the quickest run, from its beginning to the end of its last part */
} timeline;

static inline int timeline_resource(const timeline_span *span) {
    return span->part == AVERAGE ? COMPUTING : span->part == COPY_C ? TO_HOST : TO_DEVICE;
}

static inline void timeline_open(timeline *t, long long chunks) {
    t->count = chunks * PARTS;
    t->length = INFINITY;
    t->spans = (timeline_span *)calloc((size_t)t->count, sizeof *t->spans);
    t->latest = (timeline_span *)calloc((size_t)t->count, sizeof *t->latest);
    HANDLE_NULL(t->spans);
    HANDLE_NULL(t->latest);
    HANDLE_ERROR(cudaEventCreate(&t->begin));
    for (long long i = 0; i < t->count; i++) {
        HANDLE_ERROR(cudaEventCreate(&t->spans[i].end));
        HANDLE_ERROR(cudaEventCreate(&t->latest[i].end));
    }
}

static inline void timeline_begin(timeline *t, const cudaStream_t streams[2]) {
    t->issued = 0;
    HANDLE_ERROR(cudaEventRecord(t->begin, streams[0]));
    HANDLE_ERROR(cudaStreamWaitEvent(streams[1], t->begin, 0));
}

static inline void timeline_issued(timeline *t, long long chunk, int part, int number,
                                   cudaStream_t stream) {
    timeline_span *span = &t->latest[t->issued++];
    span->chunk = chunk;
    span->part = part;
    span->stream = number;
    HANDLE_ERROR(cudaEventRecord(span->end, stream));
}

static inline int timeline_compare_ends(const void *x, const void *y) {
    double a = ((const timeline_span *)x)->to, b = ((const timeline_span *)y)->to;
    return (a > b) - (a < b);
}

static inline void timeline_end(timeline *t) {
    HANDLE_ERROR(cudaDeviceSynchronize());
    for (long long i = 0; i < t->count; i++) {
        float milliseconds;
        HANDLE_ERROR(cudaEventElapsedTime(&milliseconds, t->begin, t->latest[i].end));
        t->latest[i].to = BOOK_ON_GPU ? milliseconds : (double)(i + 1);
    }
    qsort(t->latest, (size_t)t->count, sizeof *t->latest, timeline_compare_ends);
    double streams[2] = {0}, resources[RESOURCES] = {0}, length = 0; /* when each was last done */
    for (long long i = 0; i < t->count; i++) {
        timeline_span *span = &t->latest[i];
        double *stream = &streams[span->stream], *resource = &resources[timeline_resource(span)];
        span->from = BOOK_ON_GPU ? fmax(*stream, *resource) : span->to - 1;
        length = *stream = *resource = span->to;
    }
    if (length < t->length) {
        timeline_span *quickest = t->latest;
        t->latest = t->spans;
        t->spans = quickest;
        t->length = length;
    }
}

/* A panel for each stream, a line of spans for each of what its parts need. */
static inline void timeline_draw(const timeline *t, book_chart *chart) {
    static const int roles[RESOURCES] = {BOOK_CHART_FIRST, BOOK_CHART_BEST, BOOK_CHART_MIDDLE};
    static const char *const streams[2] = {"stream 0", "stream 1"};
    for (int stream = 0; stream < 2; stream++) {
        book_chart_panel(chart, streams[stream]);
        for (int resource = 0; resource < RESOURCES; resource++) {
            book_chart_series(chart, resource_names[resource], roles[resource]);
            for (long long i = 0; i < t->count; i++)
                if (t->spans[i].stream == stream && timeline_resource(&t->spans[i]) == resource)
                    book_chart_span(chart, t->spans[i].from, t->spans[i].to);
        }
    }
}

static inline void timeline_rows(const timeline *t, book_table *table) {
    for (long long i = 0; i < t->count; i++) {
        const timeline_span *span = &t->spans[i];
        book_table_row(table, "%lld,%s,%d,%.17g,%.17g", span->chunk, part_names[span->part],
                       span->stream, span->from, span->to);
    }
}

static inline void timeline_close(timeline *t) {
    for (long long i = 0; i < t->count; i++) {
        HANDLE_ERROR(cudaEventDestroy(t->spans[i].end));
        HANDLE_ERROR(cudaEventDestroy(t->latest[i].end));
    }
    HANDLE_ERROR(cudaEventDestroy(t->begin));
    free(t->spans);
    free(t->latest);
}

#endif
