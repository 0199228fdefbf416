/* SPDX-License-Identifier: Apache-2.0 */
#include "statement_table.h"

#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define ROWS 256
#define TEXT 112
#define OURS "\n/*whodunit="

/* One statement; read by StatementClock.java. */
struct statement {
    uint64_t commands, nanos;
    char text[TEXT];
};

/* The last row is none: it holds the lock. */
static struct statement *rows;

static __thread struct statement *current;
static __thread uint64_t since;

static struct statement *table(void)
{
    struct statement *made = __atomic_load_n(&rows, __ATOMIC_ACQUIRE);
    const char *file = getenv("STATEMENT_CLOCK");
    if (made || !file)
        return made;
    int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && ftruncate(fd, ROWS * sizeof *rows) == 0) {
        void *map = mmap(NULL, ROWS * sizeof *rows, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (map != MAP_FAILED)
            __atomic_store_n(&rows, map, __ATOMIC_RELEASE); /* two maps of one file do no harm */
    }
    if (fd >= 0)
        close(fd);
    return rows;
}

static void lock(void)
{
    while (__atomic_exchange_n(&rows[ROWS - 1].commands, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void unlock(void)
{
    __atomic_store_n(&rows[ROWS - 1].commands, 0, __ATOMIC_RELEASE);
}

static uint64_t thread_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void normalise(const char *s, const char *end, char text[TEXT])
{
    if (end - s > 4 && memcmp(s, "/*", 2) == 0) {
        const char *rest = memmem(s, (size_t)(end - s), "*/", 2);
        s = rest ? rest + 2 : s;
    }
    const char *behind = memmem(s, (size_t)(end - s), OURS, sizeof OURS - 1);
    int n = 0, quoted = 0;
    for (end = behind ? behind : end; s < end && n < TEXT - 1; s++) {
        if (*s == '\'')
            quoted = !quoted;
        else if (!quoted && !(*s >= '0' && *s <= '9'))
            text[n++] = *s;
    }
    memset(text + n, 0, (size_t)(TEXT - n));
}

struct statement *statement_of(const char *statement, size_t length)
{
    char text[TEXT];
    normalise(statement, statement + length, text);
    if (!table())
        return NULL;
    struct statement *found = NULL;
    lock();
    for (int i = 0; !found && i < ROWS - 1; i++) {
        if (!rows[i].text[0])
            memcpy(rows[i].text, text, TEXT);
        if (memcmp(rows[i].text, text, TEXT) == 0)
            found = &rows[i];
    }
    unlock();
    return found;
}

void statement_begins(struct statement *s)
{
    uint64_t now = thread_cpu();
    if (current) {
        lock();
        current->commands++;
        current->nanos += now - since;
        unlock();
    }
    current = s;
    since = now;
}
