/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/decode_values.h"

#include "flows/registers.h"

static int is_move(ZydisMnemonic m)
{
    switch (m) {
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_MOVZX:
    case ZYDIS_MNEMONIC_MOVSX:
    case ZYDIS_MNEMONIC_MOVSXD:
    case ZYDIS_MNEMONIC_MOVNTI:
    case ZYDIS_MNEMONIC_MOVD:
    case ZYDIS_MNEMONIC_MOVQ:
    case ZYDIS_MNEMONIC_MOVUPS:
    case ZYDIS_MNEMONIC_MOVAPS:
    case ZYDIS_MNEMONIC_MOVUPD:
    case ZYDIS_MNEMONIC_MOVAPD:
    case ZYDIS_MNEMONIC_MOVDQA:
    case ZYDIS_MNEMONIC_MOVDQU:
    case ZYDIS_MNEMONIC_LDDQU:
    case ZYDIS_MNEMONIC_VMOVD:
    case ZYDIS_MNEMONIC_VMOVQ:
    case ZYDIS_MNEMONIC_VMOVUPS:
    case ZYDIS_MNEMONIC_VMOVAPS:
    case ZYDIS_MNEMONIC_VMOVUPD:
    case ZYDIS_MNEMONIC_VMOVAPD:
    case ZYDIS_MNEMONIC_VMOVDQA:
    case ZYDIS_MNEMONIC_VMOVDQU:
    case ZYDIS_MNEMONIC_VMOVDQA32:
    case ZYDIS_MNEMONIC_VMOVDQA64:
    case ZYDIS_MNEMONIC_VMOVDQU8:
    case ZYDIS_MNEMONIC_VMOVDQU16:
    case ZYDIS_MNEMONIC_VMOVDQU32:
    case ZYDIS_MNEMONIC_VMOVDQU64: return 1;
    default: return 0;
    }
}

static int clears(ZydisMnemonic m)
{
    switch (m) {
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_PXOR:
    case ZYDIS_MNEMONIC_XORPS:
    case ZYDIS_MNEMONIC_XORPD: return 2;
    case ZYDIS_MNEMONIC_VPXOR:
    case ZYDIS_MNEMONIC_VXORPS:
    case ZYDIS_MNEMONIC_VPXORD:
    case ZYDIS_MNEMONIC_VPXORQ: return 3;
    default: return 0;
    }
}

/* Values of four bytes and more are followed; a vector's parts of eight bytes each for itself. */
static int followed(uint16_t bits)
{
    return bits == 32 || bits == 64 || bits == 128 || bits == 256 || bits == 512;
}

static uint8_t lanes(uint8_t size)
{
    return size <= 8 ? 1 : (uint8_t)(size / 8);
}

static void moves(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, struct wd_insn *out)
{
    struct wd_op *op = &out->op;
    const ZydisDecodedOperand *to = &o[0], *from = &o[1];
    int masked = i->avx.mask.reg != ZYDIS_REGISTER_NONE && i->avx.mask.reg != ZYDIS_REGISTER_K0;
    if (i->operand_count_visible != 2 || masked || (out->memory.present && out->memory.fs > 1))
        return;
    int from_memory = from->type == ZYDIS_OPERAND_TYPE_MEMORY, to_memory = to->type == ZYDIS_OPERAND_TYPE_MEMORY;
    uint16_t bits = !to_memory && (from_memory || from->size < to->size) ? from->size : to->size;
    if (i->mnemonic == ZYDIS_MNEMONIC_MOVQ || i->mnemonic == ZYDIS_MNEMONIC_VMOVQ)
        bits = 64;
    if (i->mnemonic == ZYDIS_MNEMONIC_MOVD || i->mnemonic == ZYDIS_MNEMONIC_VMOVD)
        bits = 32;
    if (!followed(bits))
        return;
    uint8_t size = (uint8_t)(bits / 8);
    uint8_t source = from->type == ZYDIS_OPERAND_TYPE_REGISTER ? wd_register_number(from->reg.value) : WD_REG_NONE;
    uint8_t target = to->type == ZYDIS_OPERAND_TYPE_REGISTER ? wd_register_number(to->reg.value) : WD_REG_NONE;
    if (!to_memory && target == WD_REG_NONE)
        return;
    if (to_memory) {
        if (from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
            op->kind = WD_OP_STORE_CONST;
        else if (source != WD_REG_NONE)
            op->kind = WD_OP_STORE;
        else
            return;
        op->from = source;
        out->log_after = 1;
        op->logs = lanes(size);
    } else if (from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        op->kind = WD_OP_CONST;
    } else if (from_memory) {
        op->kind = WD_OP_LOAD;
        op->logs = lanes(size);
    } else if (source != WD_REG_NONE) {
        op->kind = WD_OP_MOVE;
        op->from = source;
    } else {
        return;
    }
    op->to = target;
    op->size = size;
    op->reads = op->writes = 0;
    op->memory_write = 0;
}

/* Instructions that put two values side by side, as compilers do to store both at once. */
static void joins(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, struct wd_insn *out)
{
    struct wd_op *op = &out->op;
    int three = i->mnemonic == ZYDIS_MNEMONIC_VPUNPCKLQDQ;
    const ZydisDecodedOperand *first = &o[three ? 1 : 0], *second = &o[three ? 2 : 1];
    switch (i->mnemonic) {
    case ZYDIS_MNEMONIC_PUNPCKLQDQ:
    case ZYDIS_MNEMONIC_VPUNPCKLQDQ:
        if (second->type != ZYDIS_OPERAND_TYPE_REGISTER || o[0].size != 128)
            return;
        op->kind = WD_OP_JOIN;
        op->from = wd_register_number(second->reg.value);
        break;
    case ZYDIS_MNEMONIC_PINSRQ:
        if (second->type != ZYDIS_OPERAND_TYPE_REGISTER || o[2].imm.value.u != 1)
            return;
        op->kind = WD_OP_JOIN;
        op->from = wd_register_number(second->reg.value);
        break;
    case ZYDIS_MNEMONIC_VPINSRQ:
        if (o[2].type != ZYDIS_OPERAND_TYPE_REGISTER || o[3].imm.value.u != 1)
            return;
        op->kind = WD_OP_JOIN;
        op->from = wd_register_number(o[2].reg.value);
        first = &o[1];
        break;
    case ZYDIS_MNEMONIC_MOVHPS:
    case ZYDIS_MNEMONIC_MOVHPD:
        if (o[0].type != ZYDIS_OPERAND_TYPE_REGISTER || o[1].type != ZYDIS_OPERAND_TYPE_MEMORY || out->memory.fs > 1)
            return;
        op->kind = WD_OP_LOAD_LANE;
        op->lane = 1;
        op->logs = 1;
        break;
    default: return;
    }
    op->with = wd_register_number(first->reg.value);
    op->to = wd_register_number(o[0].reg.value);
    op->size = 8;
    op->reads = op->writes = 0;
}

void wd_decode_values(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, struct wd_insn *out)
{
    struct wd_op *op = &out->op;
    int same = clears(i->mnemonic);
    if (same && o[same - 2].type == ZYDIS_OPERAND_TYPE_REGISTER && o[same - 1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
        o[same - 2].reg.value == o[same - 1].reg.value && followed(o[0].size)) {
        op->kind = WD_OP_CONST;
        op->to = wd_register_number(o[0].reg.value);
        op->size = 64;
        op->reads = op->writes = 0;
        return;
    }
    switch (i->mnemonic) {
    case ZYDIS_MNEMONIC_PUSH:
        if (o[0].type == ZYDIS_OPERAND_TYPE_MEMORY || i->operand_width != 64) {
            out->transfer = i->operand_width == 64 ? out->transfer : WD_STOP;
            return; /* computed, as far as we follow it */
        }
        op->kind = WD_OP_PUSH;
        op->from = o[0].type == ZYDIS_OPERAND_TYPE_REGISTER ? wd_register_number(o[0].reg.value) : WD_REG_NONE;
        op->size = 8;
        op->logs = 1;
        op->reads = op->writes = op->addresses = 0;
        op->memory_write = 0;
        return;
    case ZYDIS_MNEMONIC_POP:
        if (o[0].type != ZYDIS_OPERAND_TYPE_REGISTER || i->operand_width != 64)
            return;
        op->kind = WD_OP_POP;
        op->to = wd_register_number(o[0].reg.value);
        op->size = 8;
        op->logs = 1;
        op->reads = op->writes = op->addresses = 0;
        return;
    case ZYDIS_MNEMONIC_LEAVE:
        op->kind = WD_OP_LEAVE;
        op->size = 8;
        op->logs = 1;
        op->reads = op->writes = op->addresses = 0;
        return;
    case ZYDIS_MNEMONIC_XCHG:
        if (o[0].type == ZYDIS_OPERAND_TYPE_REGISTER && o[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
            followed(o[0].size)) {
            op->kind = WD_OP_EXCHANGE;
            op->to = wd_register_number(o[0].reg.value);
            op->from = wd_register_number(o[1].reg.value);
            op->reads = op->writes = 0;
        }
        return;
    default: break;
    }
    if (i->meta.category == ZYDIS_CATEGORY_CMOV && followed(o[0].size) && out->memory.fs <= 1) {
        op->kind = WD_OP_MOVE_IF;
        op->to = wd_register_number(o[0].reg.value);
        op->from = o[1].type == ZYDIS_OPERAND_TYPE_REGISTER ? wd_register_number(o[1].reg.value) : WD_REG_NONE;
        op->size = (uint8_t)(o[0].size / 8);
        op->logs = out->memory.present ? 2 : 1;
        op->reads = op->writes = 0;
        out->condition = i->opcode & 15;
        return;
    }
    if (is_move(i->mnemonic))
        moves(i, o, out);
    else
        joins(i, o, out);
}
