/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pool.c: a server whose main thread receives the requests of two clients, both of them before either is answered, and
 * hands them to another thread, which asks a server behind it, by one connection, and for itself as well. Nobody sees
 * how they are handed over, and the thread waits for them by a condition, by a futex, and by a futex that has been
 * woken by then, in turns. One task is done in a context of its own. Prints for whom the thread is at work: once it has
 * sent, once the answer has come, and when it takes its next task after a wait.
 */
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "loopback.h"

enum { BY_CONDITION, BY_FUTEX, TOO_LATE, WAYS };

enum { CLIENTS = 2, TURNS = 12, TASKS = 4, NAMED = 2 };

static const char *const asks[TASKS] = { "GET /a HTTP/1.1\r\n\r\n", "GET /b HTTP/1.1\r\n\r\n",
                                         "GET /a HTTP/1.1\r\n\r\n", "GET /own HTTP/1.1\r\n\r\n" };

static const int order[TASKS] = { 3, 2, 0, 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int handed, done; /* tasks so far */
static int waits;        /* for the next ones, or is about to, by a futex */

static void say(const char *when, int task)
{
    char text[400];
    describe(current(), text, sizeof text);
    printf("%s %d %s\n", when, task, text);
}

static void works_on(int server, int task)
{
    sends(server, asks[task]);
    say("sent", task);
    receives(server);
    say("answered", task);
}

static void waits_for_tasks(int way)
{
    pthread_mutex_lock(&lock);
    waits = 1;
    pthread_cond_broadcast(&changed);
    while (way == BY_CONDITION && handed == done)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    while (way == TOO_LATE && __atomic_load_n(&handed, __ATOMIC_ACQUIRE) == done)
        usleep(1000);
    while (way != BY_CONDITION && syscall(SYS_futex, &handed, FUTEX_WAIT_PRIVATE, done, NULL, NULL, 0) == 0)
        ;
}

static void *works(void *user)
{
    int server = *(int *)user;
    for (int turn = 0; turn < TURNS; turn++) {
        waits_for_tasks(turn % WAYS);
        say("takes", 0);
        for (int i = 0; i < TASKS; i++) { /* without a wait between them */
            int task = order[i];
            uint32_t before = task == NAMED ? begin("task") : current();
            works_on(server, task);
            if (task == NAMED)
                end(before);
        }
        pthread_mutex_lock(&lock);
        done++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void receives_and_hands_over(const int *client)
{
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < CLIENTS; i++)
            receives(client[i]);
        pthread_mutex_lock(&lock);
        while (!waits)
            pthread_cond_wait(&changed, &lock);
        waits = 0;
        __atomic_fetch_add(&handed, 1, __ATOMIC_RELEASE);
        syscall(SYS_futex, &handed, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
        pthread_cond_broadcast(&changed);
        while (handed != done)
            pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
        for (int i = 0; i < CLIENTS; i++)
            sends(client[i], ".");
    }
}

/* They are not recorded: nobody sees their calls. */
static void clients_and_server(const int *client, int server)
{
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < CLIENTS; i++)
            sends_unseen(client[i], asks[i]);
        for (int task = 0; task < TASKS; task++) {
            receives_unseen(server);
            sends_unseen(server, ".");
        }
        for (int i = 0; i < CLIENTS; i++)
            receives_unseen(client[i]);
    }
}

int main(void)
{
    be_recorded();
    int client[CLIENTS], server;
    pid_t child = fork_clients_and_server(client, CLIENTS, &server, 1);
    if (child == 0) {
        clients_and_server(client, server);
        exit(0);
    }
    pthread_t thread;
    must(pthread_create(&thread, NULL, works, &server) == 0, "pthread_create");
    receives_and_hands_over(client);
    must(pthread_join(thread, NULL) == 0, "pthread_join");
    ended(child);
    return 0;
}
