/* headless_glut: as much of freeglut as common/window.h uses, without a screen.
 *
 * The window is an EGL buffer, which a GPU in a rack can draw into too. The main loop shows
 * HEADLESS_FRAMES frames (default 3), as fast as they come, writes what is then to be seen to the
 * PPM file HEADLESS_OUT, and presses ESC. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/freeglut.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void (*on_error)(const char *, va_list);
static void (*on_display)(void);
static void (*on_reshape)(int, int);
static void (*on_key)(unsigned char, int, int);
static void (*on_close)(void);
static void (*on_timer)(int);
static int window_width, window_height, leaving;
static EGLDisplay display;
static EGLConfig config;

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (on_error != NULL)
        on_error(format, arguments); /* does not return */
    vfprintf(stderr, format, arguments);
    exit(1);
}

void glutInitErrorFunc(void (*function)(const char *, va_list)) {
    on_error = function;
}

void glutInit(int *argc, char **argv) {
    (void)argc;
    (void)argv;
    PFNEGLQUERYDEVICESEXTPROC query =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    EGLDeviceEXT device;
    EGLint count = 0;
    if (query == NULL || get_display == NULL || !query(1, &device, &count) || count < 1)
        fail("no EGL device");
    display = get_display(EGL_PLATFORM_DEVICE_EXT, device, NULL);
    if (!eglInitialize(display, NULL, NULL))
        fail("no EGL device: error %#x", eglGetError());
    const EGLint wanted[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_NONE};
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count < 1)
        fail("no EGL configuration");
    eglBindAPI(EGL_OPENGL_API);
}

void glutInitDisplayMode(unsigned mode) {
    (void)mode;
}

void glutInitWindowSize(int width, int height) {
    window_width = width;
    window_height = height;
}

int glutCreateWindow(const char *title) {
    const EGLint size[] = {EGL_WIDTH, window_width, EGL_HEIGHT, window_height, EGL_NONE};
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    if (!eglMakeCurrent(display, surface, surface, context))
        fail("no EGL context: error %#x", eglGetError());
    fprintf(stderr, "%s: OpenGL %s, %s\n", title, (const char *)glGetString(GL_VERSION),
            (const char *)glGetString(GL_RENDERER));
    return 1;
}

int glutGet(GLenum what) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (what == GLUT_ELAPSED_TIME)
        return (int)(now.tv_sec % 1000000 * 1000 + now.tv_nsec / 1000000);
    return 1 << 20; /* of the screen: no picture is too large */
}

int glutGetWindow(void) {
    return 1;
}
void glutSetOption(GLenum what, int value) {
    (void)what, (void)value;
}
void glutDisplayFunc(void (*function)(void)) {
    on_display = function;
}
void glutReshapeFunc(void (*function)(int, int)) {
    on_reshape = function;
}
void glutKeyboardFunc(void (*function)(unsigned char, int, int)) {
    on_key = function;
}
void glutMouseFunc(void (*function)(int, int, int, int)) {
    (void)function;
}
void glutCloseFunc(void (*function)(void)) {
    on_close = function;
}
void glutPostRedisplay(void) {}
void glutSwapBuffers(void) {
    glFinish();
}
void glutLeaveMainLoop(void) {
    leaving = 1;
}

void glutTimerFunc(unsigned milliseconds, void (*function)(int), int value) {
    (void)milliseconds, (void)value;
    on_timer = function;
}

void glutExit(void) {
    if (on_close != NULL)
        on_close();
    eglTerminate(display);
}

static void write_what_is_seen(const char *path) {
    size_t row = (size_t)window_width * 3;
    unsigned char *pixels = (unsigned char *)malloc(row * window_height);
    FILE *file = fopen(path, "wb");
    if (pixels == NULL || file == NULL)
        fail("cannot write %s", path);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, window_width, window_height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    fprintf(file, "P6\n%d %d\n255\n", window_width, window_height);
    for (int y = window_height - 1; y >= 0; y--)
        fwrite(pixels + y * row, 1, row, file);
    fclose(file);
    free(pixels);
}

void glutMainLoop(void) {
    const char *frames = getenv("HEADLESS_FRAMES"), *out = getenv("HEADLESS_OUT");
    int count = frames != NULL ? atoi(frames) : 3;
    struct timespec begin, end;
    on_reshape(window_width, window_height);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < count; i++) {
        if (on_timer != NULL)
            on_timer(0);
        on_display();
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(stderr, "%d frames, %.3f ms each\n", count,
            ((end.tv_sec - begin.tv_sec) * 1e3 + (end.tv_nsec - begin.tv_nsec) * 1e-6) / count);
    if (out != NULL)
        write_what_is_seen(out);
    on_key(27, 0, 0);
    if (!leaving)
        fail("ESC does not end it");
    glutExit();
}
