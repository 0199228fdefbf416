/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "exchange.h"

#define CHECKS (1u << 16)

struct check_count {
    uint32_t claimed, ready;
    uint32_t step, letter, mixed, context;
    pid_t process;
    unsigned long count;
    char text[160], wire[32]; /* the context as others name it */
};
static struct check_count *checks;
struct totals *totals;
static uint32_t (*current)(void);
static size_t (*describe)(uint32_t context, char *out, size_t size);
static size_t (*to_wire)(uint32_t context, char *out, size_t size);

void checks_begin(void)
{
    size_t size = sizeof *totals + CHECKS * sizeof *checks;
    totals = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (totals == MAP_FAILED)
        fail("mmap");
    checks = (struct check_count *)(totals + 1);
    *(void **)&current = dlsym(RTLD_DEFAULT, "whodunit_current");
    *(void **)&describe = dlsym(RTLD_DEFAULT, "whodunit_describe");
    *(void **)&to_wire = dlsym(RTLD_DEFAULT, "whodunit_to_wire");
    if (!current || !describe) {
        fprintf(stderr, "exchanges: not recorded\n");
        exit(2);
    }
}

static int is_it(const struct check_count *c, const struct check_count *wanted)
{
    return c->step == wanted->step && c->letter == wanted->letter && c->mixed == wanted->mixed &&
           c->context == wanted->context && c->process == wanted->process;
}

/* A process that is killed between claiming and writing leaves a place that nobody uses. */
void check(enum step step, char letter, int is_mixed)
{
    struct check_count wanted = { .step = step, .letter = (uint32_t)letter, .mixed = is_mixed != 0 };
    wanted.context = current();
    wanted.process = getpid();
    uint32_t at = (wanted.context * 2654435761u) ^ ((uint32_t)wanted.process * 40503u) ^ (step << 7) ^ (uint32_t)letter;
    for (uint32_t i = 0; i < CHECKS; i++) {
        struct check_count *c = &checks[(at + i) % CHECKS];
        if (__atomic_load_n(&c->ready, __ATOMIC_ACQUIRE) && is_it(c, &wanted)) {
            __atomic_fetch_add(&c->count, 1, __ATOMIC_RELAXED);
            return;
        }
        if (__atomic_exchange_n(&c->claimed, 1, __ATOMIC_ACQ_REL))
            continue;
        c->step = wanted.step;
        c->letter = wanted.letter;
        c->mixed = wanted.mixed;
        c->context = wanted.context;
        c->process = wanted.process;
        c->count = 1;
        if (wanted.context) {
            describe(wanted.context, c->text, sizeof c->text);
            to_wire(wanted.context, c->wire, sizeof c->wire);
        }
        __atomic_store_n(&c->ready, 1, __ATOMIC_RELEASE);
        return;
    }
    fprintf(stderr, "exchanges: no room for a check\n");
    _exit(2);
}

void checks_print(void)
{
    static const char *const steps[STEPS] = { "proxy", "proxy-back", "server", "client-back" };
    for (uint32_t i = 0; i < CHECKS; i++)
        if (checks[i].ready)
            printf("check\t%s\t%c\t%u\t%d\t%s\t%lu\t%s\n", steps[checks[i].step], (int)checks[i].letter,
                   checks[i].mixed, (int)checks[i].process, checks[i].wire, checks[i].count, checks[i].text);
    printf("totals\t%lu\t%lu\t%lu\t%lu\t%lu\t%lu\n", totals->answered, totals->abandoned, totals->reconnects,
           totals->forks, totals->killed_clients, totals->killed_servers);
}
