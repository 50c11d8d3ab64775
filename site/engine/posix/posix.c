/* posix.c: functions of POSIX that programs of the book call and WASI does not have. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int sigaction(int number, const struct sigaction *now, struct sigaction *before) {
    void (*handler)(int) = signal(number, now != NULL ? now->sa_handler : SIG_DFL);
    if (handler == SIG_ERR)
        return -1;
    if (now == NULL)
        signal(number, handler);
    if (before != NULL)
        *before = (struct sigaction){handler, 0, 0};
    return 0;
}

int system(const char *command) {
    errno = ENOSYS;
    return command == NULL ? 0 : -1;
}

FILE *popen(const char *command, const char *mode) {
    (void)command, (void)mode;
    errno = ENOSYS;
    return NULL;
}

int pclose(FILE *stream) {
    (void)stream;
    errno = ENOSYS;
    return -1;
}

FILE *tmpfile(void) {
    static unsigned number;
    char name[40];
    snprintf(name, sizeof name, "/.temporary-%u", number++);
    FILE *file = fopen(name, "w+b");
    if (file != NULL)
        remove(name);
    return file;
}

/* A thread runs to its end where it is created. That is right as long as nobody waits for what its
 * creator does only later. */
struct ended_thread {
    void *result;
};

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*function)(void *), void *restrict argument) {
    (void)attributes;
    struct ended_thread *ended = malloc(sizeof *ended);
    if (ended == NULL)
        return EAGAIN;
    ended->result = function(argument);
    *thread = (pthread_t)ended;
    return 0;
}

int pthread_join(pthread_t thread, void **result) {
    struct ended_thread *ended = (struct ended_thread *)thread;
    if (result != NULL)
        *result = ended->result;
    free(ended);
    return 0;
}

/* Destructors of thread-local variables of C++: the only thread ends with the program. */
int __cxa_atexit(void (*function)(void *), void *object, void *library);
int __cxa_thread_atexit(void (*function)(void *), void *object, void *library) {
    return __cxa_atexit(function, object, library);
}
