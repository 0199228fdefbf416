#include "connection.h"

#include <pthread.h>
#include <sched.h>

#include "contexts/context.h"
#include "health.h"
#include "recording/labels.h"
#include "recording/sample_balance.h"
#include "region.h"
#include "sampler/sampler.h"
#include "stream.h"
#include "thread.h"

/* Connections are recycled, never freed: a racing close cannot turn a pointer
 * that another thread holds into garbage. */
struct connection {
    int lock;
    int fd;
    struct connection *next_free;
    struct wd_stream stream;
};

static struct connection **table; /* by descriptor, which has WD_FD_MYSQL while it is in here */
static struct connection *free_list;
static int free_lock;

__thread int wd_mysql_carrying __attribute__((tls_model("initial-exec")));

#define PATIENCE 10000

/* Gives up in the end: a signal handler may have interrupted the holder. */
static int acquire(int *lock)
{
    for (int i = 0; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); i++) {
        if (i == PATIENCE)
            return 0;
        sched_yield();
    }
    return 1;
}

static void release(int *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

__attribute__((constructor(101))) static void reserve(void)
{
    table = wd_region_reserve(WD_DESCRIPTORS * sizeof *table);
}

/* Locks may be held by threads that the child does not have. The inherited
 * connections are the parent's. */
static void after_fork(void)
{
    reserve();
    free_list = NULL;
    free_lock = 0;
    wd_mysql_carrying = 0;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

static struct connection *connection_of(int fd)
{
    if (!table || (unsigned)fd >= WD_DESCRIPTORS)
        return NULL;
    return __atomic_load_n(&table[fd], __ATOMIC_ACQUIRE);
}

/* A child inherits the marks of its parent's connections. Another thread may
 * just have accepted the descriptor anew: it marks what is in the table already. */
static void unmark(int fd)
{
    wd_descriptor_change(fd, WD_FD_MYSQL, 0);
    if (connection_of(fd))
        wd_descriptor_change(fd, WD_FD_MYSQL, WD_FD_MYSQL);
}

/* The descriptor's connection, locked; NULL if it is followed no longer. */
static struct connection *take(int fd)
{
    struct connection *c = connection_of(fd);
    if (!c) {
        unmark(fd);
        return NULL;
    }
    if (!acquire(&c->lock)) {
        wd_descriptor_change(fd, WD_FD_MYSQL, 0);
        __atomic_compare_exchange_n(&table[fd], &c, NULL, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
        wd_health_add(WD_HEALTH_MYSQL_LOST_TRACK, 1);
        return NULL;
    }
    if (connection_of(fd) == c && c->fd == fd)
        return c;
    release(&c->lock);
    return NULL;
}

/* Not from malloc: accept is async-signal-safe, and so may interrupt it. */
static struct connection *allocate(void)
{
    struct connection *c = NULL;
    if (acquire(&free_lock)) {
        c = free_list;
        if (c)
            free_list = c->next_free;
        release(&free_lock);
    }
    return c ? c : wd_region_reserve(sizeof *c);
}

/* Takes a locked connection out of the table; true if this thread did it. */
static int unfollow(struct connection *c, int fd)
{
    struct connection *expected = c;
    if (connection_of(fd) != c)
        return 0;
    wd_descriptor_change(fd, WD_FD_MYSQL, 0); /* before another thread can accept this descriptor anew */
    if (!__atomic_compare_exchange_n(&table[fd], &expected, NULL, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return 0;
    c->stream.state = WD_STREAM_NOT_MYSQL; /* keeps its memory for the next one: close may interrupt malloc, too */
    c->fd = -1;
    return 1;
}

static void recycle(struct connection *c)
{
    if (!acquire(&free_lock))
        return; /* better lost than waited for */
    c->next_free = free_list;
    free_list = c;
    release(&free_lock);
}

void wd_mysql_accepted(int fd)
{
    wd_mysql_closed(fd);
    if (!table || (unsigned)fd >= WD_DESCRIPTORS)
        return;
    struct connection *c = allocate();
    if (!c || !acquire(&c->lock))
        return;
    wd_stream_begin(&c->stream);
    c->fd = fd;
    __atomic_store_n(&table[fd], c, __ATOMIC_RELEASE);
    wd_descriptor_change(fd, WD_FD_MYSQL, WD_FD_MYSQL);
    release(&c->lock);
}

void wd_mysql_closed(int fd)
{
    struct connection *c = take(fd);
    if (!c)
        return;
    int ours = unfollow(c, fd);
    release(&c->lock);
    if (ours)
        recycle(c);
    if (wd_mysql_carrying == fd + 1)
        wd_mysql_thread_waits();
}

/* ---- the thread's context ---- */

static void set_reason(int fd, whodunit_context *reason, const char *text)
{
    whodunit_context c = __atomic_load_n(reason, __ATOMIC_RELAXED);
    if (!c) {
        c = wd_context_named(WHODUNIT_ROOT, WD_REASON, text);
        __atomic_store_n(reason, c, __ATOMIC_RELAXED);
    }
    wd_thread_switch(c);
    wd_mysql_carrying = fd + 1;
}

static whodunit_context between;

#define AT_ONCE 4 /* samples at one command's end; the rest at the next one's */

static void end_of_command(void)
{
    for (int i = 0; i < AT_ONCE && wd_balance_end(wd_thread.context); i++)
        wd_sampler_sample_here();
}

static void between_commands(int fd)
{
    end_of_command();
    set_reason(fd, &between, "between commands");
}

void wd_mysql_thread_waits_slow(void)
{
    between_commands(wd_mysql_carrying - 1);
}

/* The thread may have been at a command of another connection. */
static void no_command(int fd, whodunit_context *reason, const char *text)
{
    end_of_command();
    wd_balance_forget();
    set_reason(fd, reason, text);
}

static void explain(int fd, enum wd_stream_state state)
{
    static whodunit_context connecting, tls, compressed, lost;
    switch (state) {
    case WD_STREAM_AUTH: no_command(fd, &connecting, "connecting"); break;
    case WD_STREAM_TLS: no_command(fd, &tls, "TLS connection, not readable"); break;
    case WD_STREAM_COMPRESSED: no_command(fd, &compressed, "compressed connection, not readable"); break;
    case WD_STREAM_LOST: no_command(fd, &lost, "MySQL stream not understood"); break;
    default: break;
    }
}

static void on_command(void *user, const struct wd_command *command)
{
    static whodunit_context bare, other;
    int fd = *(const int *)user;
    end_of_command();
    wd_health_add(WD_HEALTH_MYSQL_COMMANDS, 1);
    if (command->malformed)
        wd_health_add(WD_HEALTH_WIRE_MALFORMED, 1);
    if (command->statement)
        wd_health_add(command->labelled ? WD_HEALTH_MYSQL_LABELLED : WD_HEALTH_MYSQL_UNLABELLED, 1);
    if (command->labelled) {
        whodunit_context c = wd_context_remote(command->uid, command->synopsis);
        if (command->statement)
            wd_context_count_event(c, WD_RECEIVED, 1);
        wd_thread_switch(c);
        wd_mysql_carrying = fd + 1;
    } else if (command->statement)
        set_reason(fd, &bare, "statement without synopsis");
    else
        set_reason(fd, &other, "command without a statement");
    wd_balance_begin(wd_thread.context);
    wd_labels_move(__atomic_load_n(&between, __ATOMIC_RELAXED), wd_thread.context);
}

static void count_change(enum wd_stream_state before, enum wd_stream_state after)
{
    if (before == after)
        return;
    if (after == WD_STREAM_AUTH)
        wd_health_add(WD_HEALTH_MYSQL_CONNECTIONS, 1);
    else if (after == WD_STREAM_TLS)
        wd_health_add(WD_HEALTH_MYSQL_TLS, 1);
    else if (after == WD_STREAM_COMPRESSED)
        wd_health_add(WD_HEALTH_MYSQL_COMPRESSED, 1);
    else if (after == WD_STREAM_LOST)
        wd_health_add(WD_HEALTH_MYSQL_LOST_TRACK, 1);
}

/* True if the descriptor need not be looked at again. */
static int after_bytes(int fd, struct connection *c, enum wd_stream_state before)
{
    enum wd_stream_state after = c->stream.state;
    count_change(before, after);
    if (after != WD_STREAM_READY)
        explain(fd, after);
    return after == WD_STREAM_NOT_MYSQL;
}

static void show(int fd, const void *bytes, size_t n, int from_client)
{
    struct connection *c = take(fd);
    if (!c)
        return;
    enum wd_stream_state before = c->stream.state;
    if (from_client)
        wd_stream_client(&c->stream, bytes, n, on_command, &fd);
    else
        wd_stream_server(&c->stream, bytes, n);
    int recycled = after_bytes(fd, c, before) && unfollow(c, fd);
    release(&c->lock);
    if (recycled)
        recycle(c);
}

void wd_mysql_received(int fd, const void *bytes, ssize_t n)
{
    if (n > 0)
        show(fd, bytes, (size_t)n, 1);
}

void wd_mysql_sent(int fd, const void *bytes, ssize_t n)
{
    if (n > 0)
        show(fd, bytes, (size_t)n, 0);
}

void wd_mysql_unseen(int fd)
{
    struct connection *c = take(fd);
    if (!c)
        return;
    enum wd_stream_state before = c->stream.state;
    if (before <= WD_STREAM_READY)
        c->stream.state = before == WD_STREAM_NEW ? WD_STREAM_NOT_MYSQL : WD_STREAM_LOST;
    int recycled = after_bytes(fd, c, before) && unfollow(c, fd);
    release(&c->lock);
    if (recycled)
        recycle(c);
}

/* A hint only, so it is read without the lock. */
static int waits_for_command(int fd)
{
    struct connection *c = connection_of(fd);
    return c && c->stream.state == WD_STREAM_READY && wd_stream_at_boundary(&c->stream);
}

/* What the thread does after its reply (releasing locks, logging) is still the
 * command's; the command ends when the thread would sleep for the next one:
 * here, if the call may block, or in wd_mysql_nothing_yet before it polls. A
 * thread of a pool that turns to another connection has also left the last one's
 * command. Waking and receiving then take some microseconds of CPU (half of the
 * CPU of "SELECT 1", 0.03% of that of a 7 ms statement) for a command that is not
 * known yet: on_command moves a sample from there to it. */
void wd_mysql_before_receive(int fd, int blocking)
{
    if ((blocking || (wd_mysql_carrying && wd_mysql_carrying != fd + 1)) && waits_for_command(fd))
        between_commands(fd);
}

void wd_mysql_nothing_yet(int fd)
{
    if (waits_for_command(fd))
        between_commands(fd);
}
