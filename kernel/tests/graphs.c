/* SPDX-License-Identifier: Apache-2.0 */
/*
 * graphs.c: programs whose graph of waits is known: graphs GRAPH SECONDS [cpu|sleep].
 * Work is CPU time, or sleeping, where a machine is too busy to give CPU. Each thread
 * says at the end how long its calls for others took: "waited NAME SECONDS".
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000ull

static int sleeps;
static volatile int over;
static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;

static unsigned long long now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (unsigned long long)t.tv_sec * 1000000000 + (unsigned long long)t.tv_nsec;
}

static void work(unsigned long long ns)
{
    if (sleeps) {
        struct timespec t = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
        nanosleep(&t, NULL);
        return;
    }
    for (unsigned long long end = now(CLOCK_THREAD_CPUTIME_ID) + ns; now(CLOCK_THREAD_CPUTIME_ID) < end;) {
    }
}

struct thread {
    const char *name;
    void (*step)(struct thread *self);
    int number;
    unsigned long long waited, done;
};

/* A call that may wait for others. */
#define WAITING(self, call)                               \
    do {                                                  \
        unsigned long long before = now(CLOCK_MONOTONIC); \
        call;                                             \
        (self)->waited += now(CLOCK_MONOTONIC) - before;  \
    } while (0)

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed[2]; /* has room, has items */
    int items, room;
};

#define QUEUE(size)                                                                                \
    {                                                                                              \
        PTHREAD_MUTEX_INITIALIZER, { PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER }, 0, size \
    }

static void move(struct queue *q, int change)
{
    pthread_mutex_lock(&q->lock);
    while ((change > 0 ? q->items == q->room : q->items == 0) && !over)
        pthread_cond_wait(&q->changed[change < 0], &q->lock);
    q->items += change;
    pthread_cond_signal(&q->changed[change > 0]);
    pthread_mutex_unlock(&q->lock);
}

static void put(struct thread *self, struct queue *q)
{
    WAITING(self, move(q, 1));
}

static void take(struct thread *self, struct queue *q)
{
    WAITING(self, move(q, -1));
}

static struct queue first = QUEUE(4), second = QUEUE(4), joined = QUEUE(2), tight = QUEUE(1);
static int disk = -1;

static void write_through(struct thread *self, int pages)
{
    static char page[4096] __attribute__((aligned(4096)));
    for (int i = 0; i < pages; i++)
        WAITING(self, if (pwrite(disk, page, sizeof page, (self->number * 64 + i % 64) * (off_t)sizeof page) < 0 ||
                          fdatasync(disk) != 0) exit(3));
}

/* Figure 1 of wPerf: A takes requests in, B works on them and writes through, C writes its log now and then. */
static void figure1_a(struct thread *self)
{
    work(MS / 2);
    put(self, &first);
}

static void figure1_b(struct thread *self)
{
    take(self, &first);
    work(MS / 4);
    write_through(self, 8);
}

static void figure1_c(struct thread *self)
{
    usleep(200000);
    write_through(self, 1);
}

static void pipeline_read(struct thread *self)
{
    work(MS);
    put(self, &first);
}

static void pipeline_convert(struct thread *self)
{
    take(self, &first);
    work(4 * MS);
    put(self, &second);
}

static void pipeline_write(struct thread *self)
{
    take(self, &second);
    work(2 * MS);
}

static pthread_mutex_t convoy_lock = PTHREAD_MUTEX_INITIALIZER;

static void convoy(struct thread *self)
{
    WAITING(self, pthread_mutex_lock(&convoy_lock));
    work(2 * MS);
    pthread_mutex_unlock(&convoy_lock);
    work(MS / 5);
}

static sem_t ring_turn[3];

static void ring(struct thread *self)
{
    WAITING(self, sem_wait(&ring_turn[self->number]));
    work(MS);
    sem_post(&ring_turn[(self->number + 1) % 3]);
}

static void pool_listener(struct thread *self)
{
    work(3 * MS);
    put(self, &tight);
}

static void pool_worker(struct thread *self)
{
    take(self, &tight);
    work(2 * MS);
}

static void join_main(struct thread *self)
{
    work(MS / 2);
    put(self, &first);
    put(self, &second);
    take(self, &joined);
    take(self, &joined);
}

static void join_short(struct thread *self)
{
    take(self, &first);
    work(MS);
    put(self, &joined);
}

static void join_long(struct thread *self)
{
    take(self, &second);
    work(9 * MS);
    put(self, &joined);
}

static void disk_worker(struct thread *self)
{
    work(MS / 10);
    write_through(self, 4);
}

static int peers[3][2];

static void network_client(struct thread *self)
{
    char byte = 0;
    WAITING(self,
            if (write(peers[self->number][0], &byte, 1) != 1 || read(peers[self->number][0], &byte, 1) < 0) exit(3));
    work(MS / 2);
}

static void network_server(struct thread *self)
{
    char byte;
    for (int i = 0; i < 3; i++) {
        WAITING(self, if (read(peers[i][1], &byte, 1) != 1) return );
        work(2 * MS);
        if (write(peers[i][1], &byte, 1) != 1)
            return;
    }
}

static struct thread figure1_threads[] = { { .name = "A", .step = figure1_a },
                                           { .name = "B", .step = figure1_b },
                                           { .name = "C", .step = figure1_c, .number = 1 },
                                           { 0 } };
static struct thread pipeline_threads[] = { { .name = "read", .step = pipeline_read },
                                            { .name = "convert", .step = pipeline_convert },
                                            { .name = "write", .step = pipeline_write },
                                            { 0 } };
static struct thread convoy_threads[] = { { .name = "worker0", .step = convoy },
                                          { .name = "worker1", .step = convoy },
                                          { .name = "worker2", .step = convoy },
                                          { .name = "worker3", .step = convoy },
                                          { 0 } };
static struct thread ring_threads[] = { { .name = "ring0", .step = ring },
                                        { .name = "ring1", .step = ring, .number = 1 },
                                        { .name = "ring2", .step = ring, .number = 2 },
                                        { 0 } };
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
                                        { .name = "worker1", .step = disk_worker, .number = 1 },
                                        { .name = "worker2", .step = disk_worker, .number = 2 },
                                        { 0 } };
static struct thread network_threads[] = { { .name = "client0", .step = network_client },
                                           { .name = "client1", .step = network_client, .number = 1 },
                                           { .name = "client2", .step = network_client, .number = 2 },
                                           { .name = "server", .step = network_server },
                                           { 0 } };

static const struct graph {
    const char *name;
    struct thread *threads;
} graphs[] = {
    { "figure1", figure1_threads }, { "pipeline", pipeline_threads }, { "convoy", convoy_threads },
    { "ring", ring_threads },       { "pool", pool_threads },         { "forkjoin", join_threads },
    { "disk", disk_threads },       { "network", network_threads },
};

static void *run(void *argument)
{
    struct thread *self = argument;
    pthread_setname_np(pthread_self(), self->name);
    while (!over) {
        self->step(self);
        self->done++;
    }
    return NULL;
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

int main(int argc, char **argv)
{
    char path[] = "./graphs-disk-XXXXXX";
    const struct graph *graph = NULL;
    for (size_t i = 0; argc > 2 && i < sizeof graphs / sizeof *graphs; i++)
        if (strcmp(argv[1], graphs[i].name) == 0)
            graph = &graphs[i];
    if (!graph) {
        fprintf(stderr, "usage: graphs GRAPH SECONDS [cpu|sleep]\n");
        return 2;
    }
    sleeps = argc > 3 && strcmp(argv[3], "sleep") == 0;
    disk = mkstemp(path);
    unlink(path);
    connect_peers();
    for (int i = 0; i < 3; i++)
        sem_init(&ring_turn[i], 0, i == 0);
    unsigned long long began = now(CLOCK_MONOTONIC);
    for (struct thread *t = graph->threads; t->name; t++) {
        pthread_t id;
        pthread_create(&id, NULL, run, t);
    }
    usleep((useconds_t)(atof(argv[2]) * 1e6));
    double seconds = (double)(now(CLOCK_MONOTONIC) - began) / 1e9;
    pthread_mutex_lock(&output);
    printf("ran %.6f\n", seconds);
    for (struct thread *t = graph->threads; t->name; t++)
        printf("waited %s %.6f done %llu\n", t->name, (double)t->waited / 1e9, t->done);
    fflush(stdout);
    over = 1;
    exit(0); /* its threads are in the middle of something */
}
