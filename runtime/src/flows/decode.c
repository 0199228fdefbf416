/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/decode.h"

#include <Zydis/Zydis.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "beside_library.h"

static ZydisDecoder decoder;
static __typeof__(&ZydisDecoderDecodeFull) decode_full;

int wd_decode_open(char *error, size_t size)
{
    char path[4096];
    void *library = NULL;
    if (wd_beside_library("libZydis.so.4.0", path, sizeof path) == 0)
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        library = dlopen("libZydis.so.4.0", RTLD_NOW | RTLD_LOCAL);
    __typeof__(&ZydisDecoderInit) init = library ? (__typeof__(init))dlsym(library, "ZydisDecoderInit") : NULL;
    decode_full = library ? (__typeof__(decode_full))dlsym(library, "ZydisDecoderDecodeFull") : NULL;
    if (!init || !decode_full || ZYAN_FAILED(init(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64))) {
        snprintf(error, size, "libZydis.so.4.0 cannot be used: %s", library ? "another version" : dlerror());
        return -1;
    }
    return 0;
}

/* 0 to 47, or WD_REG_NONE for those whose values we do not follow. */
static uint8_t number(ZydisRegister r)
{
    if (r >= ZYDIS_REGISTER_RAX && r <= ZYDIS_REGISTER_R15)
        return (uint8_t)(r - ZYDIS_REGISTER_RAX);
    if (r >= ZYDIS_REGISTER_EAX && r <= ZYDIS_REGISTER_R15D)
        return (uint8_t)(r - ZYDIS_REGISTER_EAX);
    if (r >= ZYDIS_REGISTER_AX && r <= ZYDIS_REGISTER_R15W)
        return (uint8_t)(r - ZYDIS_REGISTER_AX);
    if (r >= ZYDIS_REGISTER_AL && r <= ZYDIS_REGISTER_BL)
        return (uint8_t)(r - ZYDIS_REGISTER_AL);
    if (r >= ZYDIS_REGISTER_AH && r <= ZYDIS_REGISTER_BH)
        return (uint8_t)(r - ZYDIS_REGISTER_AH);
    if (r >= ZYDIS_REGISTER_SPL && r <= ZYDIS_REGISTER_R15B)
        return (uint8_t)(4 + r - ZYDIS_REGISTER_SPL);
    if (r >= ZYDIS_REGISTER_XMM0 && r <= ZYDIS_REGISTER_XMM31)
        return (uint8_t)(WD_REG_VECTOR + r - ZYDIS_REGISTER_XMM0);
    if (r >= ZYDIS_REGISTER_YMM0 && r <= ZYDIS_REGISTER_YMM31)
        return (uint8_t)(WD_REG_VECTOR + r - ZYDIS_REGISTER_YMM0);
    if (r >= ZYDIS_REGISTER_ZMM0 && r <= ZYDIS_REGISTER_ZMM31)
        return (uint8_t)(WD_REG_VECTOR + r - ZYDIS_REGISTER_ZMM0);
    return WD_REG_NONE;
}

static uint64_t bit(uint8_t reg)
{
    return reg == WD_REG_NONE ? 0 : UINT64_C(1) << reg;
}

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

static int is_general(uint8_t reg)
{
    return reg < WD_REG_VECTOR;
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
    uint8_t source = from->type == ZYDIS_OPERAND_TYPE_REGISTER ? number(from->reg.value) : WD_REG_NONE;
    uint8_t target = to->type == ZYDIS_OPERAND_TYPE_REGISTER ? number(to->reg.value) : WD_REG_NONE;
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
        op->from = number(second->reg.value);
        break;
    case ZYDIS_MNEMONIC_PINSRQ:
        if (second->type != ZYDIS_OPERAND_TYPE_REGISTER || o[2].imm.value.u != 1)
            return;
        op->kind = WD_OP_JOIN;
        op->from = number(second->reg.value);
        break;
    case ZYDIS_MNEMONIC_VPINSRQ:
        if (o[2].type != ZYDIS_OPERAND_TYPE_REGISTER || o[3].imm.value.u != 1)
            return;
        op->kind = WD_OP_JOIN;
        op->from = number(o[2].reg.value);
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
    op->with = number(first->reg.value);
    op->to = number(o[0].reg.value);
    op->size = 8;
    op->reads = op->writes = 0;
}

static void special(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, struct wd_insn *out)
{
    struct wd_op *op = &out->op;
    int same = clears(i->mnemonic);
    if (same && o[same - 2].type == ZYDIS_OPERAND_TYPE_REGISTER && o[same - 1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
        o[same - 2].reg.value == o[same - 1].reg.value && followed(o[0].size)) {
        op->kind = WD_OP_CONST;
        op->to = number(o[0].reg.value);
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
        op->from = o[0].type == ZYDIS_OPERAND_TYPE_REGISTER ? number(o[0].reg.value) : WD_REG_NONE;
        op->size = 8;
        op->logs = 1;
        op->reads = op->writes = op->addresses = 0;
        op->memory_write = 0;
        return;
    case ZYDIS_MNEMONIC_POP:
        if (o[0].type != ZYDIS_OPERAND_TYPE_REGISTER || i->operand_width != 64)
            return;
        op->kind = WD_OP_POP;
        op->to = number(o[0].reg.value);
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
            op->to = number(o[0].reg.value);
            op->from = number(o[1].reg.value);
            op->reads = op->writes = 0;
        }
        return;
    default: break;
    }
    if (i->meta.category == ZYDIS_CATEGORY_CMOV && followed(o[0].size) && out->memory.fs <= 1) {
        op->kind = WD_OP_MOVE_IF;
        op->to = number(o[0].reg.value);
        op->from = o[1].type == ZYDIS_OPERAND_TYPE_REGISTER ? number(o[1].reg.value) : WD_REG_NONE;
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

/* What it reads, writes and makes addresses of, whatever it does. */
static void operands(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, struct wd_insn *out)
{
    for (int k = 0; k < i->operand_count; k++) {
        const ZydisDecodedOperand *p = &o[k];
        if (p->type == ZYDIS_OPERAND_TYPE_REGISTER) {
            uint8_t r = number(p->reg.value);
            if (p->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
                out->op.reads |= bit(r);
            if (p->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
                out->op.writes |= bit(r);
            if (r != WD_REG_NONE && is_general(r))
                out->registers |= (uint16_t)(1u << r);
        } else if (p->type == ZYDIS_OPERAND_TYPE_MEMORY) {
            uint8_t base = number(p->mem.base), index = number(p->mem.index);
            if (p->mem.type == ZYDIS_MEMOP_TYPE_AGEN || p->mem.type == ZYDIS_MEMOP_TYPE_MIB)
                out->op.reads |= bit(base) | bit(index);
            else
                out->op.addresses |= bit(base) | bit(index);
            if (base != WD_REG_NONE && is_general(base))
                out->registers |= (uint16_t)(1u << base);
            if (index != WD_REG_NONE && is_general(index))
                out->registers |= (uint16_t)(1u << index);
            if (p->mem.type == ZYDIS_MEMOP_TYPE_MEM && p->visibility == ZYDIS_OPERAND_VISIBILITY_EXPLICIT) {
                out->memory.present = 1;
                out->memory.rip = p->mem.base == ZYDIS_REGISTER_RIP;
                out->memory.base = base;
                out->memory.index = index;
                out->memory.scale = p->mem.scale;
                out->memory.fs = p->mem.segment == ZYDIS_REGISTER_FS ? 1 : p->mem.segment == ZYDIS_REGISTER_GS ? 2 : 0;
                out->memory.displacement = p->mem.disp.value;
                if (out->memory.rip)
                    out->memory.displacement += (int64_t)out->op.pc + out->length;
                if (p->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
                    out->op.memory_write = 1;
            }
            if (p->mem.base == ZYDIS_REGISTER_EIP)
                out->transfer = WD_STOP;
        }
    }
    if (i->address_width != 64)
        out->transfer = WD_STOP;
    out->op.logs = out->memory.present && out->memory.fs <= 1;
}

static void layout(const ZydisDecodedInstruction *i, struct wd_insn *out)
{
    out->modrm = i->raw.modrm.offset;
    out->displacement = i->raw.disp.offset;
    out->displacement_size = i->raw.disp.size;
    switch (i->encoding) {
    case ZYDIS_INSTRUCTION_ENCODING_LEGACY:
        out->encoding = i->attributes & ZYDIS_ATTRIB_HAS_REX ? WD_REX : WD_LEGACY;
        out->prefix = i->raw.rex.offset;
        break;
    case ZYDIS_INSTRUCTION_ENCODING_VEX:
        out->encoding = i->raw.vex.size == 2 ? WD_VEX2 : WD_VEX3;
        out->prefix = i->raw.vex.offset;
        break;
    case ZYDIS_INSTRUCTION_ENCODING_EVEX:
        out->encoding = WD_EVEX;
        out->prefix = i->raw.evex.offset;
        break;
    default: out->transfer = WD_STOP;
    }
}

static void transfers(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, struct wd_insn *out)
{
    int relative = o[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE && o[0].imm.is_relative;
    if (relative)
        out->target = out->op.pc + i->length + (uintptr_t)o[0].imm.value.s;
    switch (i->meta.category) {
    case ZYDIS_CATEGORY_COND_BR:
        if (i->mnemonic == ZYDIS_MNEMONIC_JRCXZ || i->mnemonic == ZYDIS_MNEMONIC_LOOP ||
            i->mnemonic == ZYDIS_MNEMONIC_LOOPE || i->mnemonic == ZYDIS_MNEMONIC_LOOPNE)
            out->transfer = WD_JUMP_COUNT;
        else if (relative && i->mnemonic != ZYDIS_MNEMONIC_XBEGIN && i->mnemonic != ZYDIS_MNEMONIC_JECXZ &&
                 i->mnemonic != ZYDIS_MNEMONIC_JCXZ)
            out->transfer = WD_JUMP_IF, out->condition = i->opcode & 15;
        else
            out->transfer = WD_STOP;
        break;
    case ZYDIS_CATEGORY_UNCOND_BR:
        out->transfer = i->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? WD_STOP : relative ? WD_JUMP : WD_JUMP_BY;
        break;
    case ZYDIS_CATEGORY_CALL:
        out->transfer = i->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? WD_STOP : relative ? WD_CALL : WD_CALL_BY;
        break;
    case ZYDIS_CATEGORY_RET:
        out->transfer =
            i->mnemonic == ZYDIS_MNEMONIC_RET && i->meta.branch_type == ZYDIS_BRANCH_TYPE_NEAR ? WD_RETURN : WD_STOP;
        out->released = o[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? (uint16_t)o[0].imm.value.u : 0;
        break;
    case ZYDIS_CATEGORY_SYSCALL:
    case ZYDIS_CATEGORY_SYSRET:
    case ZYDIS_CATEGORY_SYSTEM:
    case ZYDIS_CATEGORY_INTERRUPT:
    case ZYDIS_CATEGORY_IO:
    case ZYDIS_CATEGORY_IOSTRINGOP:
    case ZYDIS_CATEGORY_SEGOP: out->transfer = WD_STOP; break;
    default: break;
    }
    switch (i->meta.isa_ext) {
    case ZYDIS_ISA_EXT_RTM:
    case ZYDIS_ISA_EXT_RDWRFSGS: out->transfer = WD_STOP; break;
    default: break;
    }
    if (i->mnemonic == ZYDIS_MNEMONIC_UD0 || i->mnemonic == ZYDIS_MNEMONIC_UD1 || i->mnemonic == ZYDIS_MNEMONIC_UD2)
        out->transfer = WD_STOP;
    /* calls and jumps through these would need the segment's base */
    if ((out->transfer == WD_JUMP_BY || out->transfer == WD_CALL_BY) && (out->memory.fs || i->operand_width != 64))
        out->transfer = WD_STOP;
}

void wd_decode(uintptr_t pc, size_t length, struct wd_insn *out)
{
    ZydisDecodedInstruction i;
    ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT];
    memset(out, 0, sizeof *out);
    out->op.pc = pc;
    out->op.to = out->op.from = out->op.with = out->memory.base = out->memory.index = WD_REG_NONE;
    if (!decode_full || ZYAN_FAILED(decode_full(&decoder, (const void *)pc, length, &i, o))) {
        out->transfer = WD_STOP;
        return;
    }
    out->length = i.length;
    operands(&i, o, out);
    layout(&i, out);
    if (out->transfer != WD_STOP)
        transfers(&i, o, out);
    if (out->transfer == WD_CALL || out->transfer == WD_CALL_BY || out->transfer == WD_RETURN) {
        uint64_t by = out->transfer == WD_CALL_BY ? out->op.reads | out->op.addresses : 0;
        out->op = (struct wd_op){ .pc = pc,
                                  .kind = out->transfer == WD_RETURN ? WD_OP_COMPUTE : WD_OP_PUSH,
                                  .addresses = by & ~bit(WD_REG_RSP),
                                  .to = WD_REG_NONE,
                                  .from = WD_REG_NONE,
                                  .with = WD_REG_NONE,
                                  .size = 8,
                                  .logs = 1 };
    } else if (out->transfer != WD_PLAIN) {
        out->op.logs = 0; /* an address that is jumped to is nobody's item */
        out->op.memory_write = 0;
    } else {
        special(&i, o, out);
    }
    out->op.reads &= ~bit(WD_REG_RSP);
    out->op.addresses &= ~bit(WD_REG_RSP);
}
