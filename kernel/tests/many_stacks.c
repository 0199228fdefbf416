/* SPDX-License-Identifier: Apache-2.0 */
/*
 * many_stacks.c: more different stacks than a file has. Says what is wrong, and ends with how much that is.
 */
#include <stdio.h>

#include "interval_file.h"
#include "stacks.h"
#include "unwind.h"

#define STACKS 70000u
#define KEPT 65535u

static uint32_t defined;
static int wrong;

uint32_t wd_unwind(const struct wd_stack_event *stack, char names[][WD_UNWIND_NAME])
{
    for (uint32_t i = 0, left = stack->number; i < 6; i++, left /= 10)
        snprintf(names[i], WD_UNWIND_NAME, "f%u", left % 10);
    return 6;
}

void wd_intervals_define_name(uint32_t id, const char *name)
{
    (void)id, (void)name;
}

void wd_intervals_define_stack(uint32_t id, const uint32_t *names, uint32_t n)
{
    (void)id, (void)names, (void)n;
    defined++;
}

static void expect(int is, const char *what)
{
    wrong += !is;
    if (!is)
        printf("not so: %s (%u, %llu)\n", what, defined, (unsigned long long)wd_stacks_lost());
}

int main(void)
{
    for (uint32_t number = 1; number <= STACKS; number++)
        wd_stacks_tell(&(struct wd_stack_event){ .type = WD_EVENT_STACK, .number = number });
    expect(defined == KEPT, "so many are in the file");
    expect(wd_stacks_lost() == STACKS - KEPT, "the others are counted");
    expect(wd_stacks_id(1) != 0 && wd_stacks_id(STACKS) == 0, "they have no id");
    return wrong;
}
