/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads that call functions whose times are known at least, for ever: rests 10 ms;
 * recurses calls itself four times, and rests once; jumps leaves by longjmp. Of others, one
 * after the other, each ends within expires. It tells where rests is, and then nothing. It
 * is C++ as well.
 */
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <time.h>

#ifdef __cplusplus
#define C_NAME extern "C"
#else
#define C_NAME
#endif
#define FUNCTION C_NAME __attribute__((noinline))

#ifdef TEXT
const char *volatile text = TEXT; /* as another language's runtime has it */
#endif

static __thread jmp_buf back;
static volatile int never, done;

FUNCTION void rests(void)
{
    struct timespec left = { 0, 10000000 };
    while (nanosleep(&left, &left) != 0)
        ;
    done++;
}

#ifdef VERSIONS
FUNCTION __attribute__((symver("dozes@@V2"))) void dozes_now(void)
{
    rests();
    done++;
}

FUNCTION __attribute__((symver("dozes@V1"))) void dozes_then(void)
{
    done++;
}
#else
#define dozes_now()
#endif

FUNCTION int recurses(int deep)
{
    if (deep > 0)
        return recurses(deep - 1) + 1;
    rests();
    return done;
}

FUNCTION void jumps(void)
{
    if (!never)
        longjmp(back, 1);
    done++;
}

FUNCTION void idles(void)
{
    done++;
}

FUNCTION void expires(void)
{
    poll(NULL, 0, 10);
    if (!never)
        pthread_exit(NULL);
    done++;
}

static void *expire(void *unused)
{
    expires();
    return unused;
}

static void *beget(void *unused)
{
    pthread_t thread;
    while (pthread_create(&thread, NULL, expire, NULL) == 0)
        pthread_join(thread, NULL);
    return unused;
}

static void *calls(void *unused)
{
#ifdef __cplusplus
    try {
#endif
        for (;;) {
            rests();
            dozes_now();
            done += recurses(4);
            if (setjmp(back) == 0)
                jumps();
            if (never)
                idles();
        }
#ifdef __cplusplus
    } catch (int i) {
        done += i;
    }
#endif
    return unused;
}

int main(void)
{
    pthread_t other;
    printf("%p\n", (void *)rests);
    fflush(stdout);
    pthread_create(&other, NULL, calls, NULL);
    pthread_create(&other, NULL, beget, NULL);
    calls(NULL);
}
