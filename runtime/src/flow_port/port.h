/* SPDX-License-Identifier: Apache-2.0 */
/*
 * port.h: what libwhodunit-flows.so tells libwhodunit.so, beside the public
 * API. The recorder works without.
 */
#ifndef WD_FLOW_PORT_H
#define WD_FLOW_PORT_H

#include <stddef.h>
#include <stdint.h>

#include "whodunit.h"

/* What was learnt about one instruction in the sections of one site. */
struct wd_flow_access {
    uintptr_t site;        /* the return address of the lock function, or of what called that */
    uintptr_t instruction; /* a store that hands over, or a load that takes */
    uint64_t times, carried;
    int takes;
};

struct wd_flow_port {
    /* For a signal handler, of the thread that it has interrupted: gives it the registers that it would have in the
     * host's own code, if it executes a copy. Where the function that it is in will return into a copy, returns where
     * that return address lies, and sets *address to the host's. Who has looked puts back what was there. */
    uintptr_t *(*as_host)(void *ucontext, uintptr_t *address);
    /* The access number `i`, from 0 on. False: there is none. For the flusher. */
    int (*access)(uint32_t i, struct wd_flow_access *out);
    /* Microseconds of CPU that learning has used until now, and might have used. */
    void (*learning)(uint64_t *used, uint64_t *allowed);
    /* The process is about to give up system calls that flows need: no section is looked at from now on. */
    void (*stop)(void);
};

/* No port is opened in this process: to be called before libwhodunit-flows.so begins, which is behind us. */
void wd_flow_port_close(void);

/* So much memory is about to be reserved for flows; once, before. False: the process's limits forbid it. */
int wd_flow_port_reserves(size_t bytes) __attribute__((visibility("default")));

/* Once, before threads are begun; the port lives until exit. False: there are to be no flows. */
int wd_flow_port_open(const struct wd_flow_port *port) __attribute__((visibility("default")));

/* From now on `mend` is asked at each fault: true if the thread was in a copy, and goes on in the host's own code.
 * Called in a signal handler. Once. */
void wd_flow_port_mend_by(int (*mend)(int signal, void *ucontext)) __attribute__((visibility("default")));

/* Flows have been switched off in this process. Signal-safe. */
void wd_flow_port_stopped(void) __attribute__((visibility("default")));

/* The context of what the calling thread hands over: its own, at the call path of the function that has called a lock
 * function, which returns by `slot`. What lies deeper than `frame`, the place of a return address, is left out: what
 * the function that hands over has called to lock. Keeps errno; a path that is new is unwound. */
whodunit_context wd_flow_port_handed(const uintptr_t *slot, uintptr_t frame) __attribute__((visibility("default")));

/* NULL: there are no flows in this process. */
const struct wd_flow_port *wd_flow_port(void);

#endif
