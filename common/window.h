/* window.h: a window that shows a picture, or an animation at the pace of a display.
 *
 *   book_window window;
 *   window.title = "ripple", window.width = 512, window.height = 512;   of the picture
 *   window.pixels = pixels;                  RGBA bytes, row 0 at the bottom; alpha is not shown
 *   window.next_frame = ..., window.self = ...;     for an animation: called once for every frame
 *   if (!book_window_open(&window))
 *       ... there is none: window.error says why ...
 *   book_window_run(&window);                until the reader closes it: ESC, q, the close button
 *
 * A picture larger than the screen is shown smaller. In a window larger than the picture, each
 * pixel of the picture is 1 x 1, 2 x 2, 3 x 3 ... pixels of the screen, as large as fits.
 *
 * BUILDING
 *   -lglut -lGL     with freeglut, whose header must be there
 *   -DBOOK_NO_GL    without: book_window_open answers 0
 * For WebAssembly it is the page of a browser: see page_window.h.
 */
#ifndef WINDOW_H
#define WINDOW_H

#if !defined(BOOK_NO_GL) && defined(__has_include)
#if __has_include(<GL/freeglut.h>)
#define BOOK_HAS_GL 1
#endif
#endif
#ifndef BOOK_HAS_GL
#define BOOK_HAS_GL 0
#endif

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct book_window {
    const char *title = "picture";
    int width = 0, height = 0;
    const unsigned char *pixels = NULL;
    unsigned int buffer = 0; /* an OpenGL buffer object that holds the pixels instead */
    void *self = NULL;       /* what these are called with: */
    void (*next_frame)(void *self) = NULL;
    /* The left button went down at (x0, y0) and up at (x1, y1), in the picture's pixels, y from the
     * top as the mouse counts. */
    void (*drag)(void *self, int x0, int y0, int x1, int y1) = NULL;
    /* The window is about to go, and with it what OpenGL holds. */
    void (*closing)(void *self) = NULL;

    char error[200] = ""; /* why book_window_open returned 0 */

    /* the rest is its own business */
    int left = 0, bottom = 0; /* of the picture within the window */
    double scale = 1;         /* pixels of the screen for one of the picture */
    bool stale = true;        /* the texture is not what pixels are */
    bool due = true;          /* it is time for the next frame */
    bool called = false;      /* next_frame or drag has been called and has not returned */
    double due_at = 0;        /* milliseconds */
    int window_height = 0;    /* pixels of the screen */
    int drag_x = 0, drag_y = 0;
    bool dragging = false;
};

#if BOOK_HAS_GL

#ifndef GL_GLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#endif
#include <GL/freeglut.h>
#include <GL/glext.h>
#include <setjmp.h>
#include <unistd.h>

const double BOOK_FRAME_MS = 1000.0 / 60;

/* freeglut's callbacks have no place for data, so there is one window at a time. */
inline book_window *&book_the_window(void) {
    static book_window *window = NULL;
    return window;
}

/* ---- callbacks of freeglut ----------------------------------------------------------------- */

inline void book_window_frame_is_due(int) {
    book_the_window()->due = true;
    if (glutGetWindow() != 0) /* it may just have been closed */
        glutPostRedisplay();  /* a hidden window is not drawn, and computes nothing */
}

/* Works out the next frame if it is time for it, and sets the time for the one after. */
inline void book_window_advance(book_window *w) {
    if (w->next_frame == NULL || !w->due)
        return;
    w->due = false;
    w->called = true;
    w->next_frame(w->self);
    w->called = false;
    w->stale = true;
    double now = glutGet(GLUT_ELAPSED_TIME);
    w->due_at += BOOK_FRAME_MS;
    if (w->due_at < now) /* a frame took too long: do not hurry to make up for it */
        w->due_at = now;
    glutTimerFunc((unsigned)(w->due_at - now + 0.5), book_window_frame_is_due, 0);
}

inline void book_window_draw(void) {
    book_window *w = book_the_window();
    book_window_advance(w);
    if (w->stale) {
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, w->buffer);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, w->width, w->height, GL_RGBA, GL_UNSIGNED_BYTE,
                        w->buffer != 0 ? NULL : w->pixels);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        w->stale = false;
    }
    glClear(GL_COLOR_BUFFER_BIT);
    glBegin(GL_TRIANGLE_STRIP);
    for (int corner = 0; corner < 4; corner++) {
        int x = corner & 1, y = corner >> 1;
        glTexCoord2i(x, y);
        glVertex2i(2 * x - 1, 2 * y - 1);
    }
    glEnd();
    glutSwapBuffers();
}

inline void book_window_resized(int width, int height) {
    book_window *w = book_the_window();
    double x = (double)width / w->width, y = (double)height / w->height;
    w->scale = x < y ? x : y;
    if (w->scale >= 1)
        w->scale = (int)w->scale;
    int shown_width = (int)(w->width * w->scale + 0.5);
    int shown_height = (int)(w->height * w->scale + 0.5);
    if (shown_width < 1)
        shown_width = 1;
    if (shown_height < 1)
        shown_height = 1;
    w->left = (width - shown_width) / 2;
    w->bottom = (height - shown_height) / 2;
    w->window_height = height;
    glViewport(w->left, w->bottom, shown_width, shown_height);
}

inline void book_window_key(unsigned char key, int, int) {
    if (key == 27 || key == 'q' || key == 'Q')
        glutLeaveMainLoop();
}

/* A position in the window as one in the picture, from 0 to size - 1. */
inline int book_window_position(double at, double scale, int size) {
    int pixel = (int)(at / scale);
    return at < 0 ? 0 : pixel < size ? pixel : size - 1;
}

inline void book_window_button(int button, int state, int mouse_x, int mouse_y) {
    book_window *w = book_the_window();
    if (button != GLUT_LEFT_BUTTON)
        return;
    int top = w->window_height - w->bottom - (int)(w->height * w->scale + 0.5);
    int x = book_window_position(mouse_x - w->left, w->scale, w->width);
    int y = book_window_position(mouse_y - top, w->scale, w->height);
    if (state == GLUT_DOWN) {
        w->drag_x = x;
        w->drag_y = y;
    } else if (w->dragging && w->drag != NULL) {
        w->called = true;
        w->drag(w->self, w->drag_x, w->drag_y, x, y);
        w->called = false;
        w->stale = true;
        glutPostRedisplay();
    }
    w->dragging = state == GLUT_DOWN;
}

inline void book_window_closing(void) {
    book_window *w = book_the_window();
    /* freeglut closes it too when a function of the program's ends the program. Then the device has
     * been reset, and nothing is left to be freed. */
    if (w != NULL && w->closing != NULL && !w->called)
        w->closing(w->self);
}

/* ---- open and run -------------------------------------------------------------------------- */

inline jmp_buf *book_window_failure(void) {
    static jmp_buf failure;
    return &failure;
}

/* freeglut would end the program where there is no display. */
inline void book_window_fails(const char *format, va_list arguments) {
    vsnprintf(book_the_window()->error, sizeof book_the_window()->error, format, arguments);
    longjmp(*book_window_failure(), 1);
}

/* Opens the window, whose OpenGL context is then the current one. Returns 1, or 0 and w->error. */
inline int book_window_open(book_window *w) {
    static char program[] = "program";
    static char *argv[] = {program, NULL};
    static int argc;
    if (book_the_window() != NULL) {
        snprintf(w->error, sizeof w->error, "another one is open");
        return 0;
    }
    book_the_window() = w;
    glutInitErrorFunc(book_window_fails);
    if (setjmp(*book_window_failure()) != 0) {
        book_the_window() = NULL;
        return 0;
    }
    argc = 1;
    glutInit(&argc, argv);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGB);
    /* Room for a title bar and a panel. */
    double x = glutGet(GLUT_SCREEN_WIDTH) * 0.95 / w->width;
    double y = glutGet(GLUT_SCREEN_HEIGHT) * 0.9 / w->height;
    double shrink = x < y ? x : y;
    if (shrink > 1)
        shrink = 1;
    int width = (int)(w->width * shrink), height = (int)(w->height * shrink);
    glutInitWindowSize(width > 0 ? width : 1, height > 0 ? height : 1);
    glutCreateWindow(w->title);
    glutInitErrorFunc(NULL);

    /* The reader's closing of the window ends the loop, not the program. */
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_GLUTMAINLOOP_RETURNS);
    glutDisplayFunc(book_window_draw);
    glutReshapeFunc(book_window_resized);
    glutKeyboardFunc(book_window_key);
    glutMouseFunc(book_window_button);
    glutCloseFunc(book_window_closing);

    int largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (w->width > largest || w->height > largest) {
        snprintf(w->error, sizeof w->error, "OpenGL here shows up to %d x %d pixels, not %d x %d",
                 largest, largest, w->width, w->height);
        glutExit();
        book_the_window() = NULL;
        return 0;
    }
    unsigned int texture = 0; /* goes with the context */
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, w->width, w->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    return 1;
}

/* Shows it until the reader closes it. */
inline void book_window_run(book_window *w) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%s: the window is open; to end, press ESC or q in it, or close it\n",
                w->title);
    w->due_at = glutGet(GLUT_ELAPSED_TIME);
    glutMainLoop();
    book_the_window() = NULL;
}

/* Closes it if it is open, as if the reader had. */
inline void book_window_close(book_window *w) {
    if (book_the_window() != w)
        return;
    glutExit();
    book_the_window() = NULL;
}

#elif defined(__wasm__)

#include "page_window.h"

#else

inline int book_window_open(book_window *w) {
    snprintf(w->error, sizeof w->error, "built without OpenGL and freeglut");
    return 0;
}

inline void book_window_run(book_window *) {}

inline void book_window_close(book_window *) {}

#endif
#endif
