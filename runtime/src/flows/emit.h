/* SPDX-License-Identifier: Apache-2.0 */
/*
 * emit.h: machine code, byte by byte. What is emitted between the host's
 * instructions changes no flag and touches no stack: registers are spilled to
 * the thread's own variables, which lie at a constant distance from fs.
 */
#ifndef WD_FLOWS_EMIT_H
#define WD_FLOWS_EMIT_H

#include <stdint.h>
#include <string.h>

#include "flows/instruction.h"

struct wd_emit {
    uint8_t *at, *end; /* past the end nothing is written, `full` is set */
    int full;
};

enum { WD_RAX, WD_RCX, WD_RDX, WD_RBX, WD_RSP, WD_RBP, WD_RSI, WD_RDI };

static inline void wd_emit_bytes(struct wd_emit *e, const void *bytes, size_t length)
{
    if ((size_t)(e->end - e->at) < length) {
        e->full = 1;
        return;
    }
    memcpy(e->at, bytes, length);
    e->at += length;
}

static inline void wd_emit_8(struct wd_emit *e, unsigned value)
{
    uint8_t byte = (uint8_t)value;
    wd_emit_bytes(e, &byte, 1);
}

static inline void wd_emit_32(struct wd_emit *e, uint32_t value)
{
    wd_emit_bytes(e, &value, 4);
}

static inline void wd_emit_64(struct wd_emit *e, uint64_t value)
{
    wd_emit_bytes(e, &value, 8);
}

#define WD_EMIT(e, ...) wd_emit_bytes(e, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

/* `offset` is from fs, in all of these. */
void wd_emit_spill(struct wd_emit *e, int reg, int32_t offset);
void wd_emit_fill(struct wd_emit *e, int reg, int32_t offset);
void wd_emit_store_const(struct wd_emit *e, int32_t offset, int32_t value);

/* reg = value */
void wd_emit_const(struct wd_emit *e, int reg, uint64_t value);

/* reg = base + index * scale + displacement; WD_REG_NONE for none. */
void wd_emit_lea(struct wd_emit *e, int reg, uint8_t base, uint8_t index, uint8_t scale, int32_t displacement);

/* The address of a memory operand to rax; rcx may be lost. The general registers have the host's values. */
void wd_emit_address(struct wd_emit *e, const struct wd_memory *memory);

/* Jumps. Each returns where its 4 bytes of distance are, so that it can be patched in one store. */
uint8_t *wd_emit_jump(struct wd_emit *e, const uint8_t *to);
uint8_t *wd_emit_jump_if(struct wd_emit *e, uint8_t condition, const uint8_t *to);
void wd_emit_jump_far(struct wd_emit *e, uintptr_t to);

/* Makes the jump whose distance is at `site` lead to `to`; other threads may execute it meanwhile. */
void wd_patch_jump(uint8_t *site, const uint8_t *to);

/* The register that the copy of the instruction lends; -1: none. */
int wd_emit_lends(const struct wd_insn *insn);

/* A copy of a plain instruction that does the same elsewhere. A register that it does not touch is lent to one that is
 * relative to rip, and spilled at `offset` meanwhile. */
void wd_emit_copy(struct wd_emit *e, const struct wd_insn *insn, int32_t offset);

/* rcx = what an indirect jump or call leads to. */
void wd_emit_target(struct wd_emit *e, const struct wd_insn *insn);

#endif
