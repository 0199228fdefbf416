/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals that come together have their frames made one after the other, before any of their handlers has begun. The
 * last one finds the one before at its first instruction: as if that function had been at work.
 */
#include "sampler/async/interrupted.h"

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

/* The kernel's: a return address, its ucontext_t (its mask has 8 bytes, libc's more), the siginfo_t. */
#define CONTEXT 8
#define INFO 312

/* In no other place do these registers point into one frame in this way; a handler's first steps may be within. */
static int is_at_beginning(const greg_t *registers)
{
    return registers[REG_RDX] == registers[REG_RSP] + CONTEXT && registers[REG_RSI] == registers[REG_RSP] + INFO &&
           registers[REG_RDI] > 0 && registers[REG_RDI] <= SIGRTMAX;
}

void *wd_interrupted(void *ucontext)
{
    const greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    for (int i = 0; i < SIGRTMAX && is_at_beginning(registers); i++) {
        ucontext = (void *)(uintptr_t)registers[REG_RDX];
        registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    }
    return ucontext;
}
