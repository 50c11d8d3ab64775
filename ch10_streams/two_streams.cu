// two_streams: copies and kernels at the same time, and in which order to issue them
//
// With one stream the device does one thing at a time: while it copies, it computes nothing. With
// two, a chunk can be copied while the kernel works on the one before. Even chunks go to stream 0
// and odd ones to stream 1, each with buffers of its own, and a chunk is four parts (see
// one_stream):
//
//     --order depth      a chunk to its end, then the next      a0 b0 k0 c0   a1 b1 k1 c1
//     --order breadth    a part of both chunks, then the next   a0 a1 b0 b1   k0 k1   c0 c1
//
// Both are right, because either way the parts of a chunk are in one stream. But less may overlap:
// where all streams feed one queue of the hardware, as on the book's GPUs, depth first puts a1
// behind c0, which waits for k0. The program does all of it with one stream, then with two. --chart
// draws when each part began and ended with two (timeline.h).
//
//     nvcc ch10_streams/two_streams.cu -I. -o two_streams && ./two_streams --n 20971520
#include "../common/book.h"
#include "timeline.h"

enum { DEPTH, BREADTH };

// Does all of it, with so many streams, and returns how many elements are right. The timeline says
// how long it took.
static long long run(const chunked_work *w, int streams, int order, timeline *t) {
    memset(w->c, 0xff, (size_t)w->n * sizeof(int)); // -1, which no average is
    timeline_begin(t, w->streams);
    for (long long pair = 0; pair < w->chunks; pair += 2) {
        int in_pair = w->chunks - pair < 2 ? 1 : 2; // the last chunk may be alone
        for (int k = 0; k < in_pair * PARTS; k++) {
            int side = order == DEPTH ? k / PARTS : k % in_pair;
            int part = order == DEPTH ? k % PARTS : k / in_pair;
            int number = side % streams;
            chunked_work_part(w, pair + side, part, w->streams[number]);
            timeline_issued(t, pair + side, part, number, w->streams[number]);
        }
    }
    timeline_end(t);
    return averages_right(w->a, w->b, w->c, w->n, w->width);
}

int main(int argc, char **argv) {
    long long n = 5000003, blocks = 1024, width = 3, repeat = BOOK_ON_GPU ? 5 : 1;
    int order = BREADTH;
    const char *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
        {"blocks", BOOK_INTEGER, &blocks, 1, 4194304, "blocks for a chunk, of 256 elements each"},
        {"width", BOOK_INTEGER, &width, 1, 256, "neighbours of which the average is taken"},
        {"order", BOOK_CHOICE, &order, 0, 0, "depth|breadth: what is issued first"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000, "runs, of which the quickest counts"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes when each part began and ended"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0, "FILE.svg or FILE.png: draws it"},
    };
    book_parse(argc, argv, "copies and kernels side by side in two streams", options);
    book_table table;
    book_chart chart;
    book_table_open(&table, csv, "chunk,part,stream,from,to");
    book_chart_open(&chart, chart_file,
                    order == DEPTH ? "Two streams, depth first" : "Two streams, breadth first",
                    BOOK_ON_GPU ? "milliseconds" : "parts, in the order in which they are issued",
                    "when the parts of each chunk run", BOOK_CHART_SPANS);

    chunked_work w;
    chunked_work_open(&w, n, blocks, width);
    averages_fill(w.a, w.b, n, 0);
    int device = 0, engines = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, device));
    printf("%lld element%s in %lld chunk%s of up to %lld, %s first; engines for copies: %d\n", n,
           n == 1 ? "" : "s", w.chunks, w.chunks == 1 ? "" : "s", w.chunk,
           order == DEPTH ? "depth" : "breadth", engines);

    timeline times[2]; // with one stream, with two
    long long right = 0;
    for (int streams = 1; streams <= 2; streams++) {
        timeline *t = &times[streams - 1];
        timeline_open(t, w.chunks);
        long long same = 0;
        for (long long i = 0; i < repeat; i++)
            same += run(&w, streams, order, t);
        right += same;
        printf("%s  %lld of %lld averages are right", streams == 1 ? "one stream " : "two streams",
               same, repeat * n);
        if (BOOK_ON_GPU)
            printf("; %.3f ms", t->length);
        printf("\n");
    }
    if (book_timed())
        printf("overlap: %.1f %% of the time of all parts one after another\n",
               100 * (1 - times[1].length / times[0].length));
    timeline_rows(&times[1], &table);
    timeline_draw(&times[1], &chart);

    timeline_close(&times[0]);
    timeline_close(&times[1]);
    chunked_work_close(&w);
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(right == 2 * repeat * n, "%lld of %lld averages are right", right,
                        2 * repeat * n);
}
