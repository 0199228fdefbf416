/* SPDX-License-Identifier: Apache-2.0 */
/* resolve.c: a thread comes to the end of a copy: where it goes on. Called by dispatch.S, on our stack. */
#include "flows/edges.h"
#include "flows/translate.h"

void wd_flows_resolve(struct wd_flow_thread *t);

static void leave(struct wd_flow_thread *t, uintptr_t pc, enum wd_left why)
{
    wd_translate_left(t, pc, why);
    t->section = NULL;
    t->busy = 1;
    t->target = pc;
    t->resume = (uintptr_t)wd_edge_leave(pc);
}

void wd_flows_resolve(struct wd_flow_thread *t)
{
    struct wd_edge *e = wd_edge_get(t->edge);
    uintptr_t pc = e->kind == WD_EDGE_INDIRECT ? t->target : e->target;
    if (e->kind == WD_EDGE_STOP || (e->kind == WD_EDGE_BUDGET && !wd_translate_again(t))) {
        leave(t, pc, e->kind == WD_EDGE_BUDGET ? WD_LEFT_BUDGET : WD_LEFT_INSTRUCTION);
        return;
    }
    uintptr_t to = e->kind == WD_EDGE_BUDGET ? pc : wd_translate_instead(pc);
    uint8_t *code = wd_translate(e->version, to);
    if (code) {
        if (e->kind != WD_EDGE_BUDGET)
            wd_edge_settle(e, pc, code);
        t->resume = (uintptr_t)code;
    } else if (wd_translate_is_ours(to) && (code = wd_edge_wrapper(to)) != NULL) {
        wd_edge_settle(e, pc, code);
        t->resume = (uintptr_t)code;
    } else {
        leave(t, pc, wd_translate_text(pc) ? WD_LEFT_FULL : WD_LEFT_CODE);
    }
}
