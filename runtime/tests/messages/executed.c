/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Starts programs for two requests, in each way that there is, and asks them for whom they work.
 *
 * executed start:  a line for each: the way, what the program is to be at work for, what it says
 * executed says:   that program
 * executed serves: the same, when it listens as well
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "recorded.h"

extern char **environ;
static size_t (*to_wire)(uint32_t context, char *out, size_t size);
static char program[4096], command[8192];

static void works_for(char *out, size_t size)
{
    if (current() == 0 || describe(current(), out, size) == 0)
        snprintf(out, size, "nobody");
}

static void *thread_says(void *out)
{
    works_for(out, 256);
    return NULL;
}

static int says(int serves)
{
    char text[256], threads[256];
    pthread_t thread;
    if (serves)
        must(listen(socket(AF_INET, SOCK_STREAM, 0), 1) == 0, "listen");
    works_for(text, sizeof text);
    must(pthread_create(&thread, NULL, thread_says, threads) == 0, "thread");
    pthread_join(thread, NULL);
    printf("%s%s\n", text, strcmp(text, threads) == 0 ? "" : ", and a thread for another one");
    return 0;
}

/* It reads what the program says in one line. */
static void hear(const char *way, const char *wire, int fd)
{
    char said[512];
    size_t n = 0;
    for (ssize_t got; n < sizeof said - 1 && (got = syscall(0, fd, said + n, sizeof said - 1 - n)) > 0;
         n += (size_t)got)
        ;
    said[n] = 0;
    said[strcspn(said, "\n")] = 0;
    printf("%s\t%s\t%s\n", way, wire, said);
    fflush(stdout);
    close(fd);
}

static char *const direct[] = { program, "says", NULL }, *const serving[] = { program, "serves", NULL };
static char *const shell[] = { "sh", "-c", command, NULL };
static char *const nothing[] = { NULL };

static pid_t piped_fork(int ends[2], pid_t (*forks)(void))
{
    must(pipe(ends) == 0, "pipe");
    pid_t child = forks();
    if (child == 0)
        dup2(ends[1], 1);
    else
        close(ends[1]);
    return child;
}

enum extra { PLAIN, SESSION, TWICE, ORPHAN };

static void by_fork(const char *way, const char *wire, const char *path, char *const arguments[], enum extra extra)
{
    int ends[2];
    pid_t child = piped_fork(ends, fork);
    if (child == 0) {
        if (extra == SESSION)
            setsid();
        if ((extra == TWICE || extra == ORPHAN) && fork() > 0) {
            if (extra == TWICE)
                wait(NULL);
            _exit(0);
        }
        while (extra == ORPHAN && getppid() != 1)
            poll(NULL, 0, 1);
        execv(path, arguments);
        _exit(127);
    }
    hear(way, wire, ends[0]);
    waitpid(child, NULL, 0);
}

static void by_vfork(const char *wire)
{
    int ends[2];
    must(pipe(ends) == 0, "pipe");
    pid_t child = vfork();
    if (child == 0) {
        dup2(ends[1], 1);
        execve(program, direct, environ);
        _exit(127);
    }
    close(ends[1]);
    hear("vfork", wire, ends[0]);
    waitpid(child, NULL, 0);
}

static void by_spawn(const char *way, const char *wire, short flags, char *const environment[])
{
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    must(pipe(ends) == 0, "pipe");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, flags);
    must(posix_spawn(&child, program, &actions, &attributes, direct, environment) == 0, "posix_spawn");
    close(ends[1]);
    hear(way, wire, ends[0]);
    waitpid(child, NULL, 0);
}

static void by_popen(const char *way, const char *wire, const char *line)
{
    FILE *stream = popen(line, "r");
    must(stream != NULL, "popen");
    hear(way, wire, dup(fileno(stream)));
    pclose(stream);
}

static void by_system(const char *wire)
{
    char name[] = "said.XXXXXX", line[sizeof command + 32];
    int fd = mkstemp(name);
    snprintf(line, sizeof line, "%s > %s", command, name);
    must(system(line) == 0, "system");
    hear("system", wire, fd);
    unlink(name);
}

static void *sleeps(void *line)
{
    uint32_t previous = begin("sleeps");
    must(system(line) == 0, "system");
    end(previous);
    return NULL;
}

/* Another thread's program is under way, for another request: the environment is one. */
static void by_two(const char *wire)
{
    pthread_t thread;
    must(pthread_create(&thread, NULL, sleeps, "touch begun; while [ -e begun ]; do sleep 0.01; done") == 0, "thread");
    while (access("begun", F_OK) != 0)
        poll(NULL, 0, 1);
    by_popen("two", "nobody", command);
    unlink("begun");
    pthread_join(thread, NULL);
    by_popen("after two", wire, command);
}

static void start(const char *type)
{
    char wire[64], line[sizeof command + 128];
    uint32_t previous = begin(type);
    must(to_wire(current(), wire, sizeof wire) > 0, "to_wire");
    by_fork("fork", wire, program, direct, PLAIN);
    by_fork("fork twice", wire, program, direct, TWICE);
    by_fork("sh", wire, "/bin/sh", shell, PLAIN);
    by_vfork(wire);
    by_spawn("spawn", wire, 0, environ);
    by_popen("popen", wire, command);
    by_system(wire);
    snprintf(line, sizeof line, "true | (%s)", command);
    by_popen("pipeline", wire, line);
    snprintf(line, sizeof line, "sh -c 'sh -c \"%s; true\"; true'", command);
    by_popen("shells", wire, line);
    by_two(wire);

    by_fork("serves", "nobody", program, serving, PLAIN);
    by_fork("session", "nobody", program, direct, SESSION);
    by_fork("orphan", "nobody", program, direct, ORPHAN);
    by_spawn("spawn session", "nobody", POSIX_SPAWN_SETSID, environ);
    snprintf(line, sizeof line, "setsid -w %s", command);
    by_popen("setsid", "nobody", line);
    /* one that is not recorded passes the variable on */
    snprintf(line, sizeof line, "preload=$LD_PRELOAD; LD_PRELOAD= sh -c \"LD_PRELOAD=$LD_PRELOAD %s; true\"", command);
    by_popen("not recorded", "nobody", line);
    by_spawn("empty", "", 0, nothing);
    end(previous);
    by_fork("after", "nobody", program, direct, PLAIN);
}

int main(int count, char **arguments)
{
    if (count == 2 && strcmp(arguments[1], "start") != 0 && !dlsym(RTLD_DEFAULT, "whodunit_begin"))
        return 0; /* without environment */
    be_recorded();
    *(void **)&to_wire = dlsym(RTLD_DEFAULT, "whodunit_to_wire");
    must(count == 2 && to_wire, "usage: executed start|says|serves");
    if (strcmp(arguments[1], "start") != 0)
        return says(strcmp(arguments[1], "serves") == 0);
    must(readlink("/proc/self/exe", program, sizeof program - 1) > 0, "readlink");
    snprintf(command, sizeof command, "%s says", program);
    start("cheap");
    start("dear");
    return 0;
}
