#include "connection.h"

#include <sched.h>
#include <stdlib.h>

#include "context.h"
#include "health.h"
#include "region.h"
#include "stream.h"
#include "thread.h"

#define DESCRIPTORS (1u << 20)

/* Connections are recycled, never freed: a racing close cannot turn a pointer
 * that another thread holds into garbage. */
struct connection {
    int lock;
    struct connection *next_free;
    struct wd_stream stream;
};

static struct connection **table; /* by descriptor */
static struct connection *free_list;
static int free_lock;

/* The thread's context was set here, so it is ours to end. */
static __thread int carrying __attribute__((tls_model("initial-exec")));

static void acquire(int *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void release(int *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

__attribute__((constructor(101))) static void reserve(void)
{
    table = wd_region_reserve(DESCRIPTORS * sizeof *table);
}

static struct connection *connection_of(int fd)
{
    if (!table || (unsigned)fd >= DESCRIPTORS)
        return NULL;
    return __atomic_load_n(&table[fd], __ATOMIC_ACQUIRE);
}

int wd_mysql_follows(int fd)
{
    return connection_of(fd) != NULL;
}

static struct connection *allocate(void)
{
    acquire(&free_lock);
    struct connection *c = free_list;
    if (c)
        free_list = c->next_free;
    release(&free_lock);
    return c ? c : calloc(1, sizeof *c);
}

void wd_mysql_accepted(int fd)
{
    wd_mysql_closed(fd);
    if (!table || (unsigned)fd >= DESCRIPTORS)
        return;
    struct connection *c = allocate();
    if (!c)
        return;
    acquire(&c->lock);
    wd_stream_begin(&c->stream);
    release(&c->lock);
    __atomic_store_n(&table[fd], c, __ATOMIC_RELEASE);
}

void wd_mysql_closed(int fd)
{
    struct connection *c = connection_of(fd);
    if (!c || !__atomic_compare_exchange_n(&table[fd], &c, NULL, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return;
    acquire(&c->lock);
    wd_stream_end(&c->stream);
    release(&c->lock);
    acquire(&free_lock);
    c->next_free = free_list;
    free_list = c;
    release(&free_lock);
    wd_mysql_thread_waits();
}

/* ---- the thread's context ---- */

static void set_reason(whodunit_context *reason, const char *text)
{
    whodunit_context c = __atomic_load_n(reason, __ATOMIC_RELAXED);
    if (!c) {
        c = wd_context_named(WHODUNIT_ROOT, WD_REASON, text);
        __atomic_store_n(reason, c, __ATOMIC_RELAXED);
    }
    wd_thread_switch(c);
    carrying = 1;
}

static void between_commands(void)
{
    static whodunit_context reason;
    set_reason(&reason, "between commands");
}

void wd_mysql_thread_waits(void)
{
    if (carrying)
        between_commands();
}

static void explain(enum wd_stream_state state)
{
    static whodunit_context connecting, tls, compressed, lost;
    switch (state) {
    case WD_STREAM_AUTH:
        set_reason(&connecting, "connecting");
        break;
    case WD_STREAM_TLS:
        set_reason(&tls, "TLS connection, not readable");
        break;
    case WD_STREAM_COMPRESSED:
        set_reason(&compressed, "compressed connection, not readable");
        break;
    case WD_STREAM_LOST:
        set_reason(&lost, "MySQL stream not understood");
        break;
    default:
        break;
    }
}

static void on_command(void *user, const struct wd_command *command)
{
    static whodunit_context bare, other;
    (void)user;
    wd_health_add(WD_HEALTH_MYSQL_COMMANDS, 1);
    if (command->malformed)
        wd_health_add(WD_HEALTH_WIRE_MALFORMED, 1);
    if (!command->statement) {
        set_reason(&other, "command without a statement");
        return;
    }
    wd_health_add(command->labelled ? WD_HEALTH_MYSQL_LABELLED : WD_HEALTH_MYSQL_UNLABELLED, 1);
    if (!command->labelled) {
        set_reason(&bare, "statement without synopsis");
        return;
    }
    whodunit_context c = wd_context_remote(command->uid, command->synopsis);
    wd_context_count_event(c, WD_RECEIVED, 1);
    wd_thread_switch(c);
    carrying = 1;
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
static int after_bytes(struct connection *c, enum wd_stream_state before)
{
    enum wd_stream_state after = c->stream.state;
    count_change(before, after);
    if (after != WD_STREAM_READY)
        explain(after);
    return after == WD_STREAM_NOT_MYSQL;
}

void wd_mysql_received(int fd, const void *bytes, ssize_t n)
{
    struct connection *c = connection_of(fd);
    if (!c || n <= 0)
        return;
    acquire(&c->lock);
    enum wd_stream_state before = c->stream.state;
    wd_stream_client(&c->stream, bytes, (size_t)n, on_command, NULL);
    int useless = after_bytes(c, before);
    release(&c->lock);
    if (useless)
        wd_mysql_closed(fd);
}

void wd_mysql_sent(int fd, const void *bytes, ssize_t n)
{
    struct connection *c = connection_of(fd);
    if (!c || n <= 0)
        return;
    acquire(&c->lock);
    enum wd_stream_state before = c->stream.state;
    wd_stream_server(&c->stream, bytes, (size_t)n);
    int useless = after_bytes(c, before);
    release(&c->lock);
    if (useless)
        wd_mysql_closed(fd);
}

static int waits_for_command(int fd)
{
    struct connection *c = connection_of(fd);
    return c && c->stream.state == WD_STREAM_READY && wd_stream_at_boundary(&c->stream);
}

/* What the thread does after its reply (releasing locks, logging) is still the
 * command's; the command ends when the thread would sleep for the next one. */
void wd_mysql_before_receive(int fd, int blocking)
{
    if (blocking && waits_for_command(fd))
        between_commands();
}

void wd_mysql_nothing_yet(int fd)
{
    if (waits_for_command(fd))
        between_commands();
}
