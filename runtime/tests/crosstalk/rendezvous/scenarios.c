/* SPDX-License-Identifier: Apache-2.0 */
#include "scenarios.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 64
#define LINE 128

/* of all waiters, sorted: what was added, and what should have been */
struct records {
    char line[STEPS][LINE];
    int n;
};

static struct records added, expected;

static int before(const void *a, const void *b)
{
    return strncmp(a, b, 1); /* by waiter only: one waiter's stay in order */
}

/* Insertion, so that the order of equal ones stays. */
static void sort(struct records *r)
{
    char moved[LINE];
    for (int i = 1; i < r->n; i++)
        for (int j = i; j > 0 && before(r->line[j - 1], r->line[j]) > 0; j--) {
            memcpy(moved, r->line[j], LINE);
            memcpy(r->line[j], r->line[j - 1], LINE);
            memcpy(r->line[j - 1], moved, LINE);
        }
}

static void add(struct records *to, const char *text)
{
    if (to->n == STEPS)
        exit(2);
    snprintf(to->line[to->n++], LINE, "%s", text);
}

void scenarios_woken(char waiter, uint32_t holder, uint32_t path)
{
    char text[LINE];
    snprintf(text, sizeof text, "%c woken %c%s", waiter, holder ? (char)holder : '0',
             path == 0 ? "" : (path == PATH_OF(holder) ? " path" : " with another's path"));
    add(&added, text);
}

void scenarios_unseen(char waiter)
{
    add(&added, (char[]){ waiter, ' ', 'u', 'n', 's', 'e', 'e', 'n', 0 });
}

void scenarios_timeout(char waiter)
{
    add(&added, (char[]){ waiter, ' ', 't', 'i', 'm', 'e', 'o', 'u', 't', 0 });
}

static uint32_t context(char holder)
{
    return holder == '0' ? 0 : (uint32_t)holder;
}

static void step(const char *line, const struct implementation *it)
{
    char what[16], self = 0, other = 0;
    if (sscanf(line, "%15s %c %c", what, &self, &other) < 2)
        exit(2);
    if (strcmp(what, "waits") == 0)
        it->waits(self);
    else if (strcmp(what, "wakes") == 0)
        it->wakes(context(self), other);
    else if (strcmp(what, "path") == 0)
        it->path(context(self));
    else if (strcmp(what, "again") == 0)
        it->again(self);
    else if (strcmp(what, "runs") == 0)
        it->runs(self);
    else if (strcmp(what, "late") == 0)
        it->late(self);
    else if (!it->more || !it->more(what, self, other))
        exit(2);
}

/* 1 if it failed */
static int run(const char *name, char steps[][LINE], int n, const struct implementation *it)
{
    added.n = expected.n = 0;
    for (int i = 0; i < n; i++)
        if (strncmp(steps[i], "for ", 4) == 0 && !strstr(steps[i], it->name))
            return 0;
    for (int i = 0; i < n; i++)
        if (strncmp(steps[i], "= ", 2) == 0)
            add(&expected, steps[i] + 2);
        else if (strncmp(steps[i], "for ", 4) != 0)
            step(steps[i], it);
    sort(&added);
    sort(&expected);
    int same = added.n == expected.n && expected.n > 0;
    for (int i = 0; same && i < added.n; i++)
        same = strcmp(added.line[i], expected.line[i]) == 0;
    printf("%s: %s: %s\n", it->name, name, same ? "ok" : "FAILED");
    for (int i = 0; !same && i < added.n; i++)
        printf("  was %s\n", added.line[i]);
    return !same;
}

int scenarios_run(const char *file, const struct implementation *implementation)
{
    static char steps[STEPS][LINE], name[LINE];
    char line[LINE];
    int n = 0, failed = 0, named = 0;
    FILE *f = fopen(file, "r");
    if (!f)
        exit(2);
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "scenario ", 9) == 0) {
            failed += named ? run(name, steps, n, implementation) : 0;
            snprintf(name, sizeof name, "%s", line + 9);
            named = 1;
            n = 0;
        } else if (named && line[0] && line[0] != '#') {
            if (n == STEPS)
                exit(2);
            memcpy(steps[n++], line, LINE);
        }
    }
    fclose(f);
    if (!named)
        exit(2);
    return failed + run(name, steps, n, implementation);
}
