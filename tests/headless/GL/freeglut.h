/* freeglut.h: stands in for freeglut's header in the tests of headless_glut.c, and declares what
 * common/window.h uses of it. */
#ifndef HEADLESS_FREEGLUT_H
#define HEADLESS_FREEGLUT_H

#include <GL/gl.h>
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GLUT_RGB,
    GLUT_DOUBLE,
    GLUT_LEFT_BUTTON,
    GLUT_DOWN,
    GLUT_SCREEN_WIDTH,
    GLUT_SCREEN_HEIGHT,
    GLUT_ELAPSED_TIME,
    GLUT_ACTION_ON_WINDOW_CLOSE,
    GLUT_ACTION_GLUTMAINLOOP_RETURNS
};

void glutInitErrorFunc(void (*function)(const char *format, va_list arguments));
void glutInit(int *argc, char **argv);
void glutInitDisplayMode(unsigned mode);
void glutInitWindowSize(int width, int height);
int glutCreateWindow(const char *title);
int glutGet(GLenum what);
int glutGetWindow(void);
void glutSetOption(GLenum what, int value);
void glutDisplayFunc(void (*function)(void));
void glutReshapeFunc(void (*function)(int width, int height));
void glutKeyboardFunc(void (*function)(unsigned char key, int x, int y));
void glutMouseFunc(void (*function)(int button, int state, int x, int y));
void glutCloseFunc(void (*function)(void));
void glutTimerFunc(unsigned milliseconds, void (*function)(int value), int value);
void glutPostRedisplay(void);
void glutSwapBuffers(void);
void glutLeaveMainLoop(void);
void glutMainLoop(void);
void glutExit(void);

#ifdef __cplusplus
}
#endif

#endif
