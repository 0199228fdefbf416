/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/decode.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "flows/decode_values.h"
#include "flows/registers.h"
#include "flows/restartable.h"
#include "own_files/beside_library.h"

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

static int is_general(uint8_t reg)
{
    return reg < WD_REG_VECTOR;
}

/* What it reads, writes and makes addresses of, whatever it does. */
static void operands(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, struct wd_insn *out)
{
    for (int k = 0; k < i->operand_count; k++) {
        const ZydisDecodedOperand *p = &o[k];
        if (p->type == ZYDIS_OPERAND_TYPE_REGISTER) {
            uint8_t r = wd_register_number(p->reg.value);
            if (p->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
                out->op.reads |= wd_register_bit(r);
            if (p->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
                out->op.writes |= wd_register_bit(r);
            if (r != WD_REG_NONE && is_general(r))
                out->registers |= (uint16_t)(1u << r);
        } else if (p->type == ZYDIS_OPERAND_TYPE_MEMORY) {
            uint8_t base = wd_register_number(p->mem.base), index = wd_register_number(p->mem.index);
            if (p->mem.type == ZYDIS_MEMOP_TYPE_AGEN || p->mem.type == ZYDIS_MEMOP_TYPE_MIB)
                out->op.reads |= wd_register_bit(base) | wd_register_bit(index);
            else
                out->op.addresses |= wd_register_bit(base) | wd_register_bit(index);
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
                if (p->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
                    out->op.memory_read = 1;
            }
            if (p->mem.base == ZYDIS_REGISTER_EIP ||
                (!out->memory.rip && p->mem.disp.value != (int32_t)p->mem.disp.value))
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
    case ZYDIS_CATEGORY_SYSTEM: /* but for those that clocks are read by */
        if (i->mnemonic != ZYDIS_MNEMONIC_RDTSC && i->mnemonic != ZYDIS_MNEMONIC_RDTSCP)
            out->transfer = WD_STOP;
        break;
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
    if (i->mnemonic == ZYDIS_MNEMONIC_LEA && o[1].mem.base == ZYDIS_REGISTER_RIP &&
        wd_restartable_is(out->op.pc + i->length + (uintptr_t)o[1].mem.disp.value, out->op.pc))
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
                                  .addresses = by & ~wd_register_bit(WD_REG_RSP),
                                  .to = WD_REG_NONE,
                                  .from = WD_REG_NONE,
                                  .with = WD_REG_NONE,
                                  .size = 8,
                                  .logs = 1 };
    } else if (out->transfer != WD_PLAIN) {
        out->op.logs = 0; /* an address that is jumped to is nobody's item */
        out->op.memory_write = 0;
    } else {
        wd_decode_values(&i, o, out);
    }
    out->op.reads &= ~wd_register_bit(WD_REG_RSP);
    out->op.addresses &= ~wd_register_bit(WD_REG_RSP);
}
