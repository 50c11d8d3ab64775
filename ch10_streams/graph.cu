// graph: the same work over and over, issued once and launched as a whole
//
// For each part of its work, a copy or a kernel, the host makes a call, and a call takes some
// microseconds. If the parts are small, the device waits for the host. A graph is the whole work,
// written down once: its nodes are the parts, and its edges say which comes after which. A single
// call, cudaGraphLaunch, does all of it again.
//
// It is written down by capture: what is issued to a stream while it is captured is not done, but
// becomes a node. Another stream joins in by waiting for an event of a captured one (fork), and at
// the end the first must wait for the other (join):
//
//     stream 0   fork -- a0 -- b0 -- k0 -- c0 -- a2 ... -------- join
//                    \                                          /
//     stream 1        `-- a1 -- b1 -- k1 -- c1 -- a3 ... ------'
//
// This program does the same work by calls and by a graph, each many times, and on a GPU it says
// how often a second each can be done.
//
//     --nodes all        copies and kernels, as above
//     --nodes kernels    kernels alone, of the two chunks whose buffers there are, over and over
//
// Long because work without its copies needs them before and after.
//
//     nvcc ch10_streams/graph.cu -I. -o graph && ./graph
#include "../common/book.h"
#include "../common/table.h"
#include "host_clock.h"
#include "parts.h"

enum { ALL, KERNELS };

// Issues all of it to both streams. To whoever uses stream 0 it is as if all of it were there.
static void issue_all(const chunked_work *w, int nodes, cudaEvent_t fork, cudaEvent_t join) {
    HANDLE_ERROR(cudaEventRecord(fork, w->streams[0]));
    HANDLE_ERROR(cudaStreamWaitEvent(w->streams[1], fork, 0));
    for (long long chunk = 0; chunk < w->chunks; chunk++)
        for (int part = COPY_A; part < PARTS; part++)
            if (nodes == ALL || part == AVERAGE)
                chunked_work_part(w, nodes == ALL ? chunk : chunk % 2, part, w->streams[chunk % 2]);
    HANDLE_ERROR(cudaEventRecord(join, w->streams[1]));
    HANDLE_ERROR(cudaStreamWaitEvent(w->streams[0], join, 0));
}

// The graph of all of it, ready to be launched. count: how many nodes it has.
static cudaGraphExec_t capture_all(const chunked_work *w, int nodes, cudaEvent_t fork,
                                   cudaEvent_t join, size_t *count) {
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    HANDLE_ERROR(cudaStreamBeginCapture(w->streams[0], cudaStreamCaptureModeGlobal));
    issue_all(w, nodes, fork, join);
    HANDLE_ERROR(cudaStreamEndCapture(w->streams[0], &graph));
    HANDLE_ERROR(cudaGraphGetNodes(graph, NULL, count));
    HANDLE_ERROR(cudaGraphInstantiate(&ready, graph, 0));
    HANDLE_ERROR(cudaGraphDestroy(graph)); // the instance has all it needs
    return ready;
}

// What kernels alone leave out: copies of the two chunks whose buffers there are.
static void copy_two(const chunked_work *w, int first, int last) {
    for (long long chunk = 0; chunk < w->chunks && chunk < 2; chunk++)
        for (int part = first; part <= last; part++)
            chunked_work_part(w, chunk, part, w->streams[0]);
    HANDLE_ERROR(cudaStreamSynchronize(w->streams[0]));
}

enum { CALLS, GRAPH, WAYS };
static const char *const way_names[WAYS] = {"calls", "graph"};

int main(int argc, char **argv) {
    long long n = 20000, blocks = 4, width = 3, launches = 200;
    int nodes = ALL;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1LL << 32, "elements of each vector"},
        {"blocks", BOOK_INTEGER, &blocks, 1, 4194304, "blocks for a chunk, of 256 elements each"},
        {"width", BOOK_INTEGER, &width, 1, 256, "neighbours of which the average is taken"},
        {"launches", BOOK_INTEGER, &launches, 1, 1000000, "how often all of it is done"},
        {"nodes", BOOK_CHOICE, &nodes, 0, 0, "all|kernels: what the graph has"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "the same work by calls and by a captured graph", options);
    book_table table;
    book_table_open(&table, csv, "way,n,launches,right,issued_microseconds,done_microseconds");

    chunked_work w;
    cudaEvent_t fork, join;
    size_t count = 0;
    chunked_work_open(&w, n, blocks, width);
    HANDLE_ERROR(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    HANDLE_ERROR(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    cudaGraphExec_t ready = capture_all(&w, nodes, fork, join, &count);
    printf("%lld element%s in %lld chunk%s; a graph of %zu nodes\n", n, n == 1 ? "" : "s", w.chunks,
           w.chunks == 1 ? "" : "s", count);
    averages_fill(w.a, w.b, n, 0);
    if (nodes == KERNELS)
        copy_two(&w, COPY_A, COPY_B);
    issue_all(&w, nodes, fork, join); // the first of each takes longer, and is in none of the times
    HANDLE_ERROR(cudaGraphLaunch(ready, w.streams[0]));
    HANDLE_ERROR(cudaStreamSynchronize(w.streams[0]));

    long long right = 0, judged = nodes == ALL || n < 2 * w.chunk ? n : 2 * w.chunk;
    double done[WAYS];
    for (int way = 0; way < WAYS; way++) {
        // Other data in the same places: a graph knows where its data are, not what they are.
        averages_fill(w.a, w.b, n, 1 + way);
        memset(w.c, 0xff, (size_t)n * sizeof(int));
        if (nodes == KERNELS)
            copy_two(&w, COPY_A, COPY_B);
        double start = host_milliseconds();
        for (long long i = 0; i < launches; i++)
            if (way == CALLS)
                issue_all(&w, nodes, fork, join);
            else
                HANDLE_ERROR(cudaGraphLaunch(ready, w.streams[0]));
        double issued = host_milliseconds() - start;
        HANDLE_ERROR(cudaStreamSynchronize(w.streams[0])); // which has waited for the other
        done[way] = host_milliseconds() - start;

        if (nodes == KERNELS)
            copy_two(&w, COPY_C, COPY_C);
        long long same = averages_right(w.a, w.b, w.c, judged, w.width);
        right += same;
        printf("%s: %lld time%s, %lld of %lld averages are right", way_names[way], launches,
               launches == 1 ? "" : "s", same, judged);
        if (BOOK_ON_GPU)
            printf("; %.1f us each, %.0f a second; the host issued one in %.1f us",
                   1e3 * done[way] / (double)launches, 1e3 * (double)launches / done[way],
                   1e3 * issued / (double)launches);
        printf("\n");
        book_table_row(&table, "%s,%lld,%lld,%lld,%.17g,%.17g", way_names[way], n, launches, same,
                       BOOK_ON_GPU ? 1e3 * issued / (double)launches : NAN,
                       BOOK_ON_GPU ? 1e3 * done[way] / (double)launches : NAN);
    }
    if (book_timed())
        printf("the graph is %.2f times as fast\n", done[CALLS] / done[GRAPH]);

    HANDLE_ERROR(cudaGraphExecDestroy(ready));
    HANDLE_ERROR(cudaEventDestroy(fork));
    HANDLE_ERROR(cudaEventDestroy(join));
    chunked_work_close(&w);
    book_table_close(&table);
    return book_verdict(right == WAYS * judged, "%lld of %lld averages are right", right,
                        WAYS * judged);
}
