/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/translate.h"

#include <signal.h>
#include <stdio.h>

#include "flows/copies.h"
#include "flows/edges.h"
#include "flows/emit.h"
#include "flows/logging.h"
#include "flows/processor.h"
#include "flows/raw.h"
#include "flows/text.h"
#include "memory/region.h"
#include "system/own_lock.h"

enum { BLOCKS = 1 << 17, OPS = 1 << 20, BLOCK_INSNS = 32, ROOM = 1 << 16, MARKS = 8 };

__thread struct wd_flow_thread wd_flow_thread __attribute__((tls_model("initial-exec")));

void (*wd_translate_left)(struct wd_flow_thread *, uintptr_t, enum wd_left);

static int never_again(struct wd_flow_thread *t)
{
    (void)t;
    return 0;
}

int (*wd_translate_again)(struct wd_flow_thread *) = never_again;
size_t (*wd_translate_text)(uintptr_t) = wd_text_length;
int (*wd_translate_is_ours)(uintptr_t) = wd_text_is_ours;

static uintptr_t itself(uintptr_t pc)
{
    return pc;
}

uintptr_t (*wd_translate_instead)(uintptr_t) = itself;

extern int wd_flows_lock;

static struct wd_emit *const out = &wd_copies;
static struct wd_block *blocks;
static struct wd_op *ops;
static uint32_t block_count = 1, op_count;

int wd_translate_open(char *error, size_t size)
{
    if (wd_decode_open(error, size) != 0)
        return -1;
    if (!wd_processor_can()) {
        snprintf(error, size, "this processor lacks xsave or lahf, or a shadow stack is in use");
        return -1;
    }
    blocks = wd_region_reserve(BLOCKS * sizeof *blocks);
    ops = wd_region_reserve(OPS * sizeof *ops);
    if (!blocks || !ops || wd_copies_open() != 0 || !wd_edges_open()) {
        snprintf(error, size, "memory that can be written and executed is refused");
        return -1;
    }
    return 0;
}

void wd_translate_lock(uint64_t *mask)
{
    static const uint64_t all = ~UINT64_C(0);
    wd_raw_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, (long)mask, 8);
    wd_own_lock_take(&wd_flows_lock);
}

void wd_translate_unlock(const uint64_t *mask)
{
    wd_own_lock_release(&wd_flows_lock);
    wd_raw_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)mask, 0, 8);
}

int wd_translate_was_locked(void)
{
    return __atomic_exchange_n(&wd_flows_lock, 0, __ATOMIC_ACQ_REL);
}

const struct wd_block *wd_translate_block(uint64_t number)
{
    return &blocks[number];
}

const struct wd_op *wd_translate_ops(const struct wd_block *block)
{
    return &ops[block->first];
}

/* How a block ends: what is emitted behind it, and where it is asked for. */
struct ways {
    struct pending {
        uint8_t *site;
        uintptr_t target;
        enum wd_edge_kind kind;
    } pending[4]; /* jumps that have no target yet */
    int count;
    uintptr_t return_address;
    uint8_t *pushed_at;
};

static void way(struct ways *w, uint8_t *site, uintptr_t target, enum wd_edge_kind kind)
{
    w->pending[w->count++] = (struct pending){ site, target, kind };
}

/* In one instruction, as a call does. */
static void push_address(struct ways *w, uintptr_t pc)
{
    WD_EMIT(out, 0xff, 0x35); /* push [rip + …] */
    w->pushed_at = out->at;
    w->return_address = pc;
    wd_emit_32(out, 0);
}

static void emit_behind(struct wd_version *v, const struct ways *w)
{
    for (const struct pending *p = w->pending; p < w->pending + w->count; p++)
        wd_patch_jump(p->site, p->kind == WD_EDGE_INDIRECT ? wd_edge_emit_indirect(v, p->site)
                                                           : wd_edge_emit(v, p->kind, p->target, p->site));
    if (!w->pushed_at)
        return;
    wd_patch_jump(w->pushed_at, out->at);
    wd_emit_64(out, w->return_address);
}

/* The thread's target says where the way goes on, and the stack is as it is there. The host's rcx is in spill[0]. */
static void indirect(struct ways *w)
{
    wd_copies_mark(WD_COPIES_TARGET);
    way(w, wd_emit_jump(out, NULL), 0, WD_EDGE_INDIRECT);
}

static void take_rcx(uintptr_t pc)
{
    wd_emit_spill(out, WD_RCX, WD_AT(spill[0]));
    wd_copies_mark_held(pc, WD_HELD_RCX, 0);
}

static void flow(const struct wd_version *v, const struct wd_insn *insn, struct ways *w)
{
    uintptr_t next = insn->op.pc + insn->length;
    if (v->learns && insn->transfer != WD_STOP)
        wd_log_before(insn);
    switch (insn->transfer) {
    case WD_JUMP_IF:
        way(w, wd_emit_jump_if(out, insn->condition, NULL), insn->target, WD_EDGE_DIRECT);
        way(w, wd_emit_jump(out, NULL), next, WD_EDGE_DIRECT);
        break;
    case WD_JUMP_COUNT: {
        wd_emit_bytes(out, (const void *)insn->op.pc, insn->length - 1u);
        wd_emit_8(out, 0);
        uint8_t *after = out->at;
        way(w, wd_emit_jump(out, NULL), next, WD_EDGE_DIRECT);
        if (!out->full)
            after[-1] = (uint8_t)(out->at - after);
        way(w, wd_emit_jump(out, NULL), insn->target, WD_EDGE_DIRECT);
        break;
    }
    case WD_CALL:
        push_address(w, next);
        wd_copies_mark(insn->target);
        way(w, wd_emit_jump(out, NULL), insn->target, WD_EDGE_DIRECT);
        break;
    case WD_JUMP: way(w, wd_emit_jump(out, NULL), insn->target, WD_EDGE_DIRECT); break;
    case WD_CALL_BY:
    case WD_JUMP_BY:
        take_rcx(insn->op.pc);
        wd_emit_target(out, insn);
        wd_emit_spill(out, WD_RCX, WD_AT(target));
        if (insn->transfer == WD_CALL_BY)
            push_address(w, next);
        indirect(w);
        break;
    case WD_RETURN:
        take_rcx(insn->op.pc);
        WD_EMIT(out, 0x48, 0x8b, 0x0c, 0x24); /* mov rcx, [rsp] */
        wd_emit_spill(out, WD_RCX, WD_AT(target));
        WD_EMIT(out, 0x48, 0x8d, 0xa4, 0x24); /* lea rsp, [rsp + …] */
        wd_emit_32(out, 8u + insn->released);
        indirect(w);
        break;
    default: way(w, wd_emit_jump(out, NULL), insn->op.pc, WD_EDGE_STOP); break;
    }
}

static uint8_t *translate_block(struct wd_version *v, uintptr_t pc, size_t length)
{
    struct wd_insn insn;
    struct ways ways = { 0 };
    int insns = 0;
    uint8_t *begin = out->at;
    struct wd_log_begun begun = { 0 };
    uint32_t number = block_count, first = op_count;
    uintptr_t at = pc;
    wd_copies_mark(pc);
    if (v->learns)
        begun = wd_log_block(number);
    for (;;) {
        wd_decode(at, length - (at - pc), &insn);
        if (v->learns && insn.transfer != WD_STOP)
            ops[op_count++] = insn.op;
        insns++;
        if (insn.transfer != WD_PLAIN)
            break;
        wd_log_plain(v, &insn);
        at += insn.length;
        wd_copies_mark(at);
        if (insns == BLOCK_INSNS || at - pc >= length)
            break;
    }
    if (insn.transfer != WD_PLAIN)
        flow(v, &insn, &ways);
    else
        way(&ways, wd_emit_jump(out, NULL), at, WD_EDGE_DIRECT);
    emit_behind(v, &ways);
    if (begun.count) {
        *begun.count = (uint8_t)insns;
        wd_patch_jump(begun.over, out->at);
        wd_log_block_undo();
        wd_edge_emit(v, WD_EDGE_BUDGET, pc, NULL);
        blocks[number] = (struct wd_block){ pc, first, (uint16_t)(op_count - first) };
        block_count++;
    }
    return begin;
}

uint8_t *wd_translate(struct wd_version *v, uintptr_t pc)
{
    uint8_t *known = wd_version_find(v, pc);
    if (known)
        return known;
    size_t length = wd_translate_text(pc);
    if (length == 0 || out->full || wd_version_is_full(v) || wd_copies_room() < ROOM || block_count + 1 >= BLOCKS ||
        op_count + BLOCK_INSNS + 1 >= OPS || !wd_copies_can_mark(MARKS * BLOCK_INSNS) || !wd_edges_can())
        return NULL;
    uint8_t *code = translate_block(v, pc, length);
    return !out->full && wd_version_remember(v, pc, code) ? code : NULL;
}
