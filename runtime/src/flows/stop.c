/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/stop.h"

#include <stddef.h>
#include <string.h>
#include <ucontext.h>

#include "flow_port/port.h"
#include "flows/as_host.h"
#include "flows/copies.h"
#include "flows/learning.h"
#include "flows/raw.h"
#include "memory/each_message.h"

int wd_flows_stopped WD_EACH_MESSAGE;

static char *number(char *end, uintptr_t value, unsigned base)
{
    do
        *--end = "0123456789abcdef"[value % base];
    while ((value /= base) != 0);
    return end;
}

static void part(char **at, const char *text)
{
    size_t length = strlen(text);
    memcpy(*at, text, length);
    *at += length;
}

static const char off[] = "whodunit: flows are off in this process: ";

static void say(int signal, uintptr_t pc)
{
    char line[160], digits[24] = { 0 }, *at = line, *end = digits + sizeof digits - 1;
    part(&at, off);
    part(&at, "signal ");
    part(&at, number(end, (uintptr_t)signal, 10));
    part(&at, " in a copy of the code at 0x");
    part(&at, number(end, pc, 16));
    part(&at, "\n");
    wd_raw_call(SYS_write, 2, (long)line, at - line, 0);
}

static int is_first(void)
{
    int first = !__atomic_exchange_n(&wd_flows_stopped, 1, __ATOMIC_ACQ_REL);
    if (first)
        wd_flow_port_stopped();
    return first;
}

void wd_stop(void)
{
    char line[160], *at = line;
    part(&at, off);
    part(&at, "its filter refuses system calls that they need\n");
    if (is_first())
        wd_raw_call(SYS_write, 2, (long)line, at - line, 0);
}

int wd_stop_at_fault(int signal, void *ucontext)
{
    greg_t *host = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    struct wd_flow_thread *t = &wd_flow_thread;
    struct wd_copied place;
    if (!wd_copies_find((uintptr_t)host[REG_RIP], &place))
        return 0;
    wd_as_host_registers(host, &place);
    if (t->section)
        wd_learning_release(t->section);
    t->section = NULL;
    t->slot = 0;
    if (is_first())
        say(signal, place.pc);
    return 1;
}
