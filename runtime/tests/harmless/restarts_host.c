/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that its own signals interrupt where it waits, for restarts.py: CASE. It waits in open(), for a FIFO's other
 * end, at a path that takes the kernel so long that ticks are due when it waits: what is sent then comes together with
 * a sample.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../core/blocked.h"
#include "burn.h"

/* The kernel follows 40 links, and counts on where it walks a path again, for another one's rename: twice at most. */
enum { BURN = 120, ROUNDS = 120, LINKS = 13, PATIENCE_S = 50 };

static pid_t opener;
static pthread_t opener_thread;
static int signal_number, is_for_thread;
static int handled, opened; /* atomic */
static int ended, went_on;

static void count(int signal)
{
    (void)signal;
    __atomic_add_fetch(&handled, 1, __ATOMIC_SEQ_CST);
}

static int number_of(const int *counter)
{
    return __atomic_load_n(counter, __ATOMIC_SEQ_CST);
}

static void send_signal(void)
{
    if (is_for_thread)
        pthread_kill(opener_thread, signal_number);
    else
        kill(getpid(), signal_number); /* the opener's: this thread blocks it */
}

static int waits(void)
{
    return blocked_in(opener) == SYS_openat;
}

/* The opener waits, is sent a signal, and has handled it: then its call has ended, or it waits again. */
static void interrupt(void)
{
    while (!waits())
        sched_yield();
    int signals = number_of(&handled), calls = number_of(&opened);
    send_signal();
    while (number_of(&handled) == signals)
        sched_yield();
    while (number_of(&opened) == calls && !waits())
        sched_yield();
    if (number_of(&opened) == calls)
        went_on++;
    else
        ended++;
}

/* Then it opens the other end, for who waits still. */
static void *interrupt_again(void *unused)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (int i = 0; i < ROUNDS; i++)
        interrupt();
    if (open("fifo", O_RDWR) < 0)
        perror("fifo");
    return unused;
}

/* As far as the kernel goes, on a way that leads nowhere: link N to link N-1, the first one to the FIFO. */
static void make_long_path(void)
{
    char target[PATH_MAX], name[16];
    mkdir("d", 0700);
    mkfifo("fifo", 0600);
    for (int i = 0; i < LINKS; i++) {
        size_t n = 0;
        while (n + 5 + sizeof name < sizeof target)
            n += (size_t)sprintf(target + n, "d/../");
        sprintf(name, "link%d", i - 1);
        strcpy(target + n, i > 0 ? name : "fifo");
        sprintf(name, "link%d", i);
        if (symlink(target, name) != 0 && errno != EEXIST)
            perror(name);
    }
}

static void open_again(void)
{
    char name[16];
    sprintf(name, "link%d", LINKS - 1);
    for (int i = 0; i < ROUNDS; i++) {
        int fd = open(name, O_RDONLY);
        if (fd < 0 && errno != EINTR)
            perror(name);
        __atomic_add_fetch(&opened, 1, __ATOMIC_SEQ_CST);
        if (fd >= 0)
            return;
    }
}

static int run(int number, int flags)
{
    struct sigaction action = { .sa_handler = count, .sa_flags = flags };
    pthread_t other;
    signal_number = number;
    opener = (pid_t)syscall(SYS_gettid);
    opener_thread = pthread_self();
    sigaction(number, &action, NULL);
    make_long_path();
    burn_ms(BURN);
    pthread_create(&other, NULL, interrupt_again, NULL);
    open_again();
    pthread_join(other, NULL);
    printf("%d calls have ended, %d went on\n", ended, went_on);
    return 0;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    int flags = strstr(name, "goes-on") ? SA_RESTART : 0;
    is_for_thread = strncmp(name, "ours", 4) == 0; /* the number that samples would be taken by */
    alarm(PATIENCE_S);
    return run(is_for_thread ? SIGRTMAX - 3 : SIGUSR1, flags);
}
