/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unwind_calls.c: how often the process is looked into for one stack, whatever is on it: who is recorded may have put
 * anything there. Says what is wrong, and ends with how much that is.
 */
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "unwind.h"

static unsigned looks;
static int wrong;

ssize_t __real_process_vm_readv(pid_t pid, const struct iovec *here, unsigned long n, const struct iovec *there,
                                unsigned long m, unsigned long flags);
ssize_t __wrap_process_vm_readv(pid_t pid, const struct iovec *here, unsigned long n, const struct iovec *there,
                                unsigned long m, unsigned long flags);

ssize_t __wrap_process_vm_readv(pid_t pid, const struct iovec *here, unsigned long n, const struct iovec *there,
                                unsigned long m, unsigned long flags)
{
    looks++;
    return __real_process_vm_readv(pid, here, n, there, m, flags);
}

static void expect(int is, const char *what)
{
    wrong += !is;
    if (!is)
        printf("not so: %s (%u)\n", what, looks);
}

/* Of code, but no return addresses; each may be a frame pointer's neighbour. */
static void fill(struct wd_stack_event *stack)
{
    *stack = (struct wd_stack_event){
        .type = WD_EVENT_STACK, .pid = (wd_u32)getpid(), .program = 1, .number = 1, .words = WD_STACK_WORDS
    };
    stack->ip = (wd_u64)(uintptr_t)&fill;
    stack->sp = 1 << 20;
    for (int i = 0; i < WD_STACK_WORDS; i++)
        stack->word[i] = (wd_u64)(uintptr_t)&fill;
}

int main(void)
{
    static char names[WD_UNWIND_DEPTH][WD_UNWIND_NAME];
    struct wd_stack_event stack;
    fill(&stack);
    uint32_t n = wd_unwind(&stack, names);
    expect(n == 1 && strcmp(names[0], "fill") == 0, "it is where it is, and was called from nowhere");
    expect(looks <= WD_STACK_WORDS, "each word is looked at once");
    return wrong;
}
