/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/logging.h"

#include "flows/copies.h"

static struct wd_emit *const out = &wd_copies;

static void store_rax(int member)
{
    WD_EMIT(out, 0x48, 0x89, 0x41, (uint8_t)member); /* mov [rcx + member], rax */
}

static void log_next(void)
{
    WD_EMIT(out, 0x66, 0x8d, 0x49, sizeof(struct wd_access)); /* lea cx, [rcx + …]: wraps, changes no flag */
    wd_emit_spill(out, WD_RCX, WD_AT(log));
}

static void log_begin(uintptr_t pc)
{
    wd_emit_spill(out, WD_RAX, WD_AT(spill[0]));
    wd_emit_spill(out, WD_RCX, WD_AT(spill[1]));
    wd_copies_mark_held(pc, WD_HELD_RAX_RCX, 0);
}

static void give_back(void)
{
    wd_emit_fill(out, WD_RAX, WD_AT(spill[0]));
    wd_emit_fill(out, WD_RCX, WD_AT(spill[1]));
}

static void log_end(uintptr_t pc)
{
    give_back();
    wd_copies_mark(pc);
}

static void log_member(int member, int32_t value)
{
    WD_EMIT(out, 0x48, 0xc7, 0x41, (uint8_t)member);
    wd_emit_32(out, (uint32_t)value);
}

/* The address in rax, and what is there. */
static void log_access(int reads, int size, int learnt)
{
    wd_emit_fill(out, WD_RCX, WD_AT(log));
    store_rax(0);
    if (reads) {
        if (size == 4)
            WD_EMIT(out, 0x8b, 0x00);
        else
            WD_EMIT(out, 0x48, 0x8b, 0x00);
        store_rax(8);
    }
    if (learnt)
        log_member(16, learnt);
    log_next();
}

static void log_condition(const struct wd_insn *insn)
{
    log_begin(insn->op.pc);
    WD_EMIT(out, 0x0f, (uint8_t)(0x90 | insn->condition), 0xc0, 0x0f, 0xb6, 0xc0); /* setcc al; movzx eax, al */
    wd_emit_fill(out, WD_RCX, WD_AT(log));
    store_rax(0);
    log_next();
    log_end(insn->op.pc);
}

static int moves_value(const struct wd_op *op)
{
    switch (op->kind) {
    case WD_OP_LOAD:
    case WD_OP_STORE:
    case WD_OP_STORE_CONST:
    case WD_OP_MOVE_IF:
    case WD_OP_LOAD_LANE: return 1;
    default: return 0;
    }
}

/* The entries of an instruction's memory operand. */
static void log_memory(const struct wd_insn *insn, int learnt)
{
    const struct wd_op *op = &insn->op;
    uintptr_t pc = op->pc + (insn->log_after ? insn->length : 0);
    int reads = moves_value(op), parts = reads && op->size > 8 ? op->size / 8 : 1;
    log_begin(pc);
    for (int part = 0; part < parts; part++) {
        if (part)
            give_back();
        wd_emit_address(out, &insn->memory);
        if (part)
            wd_emit_lea(out, WD_RAX, WD_RAX, WD_REG_NONE, 1, part * 8);
        log_access(reads, op->size, learnt);
    }
    log_end(pc);
}

/* The entry of an instruction that uses the stack. */
static void log_stack(const struct wd_insn *insn)
{
    const struct wd_op *op = &insn->op;
    int down = op->kind == WD_OP_PUSH;
    log_begin(insn->op.pc);
    wd_emit_lea(out, WD_RAX, op->kind == WD_OP_LEAVE ? WD_RBP : WD_RSP, WD_REG_NONE, 1, down ? -8 : 0);
    log_access(0, 8, 0);
    log_end(insn->op.pc);
}

static int uses_stack(const struct wd_insn *insn)
{
    return insn->op.kind == WD_OP_PUSH || insn->op.kind == WD_OP_POP || insn->op.kind == WD_OP_LEAVE ||
           insn->transfer == WD_RETURN;
}

void wd_log_before(const struct wd_insn *insn)
{
    if (insn->op.logs == 0)
        return;
    if (insn->op.kind == WD_OP_MOVE_IF)
        log_condition(insn);
    if (uses_stack(insn))
        log_stack(insn);
    else if (insn->memory.present && !insn->log_after)
        log_memory(insn, 0);
}

void wd_log_plain(const struct wd_version *v, const struct wd_insn *insn)
{
    int learnt = v->learns ? 0 : wd_version_learnt(v, insn->op.pc);
    int memory = insn->memory.present && (learnt ? moves_value(&insn->op) : v->learns && insn->op.logs > 0);
    if (v->learns)
        wd_log_before(insn);
    else if (learnt && memory && !insn->log_after)
        log_memory(insn, learnt);
    int lent = wd_emit_lends(insn);
    if (lent >= 0)
        wd_copies_mark_held(insn->op.pc, WD_HELD_LENT, lent);
    wd_emit_copy(out, insn, WD_AT(spill[2]));
    if (memory && insn->log_after)
        log_memory(insn, learnt);
}

struct wd_log_begun wd_log_block(uint32_t number)
{
    wd_emit_spill(out, WD_RCX, WD_AT(spill[1]));
    wd_emit_spill(out, WD_RAX, WD_AT(spill[0]));
    WD_EMIT(out, 0x9f, 0x0f, 0x90, 0xc0);       /* lahf; seto al */
    WD_EMIT(out, 0x64, 0x48, 0x83, 0x2c, 0x25); /* sub fs:[budget], … */
    wd_emit_32(out, (uint32_t)WD_AT(budget));
    uint8_t *count = out->at;
    wd_emit_8(out, 0);
    uint8_t *over = wd_emit_jump_if(out, 8, NULL); /* js */
    WD_EMIT(out, 0x04, 0x7f, 0x9e);                /* add al, 127; sahf */
    wd_emit_fill(out, WD_RCX, WD_AT(log));
    log_member(0, (int32_t)number);
    log_next();
    give_back();
    return (struct wd_log_begun){ count, over };
}

void wd_log_block_undo(void)
{
    WD_EMIT(out, 0x04, 0x7f, 0x9e);
    wd_emit_fill(out, WD_RAX, WD_AT(spill[0]));
}
