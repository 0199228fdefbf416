/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/as_host.h"

#include <stddef.h>
#include <ucontext.h>

/* So far above the stack pointer is the return address of a lock function that is about to return. */
enum { NEAR = 512 };

/* dispatch.S */
extern const char wd_flows_dispatched[] __attribute__((visibility("hidden")));
extern const char wd_flows_dispatch_end[] __attribute__((visibility("hidden")));

/* The linker's: where this library's code ends. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

static const int registers[] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                 REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };

void wd_as_host_registers(greg_t *host, const struct wd_copied *place)
{
    const struct wd_flow_thread *t = &wd_flow_thread;
    if (place->held == WD_HELD_RAX_RCX) {
        host[REG_RAX] = (greg_t)t->spill[0];
        host[REG_RCX] = (greg_t)t->spill[1];
    } else if (place->held == WD_HELD_RCX) {
        host[REG_RCX] = (greg_t)t->spill[0];
    } else if (place->held == WD_HELD_LENT) {
        host[registers[place->lent]] = (greg_t)t->spill[2];
    }
    host[REG_RIP] = (greg_t)place->pc;
}

static int is_within(greg_t pc, const char *begin, const char *end)
{
    return (uintptr_t)pc - (uintptr_t)begin < (uintptr_t)end - (uintptr_t)begin;
}

/* Signals wait while C runs on our stack, and come where the copy is gone to. */
static void from_dispatch(greg_t *host)
{
    const struct wd_flow_thread *t = &wd_flow_thread;
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        host[registers[i]] = (greg_t)t->gpr[i];
    host[REG_RIP] = (greg_t)t->resume;
}

uintptr_t *wd_as_host(void *ucontext, uintptr_t *address)
{
    greg_t *host = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    uintptr_t *slot = wd_flow_thread.entered;
    struct wd_copied place;
    if (is_within(host[REG_RIP], wd_flows_dispatched, wd_flows_dispatch_end))
        from_dispatch(host);
    if (wd_copies_find((uintptr_t)host[REG_RIP], &place)) {
        wd_as_host_registers(host, &place);
        return NULL;
    }
    if (!is_within(host[REG_RIP], __ehdr_start, etext) || (uintptr_t)slot - (uintptr_t)host[REG_RSP] >= NEAR ||
        !wd_copies_find(*slot, &place))
        return NULL;
    *address = place.pc;
    return slot;
}
