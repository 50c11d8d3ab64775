/* page_window.h: the window of window.h where a program runs in the page of a browser. The page shows
 * the pictures, and tells of the mouse. Its other half is site/engine/program.js.
 */
#ifndef PAGE_WINDOW_H
#define PAGE_WINDOW_H

#define BOOK_PAGE(NAME)                                                                            \
    extern "C" __attribute__((import_module("page"), import_name(#NAME)))

/* What a program waits for in the page: the time of the next frame, a drag of the mouse, or that the
 * reader has seen enough. */
enum book_page_event_kind { BOOK_PAGE_FRAME, BOOK_PAGE_DRAG, BOOK_PAGE_CLOSE };
struct book_page_event {
    int kind;
    int x0, y0, x1, y1; /* of a drag: see book_window */
};

BOOK_PAGE(open) int book_page_open(const char *title, int width, int height); /* 0: no page */
BOOK_PAGE(show) void book_page_show(const unsigned char *pixels);
BOOK_PAGE(wait) void book_page_wait(book_page_event *event);

inline int book_window_open(book_window *w) {
    if (book_page_open(w->title, w->width, w->height))
        return 1;
    snprintf(w->error, sizeof w->error, "there is no page to show it in");
    return 0;
}

/* A picture stays in the page when the program has ended, so only an animation waits. */
inline void book_window_run(book_window *w) {
    book_page_event event = {BOOK_PAGE_FRAME, 0, 0, 0, 0};
    while (event.kind != BOOK_PAGE_CLOSE) {
        if (event.kind == BOOK_PAGE_DRAG && w->drag != NULL)
            w->drag(w->self, event.x0, event.y0, event.x1, event.y1);
        else if (w->next_frame != NULL)
            w->next_frame(w->self);
        book_page_show(w->pixels);
        if (w->next_frame == NULL)
            return;
        book_page_wait(&event);
    }
    if (w->closing != NULL)
        w->closing(w->self);
}

inline void book_window_close(book_window *) {}

#endif
