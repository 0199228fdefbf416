/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/emit.h"

static void through_fs(struct wd_emit *e, int opcode, int reg, int32_t offset)
{
    WD_EMIT(e, 0x64, (uint8_t)(0x48 | (reg >> 3) << 2), (uint8_t)opcode, (uint8_t)((reg & 7) << 3 | 4), 0x25);
    wd_emit_32(e, (uint32_t)offset);
}

void wd_emit_spill(struct wd_emit *e, int reg, int32_t offset)
{
    through_fs(e, 0x89, reg, offset);
}

void wd_emit_fill(struct wd_emit *e, int reg, int32_t offset)
{
    through_fs(e, 0x8b, reg, offset);
}

void wd_emit_store_const(struct wd_emit *e, int32_t offset, int32_t value)
{
    WD_EMIT(e, 0x64, 0x48, 0xc7, 0x04, 0x25);
    wd_emit_32(e, (uint32_t)offset);
    wd_emit_32(e, (uint32_t)value);
}

void wd_emit_const(struct wd_emit *e, int reg, uint64_t value)
{
    WD_EMIT(e, (uint8_t)(0x48 | reg >> 3), (uint8_t)(0xb8 | (reg & 7)));
    wd_emit_64(e, value);
}

void wd_emit_lea(struct wd_emit *e, int reg, uint8_t base, uint8_t index, uint8_t scale, int32_t displacement)
{
    unsigned log2 = scale == 8 ? 3 : scale == 4 ? 2 : scale == 2 ? 1 : 0;
    unsigned i = index == WD_REG_NONE ? 4 : index, b = base == WD_REG_NONE ? 5 : base;
    unsigned mod = base == WD_REG_NONE ? 0 : 2;
    WD_EMIT(e, (uint8_t)(0x48 | (reg >> 3) << 2 | (i >> 3) << 1 | b >> 3), 0x8d,
            (uint8_t)(mod << 6 | (reg & 7) << 3 | 4), (uint8_t)(log2 << 6 | (i & 7) << 3 | (b & 7)));
    wd_emit_32(e, (uint32_t)displacement);
}

void wd_emit_address(struct wd_emit *e, const struct wd_memory *m)
{
    if (m->rip) {
        wd_emit_const(e, WD_RAX, (uint64_t)m->displacement);
        return;
    }
    wd_emit_lea(e, WD_RAX, m->base, m->index, m->scale, (int32_t)m->displacement);
    if (m->fs) {
        wd_emit_fill(e, WD_RCX, 0);
        wd_emit_lea(e, WD_RAX, WD_RAX, WD_RCX, 1, 0);
    }
}

/* A store of four bytes within eight is seen as a whole by threads that execute them. */
static void align(struct wd_emit *e, size_t before)
{
    while (((uintptr_t)(e->at + before) & 7) > 4)
        wd_emit_8(e, 0x90);
}

void wd_patch_jump(uint8_t *site, const uint8_t *to)
{
    __atomic_store_n((int32_t *)(void *)site, (int32_t)(to - (site + 4)), __ATOMIC_RELEASE);
}

uint8_t *wd_emit_jump(struct wd_emit *e, const uint8_t *to)
{
    align(e, 1);
    wd_emit_8(e, 0xe9);
    uint8_t *site = e->at;
    wd_emit_32(e, to ? (uint32_t)(to - (site + 4)) : 0);
    return site;
}

uint8_t *wd_emit_jump_if(struct wd_emit *e, uint8_t condition, const uint8_t *to)
{
    align(e, 2);
    WD_EMIT(e, 0x0f, (uint8_t)(0x80 | condition));
    uint8_t *site = e->at;
    wd_emit_32(e, to ? (uint32_t)(to - (site + 4)) : 0);
    return site;
}

/* The address lies behind the jump only where it is too far for one that has it in itself: it would be fetched both as
 * code and as data. */
void wd_emit_jump_far(struct wd_emit *e, uintptr_t to)
{
    intptr_t distance = (intptr_t)(to - ((uintptr_t)e->at + 5));
    if (distance == (int32_t)distance) {
        wd_emit_8(e, 0xe9);
        wd_emit_32(e, (uint32_t)distance);
        return;
    }
    WD_EMIT(e, 0xff, 0x25, 0, 0, 0, 0);
    wd_emit_64(e, to);
}

/* Of those that need no bit of a prefix, one that the instruction does not touch. */
static int to_lend(const struct wd_insn *insn)
{
    static const int candidates[] = { WD_RCX, WD_RAX, WD_RDX, WD_RSI, WD_RDI, WD_RBX };
    for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++)
        if (!(insn->registers & 1u << candidates[k]))
            return candidates[k];
    return -1;
}

/* The instruction's bytes with [reg] in the place of [rip + displacement]; `opcode` and `reg_field` are kept if -1. */
static void copy_with(struct wd_emit *e, const struct wd_insn *insn, int reg)
{
    uint8_t bytes[16];
    size_t n = insn->displacement;
    memcpy(bytes, (const void *)insn->op.pc, insn->length);
    bytes[insn->modrm] = (uint8_t)((bytes[insn->modrm] & 0x38) | reg);
    switch (insn->encoding) {
    case WD_REX: bytes[insn->prefix] &= (uint8_t)~1; break;
    case WD_VEX3:
    case WD_EVEX: bytes[insn->prefix + 1] |= 0x60; break;
    default: break;
    }
    wd_emit_bytes(e, bytes, n);
    wd_emit_bytes(e, (const uint8_t *)insn->op.pc + n + 4, insn->length - n - 4);
}

static int is_relative(const struct wd_insn *insn)
{
    const uint8_t *bytes = (const uint8_t *)insn->op.pc;
    return insn->modrm && (bytes[insn->modrm] & 0xc7) == 5 && insn->displacement_size == 32;
}

int wd_emit_lends(const struct wd_insn *insn)
{
    return is_relative(insn) ? to_lend(insn) : -1;
}

void wd_emit_copy(struct wd_emit *e, const struct wd_insn *insn, int32_t offset)
{
    const uint8_t *bytes = (const uint8_t *)insn->op.pc;
    if (!is_relative(insn)) {
        wd_emit_bytes(e, bytes, insn->length);
        return;
    }
    uintptr_t address =
        insn->op.pc + insn->length + (uintptr_t)(intptr_t) * (const int32_t *)(bytes + insn->displacement);
    int reg = to_lend(insn);
    if (reg < 0) {
        e->full = 1;
        return;
    }
    wd_emit_spill(e, reg, offset);
    wd_emit_const(e, reg, address);
    copy_with(e, insn, reg);
    wd_emit_fill(e, reg, offset);
}

void wd_emit_target(struct wd_emit *e, const struct wd_insn *insn)
{
    const struct wd_memory *m = &insn->memory;
    if (!m->present) {
        const uint8_t *bytes = (const uint8_t *)insn->op.pc;
        int reg = (bytes[insn->modrm] & 7) | (insn->encoding == WD_REX && (bytes[insn->prefix] & 1) ? 8 : 0);
        WD_EMIT(e, (uint8_t)(0x48 | reg >> 3), 0x8b, (uint8_t)(0xc8 | (reg & 7)));
        return;
    }
    if (m->rip)
        wd_emit_const(e, WD_RCX, (uint64_t)m->displacement);
    else
        wd_emit_lea(e, WD_RCX, m->base, m->index, m->scale, (int32_t)m->displacement);
    WD_EMIT(e, 0x48, 0x8b, 0x09);
}
