/* SPDX-License-Identifier: Apache-2.0 */
/*
 * graphs.c: programs whose graph of waits is known:
 * graphs GRAPH SECONDS [cpu|sleep] [log=FILE] [NAME=FACTOR...].
 * Work is CPU time, or sleeping, where a machine is too busy to give CPU; a thread's
 * may be made shorter by a factor, and so may what is written ("disk"). Each thread
 * says at the end how long it was blocked for others, and how often it did its work:
 * "waited NAME SECONDS done TIMES". The log has all waits.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "truth.h"

#define MS 1000000ull

#define CHUNK 2097152 /* so much is read at a time: the disk takes longer than to ask it, and to wake a processor */

static int sleeps;
static double disk_factor = 1;

static unsigned long long processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (unsigned long long)t.tv_sec * 1000000000 + (unsigned long long)t.tv_nsec;
}

struct thread {
    const char *name;
    void (*step)(struct thread *self);
    int number;
    int file;
    char *chunk;
    sem_t handed; /* what it waits for is handed to it; by whom, and who waits behind it */
    int handed_by;
    struct thread *behind;
    double factor;
    unsigned long long done;
    struct truth truth;
};

/* A call that may wait; `by` is looked at when it has ended. */
#define WAITING(self, by, call)                                    \
    do {                                                           \
        struct truth_call measured = truth_before(&(self)->truth); \
        call;                                                      \
        truth_after(&(self)->truth, &measured, by);                \
    } while (0)

static void rest(struct thread *self, double ns)
{
    struct timespec t = { (time_t)(ns / 1e9), (long)(ns - 1e9 * (double)(time_t)(ns / 1e9)) };
    WAITING(self, TRUTH_TIMER, nanosleep(&t, NULL));
}

static void work(struct thread *self, unsigned long long full)
{
    unsigned long long ns = (unsigned long long)((double)full * self->factor);
    if (sleeps) {
        rest(self, (double)ns);
        return;
    }
    for (unsigned long long end = processor_time() + ns; processor_time() < end;) {
    }
}

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed[2]; /* has room, has items */
    int items, room;
    int holder, changer[2]; /* who had the lock last, who made room, who put something in */
};

#define QUEUE(size)                                                                                    \
    {                                                                                                  \
        PTHREAD_MUTEX_INITIALIZER, { PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER }, 0, size, 0, \
        {                                                                                              \
            0                                                                                          \
        }                                                                                              \
    }

static void move(struct thread *self, struct queue *q, int change)
{
    int from = change < 0;
    int to = !from;
    if (pthread_mutex_trylock(&q->lock) != 0)
        WAITING(self, q->holder, pthread_mutex_lock(&q->lock));
    while (change > 0 ? q->items == q->room : q->items == 0)
        WAITING(self, q->changer[from], pthread_cond_wait(&q->changed[from], &q->lock));
    if (change > 0 ? q->items == 0 : q->items == q->room)
        q->changer[to] = self->number; /* the next ones find nobody asleep, though he may not have run yet */
    q->items += change;
    q->holder = self->number;
    pthread_cond_signal(&q->changed[to]);
    pthread_mutex_unlock(&q->lock);
}

static void put(struct thread *self, struct queue *q)
{
    move(self, q, 1);
}

static void take(struct thread *self, struct queue *q)
{
    move(self, q, -1);
}

static struct queue first = QUEUE(4), second = QUEUE(4), joined = QUEUE(2), tight = QUEUE(1);
/* Past the kernel's cache. */
static void read_disk(struct thread *self, int times)
{
    for (int i = 0; i < times * disk_factor; i++)
        WAITING(self, TRUTH_DISK, if (pread(self->file, self->chunk, CHUNK, 0) != CHUNK) exit(3));
}

/* Figure 1 of wPerf: A takes requests in, B works on them and needs the disk, C needs it now and then. */
static void figure1_a(struct thread *self)
{
    work(self, MS / 2);
    put(self, &first);
}

static void figure1_b(struct thread *self)
{
    take(self, &first);
    work(self, MS / 4);
    read_disk(self, 4);
}

static void figure1_c(struct thread *self)
{
    rest(self, 200 * MS);
    read_disk(self, 1);
}

static void pipeline_read(struct thread *self)
{
    work(self, MS);
    put(self, &first);
}

static void pipeline_convert(struct thread *self)
{
    take(self, &first);
    work(self, 20 * MS);
    put(self, &second);
}

static void pipeline_write(struct thread *self)
{
    take(self, &second);
    work(self, 4 * MS);
}

/* A fair lock: it is handed to who has waited longest, so each knows who has ended its wait. */
static pthread_mutex_t convoy_queue = PTHREAD_MUTEX_INITIALIZER;
static struct thread *convoy_first, **convoy_last = &convoy_first;
static int convoy_taken;

static void convoy_lock(struct thread *self)
{
    pthread_mutex_lock(&convoy_queue);
    int waits = convoy_taken;
    convoy_taken = 1;
    if (waits) {
        self->behind = NULL;
        *convoy_last = self;
        convoy_last = &self->behind;
    }
    pthread_mutex_unlock(&convoy_queue);
    if (waits)
        WAITING(self, self->handed_by, sem_wait(&self->handed));
}

static void convoy_unlock(struct thread *self)
{
    pthread_mutex_lock(&convoy_queue);
    struct thread *next = convoy_first;
    convoy_taken = next != NULL;
    if (next) {
        convoy_first = next->behind;
        if (!convoy_first)
            convoy_last = &convoy_first;
        next->handed_by = self->number;
        sem_post(&next->handed);
    }
    pthread_mutex_unlock(&convoy_queue);
}

static void convoy(struct thread *self)
{
    convoy_lock(self);
    work(self, 10 * MS);
    convoy_unlock(self);
    work(self, MS);
}

static sem_t ring_turn[3];

static void ring(struct thread *self)
{
    WAITING(self, (self->number + 2) % 3, sem_wait(&ring_turn[self->number]));
    work(self, 5 * MS);
    sem_post(&ring_turn[(self->number + 1) % 3]);
}

static void pool_listener(struct thread *self)
{
    work(self, 20 * MS);
    put(self, &tight);
}

static void pool_worker(struct thread *self)
{
    take(self, &tight);
    work(self, 2 * MS);
}

static void join_main(struct thread *self)
{
    work(self, MS / 2);
    put(self, &first);
    put(self, &second);
    take(self, &joined);
    take(self, &joined);
}

static void join_short(struct thread *self)
{
    take(self, &first);
    work(self, MS);
    put(self, &joined);
}

static void join_long(struct thread *self)
{
    take(self, &second);
    work(self, 40 * MS);
    put(self, &joined);
}

static void disk_worker(struct thread *self)
{
    work(self, MS / 10);
    read_disk(self, 4);
}

static int peers[3][2];
#define NETWORK_SERVER 3 /* among its threads */

static void network_client(struct thread *self)
{
    char byte = 0;
    WAITING(self, NETWORK_SERVER,
            if (write(peers[self->number][0], &byte, 1) != 1 || read(peers[self->number][0], &byte, 1) < 0) exit(3));
    work(self, MS / 2);
}

static void network_server(struct thread *self)
{
    char byte;
    for (int i = 0; i < 3; i++) {
        WAITING(self, i, if (read(peers[i][1], &byte, 1) != 1) return );
        work(self, 10 * MS);
        if (write(peers[i][1], &byte, 1) != 1)
            return;
    }
}

static struct thread figure1_threads[] = {
    { .name = "A", .step = figure1_a }, { .name = "B", .step = figure1_b }, { .name = "C", .step = figure1_c }, { 0 }
};
static struct thread pipeline_threads[] = { { .name = "read", .step = pipeline_read },
                                            { .name = "convert", .step = pipeline_convert },
                                            { .name = "write", .step = pipeline_write },
                                            { 0 } };
static struct thread convoy_threads[] = { { .name = "worker0", .step = convoy },
                                          { .name = "worker1", .step = convoy },
                                          { .name = "worker2", .step = convoy },
                                          { .name = "worker3", .step = convoy },
                                          { 0 } };
static struct thread ring_threads[] = {
    { .name = "ring0", .step = ring }, { .name = "ring1", .step = ring }, { .name = "ring2", .step = ring }, { 0 }
};
static struct thread pool_threads[] = { { .name = "listener", .step = pool_listener },
                                        { .name = "pool", .step = pool_worker },
                                        { .name = "pool", .step = pool_worker },
                                        { .name = "pool", .step = pool_worker },
                                        { 0 } };
static struct thread join_threads[] = { { .name = "fork", .step = join_main },
                                        { .name = "short", .step = join_short },
                                        { .name = "long", .step = join_long },
                                        { 0 } };
static struct thread disk_threads[] = { { .name = "worker0", .step = disk_worker },
                                        { .name = "worker1", .step = disk_worker },
                                        { .name = "worker2", .step = disk_worker },
                                        { 0 } };
static struct thread network_threads[] = { { .name = "client0", .step = network_client },
                                           { .name = "client1", .step = network_client },
                                           { .name = "client2", .step = network_client },
                                           { .name = "server", .step = network_server },
                                           { 0 } };

static const struct graph {
    const char *name;
    struct thread *threads;
    int needs_disk;
} graphs[] = {
    { "figure1", figure1_threads, 1 }, { "pipeline", pipeline_threads, 0 }, { "convoy", convoy_threads, 0 },
    { "ring", ring_threads, 0 },       { "pool", pool_threads, 0 },         { "forkjoin", join_threads, 0 },
    { "disk", disk_threads, 1 },       { "network", network_threads, 0 },
};

static void *run(void *argument)
{
    struct thread *self = argument;
    pthread_setname_np(pthread_self(), self->name);
    truth_start(&self->truth);
    for (;;) {
        self->step(self);
        self->done++;
    }
    return NULL;
}

static void open_file(struct thread *self)
{
    char path[] = "./graphs-disk-XXXXXX";
    int file = mkstemp(path);
    self->chunk = aligned_alloc(4096, CHUNK);
    self->file = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
    unlink(path);
    memset(self->chunk, 0, CHUNK);
    if (self->file < 0 || write(file, self->chunk, CHUNK) != CHUNK || fsync(file) != 0) {
        fprintf(stderr, "the disk cannot be read past the cache here\n");
        exit(3);
    }
    close(file);
}

/* Over TCP, as between machines. */
static void connect_peers(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 3) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) != 0)
        exit(3);
    for (int i = 0; i < 3; i++) {
        peers[i][0] = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(peers[i][0], (struct sockaddr *)&address, size) != 0)
            exit(3);
        peers[i][1] = accept(listener, NULL, NULL);
    }
}

static const struct graph *graph_of(const char *name)
{
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
        if (strcmp(name, graphs[i].name) == 0)
            return &graphs[i];
    return NULL;
}

/* Returns 0 if there is no thread of that name. */
static int set_factor(struct thread *threads, const char *name, size_t length, double factor)
{
    int known = 0;
    if (length == 4 && strncmp(name, "disk", 4) == 0) {
        disk_factor = factor;
        known = 1;
    }
    for (struct thread *t = threads; t->name; t++)
        if (strlen(t->name) == length && strncmp(name, t->name, length) == 0) {
            t->factor = factor;
            known = 1;
        }
    return known;
}

static void write_log(const char *path, const struct thread *threads, uint64_t began, uint64_t ended)
{
    FILE *log = fopen(path, "we");
    if (!log)
        exit(3);
    fprintf(log, "from %" PRIu64 " to %" PRIu64 "\n", began, ended);
    for (const struct thread *t = threads; t->name; t++)
        fprintf(log, "thread %d %s\n", t->number, t->name);
    for (const struct thread *t = threads; t->name; t++)
        truth_print(&t->truth, t->number, log);
    if (fclose(log) != 0)
        exit(3);
}

/* Returns the graph that is asked for, NULL if the arguments are wrong. */
static const struct graph *read_arguments(int argc, char **argv, const char **log)
{
    const struct graph *graph = argc > 2 ? graph_of(argv[1]) : NULL;
    int count = 0;
    if (!graph)
        return NULL;
    for (struct thread *t = graph->threads; t->name; t++) {
        t->number = count++;
        t->factor = 1;
    }
    for (int i = 3; i < argc; i++) {
        const char *is = strchr(argv[i], '=');
        if (strncmp(argv[i], "log=", 4) == 0)
            *log = argv[i] + 4;
        else if (strcmp(argv[i], "sleep") == 0)
            sleeps = 1;
        else if (strcmp(argv[i], "cpu") != 0 &&
                 (!is || !set_factor(graph->threads, argv[i], (size_t)(is - argv[i]), atof(is + 1))))
            return NULL;
    }
    return graph;
}

int main(int argc, char **argv)
{
    const char *log = NULL;
    const struct graph *graph = read_arguments(argc, argv, &log);
    if (!graph) {
        fprintf(stderr, "usage: graphs GRAPH SECONDS [cpu|sleep] [log=FILE] [NAME=FACTOR...]\n");
        return 2;
    }
    connect_peers();
    for (int i = 0; i < 3; i++)
        sem_init(&ring_turn[i], 0, i == 0);
    for (struct thread *t = graph->threads; graph->needs_disk && t->name; t++)
        open_file(t);
    uint64_t began = truth_now();
    for (struct thread *t = graph->threads; t->name; t++) {
        pthread_t id;
        pthread_create(&id, NULL, run, t);
    }
    usleep((useconds_t)(atof(argv[2]) * 1e6));
    uint64_t ended = truth_now();
    printf("ran %.6f\n", (double)(ended - began) / 1e9);
    for (struct thread *t = graph->threads; t->name; t++)
        printf("waited %s %.6f done %llu\n", t->name, (double)t->truth.for_others / 1e9, t->done);
    fflush(stdout);
    if (log)
        write_log(log, graph->threads, began, ended);
    _exit(0); /* its threads are in the middle of something */
}
