/* SPDX-License-Identifier: Apache-2.0 */
/* instruction.h: an x86-64 instruction, as far as translation and dataflow need it. */
#ifndef WD_FLOWS_INSTRUCTION_H
#define WD_FLOWS_INSTRUCTION_H

#include <stddef.h>
#include <stdint.h>

enum { WD_REG_NONE = 255, WD_REG_RSP = 4, WD_REG_VECTOR = 16, WD_REGS = 48 }; /* 0 to 15 general, 16 to 47 vectors */

/* What an instruction does to the next one's address. */
enum wd_transfer_kind {
    WD_PLAIN,
    WD_JUMP,       /* to target */
    WD_JUMP_IF,    /* to target, on a condition */
    WD_JUMP_COUNT, /* to target: loop, jrcxz */
    WD_CALL,       /* target */
    WD_JUMP_BY,    /* by a register or memory */
    WD_CALL_BY,
    WD_RETURN,
    WD_STOP, /* is left to the processor, and the translation with it */
};

/* What it does to values. Every memory access is logged: its address, and of moves the value. */
enum wd_op_kind {
    WD_OP_COMPUTE, /* reads and uses `reads`; what it writes is computed */
    WD_OP_MOVE,    /* from register to register */
    WD_OP_LOAD,    /* from memory to register */
    WD_OP_STORE,   /* from register to memory */
    WD_OP_CONST,   /* a constant to a register */
    WD_OP_STORE_CONST,
    WD_OP_MOVE_IF, /* register or memory to register, on a condition that is logged first */
    WD_OP_EXCHANGE,
    WD_OP_PUSH, /* register, or WD_REG_NONE for a constant or return address */
    WD_OP_POP,
    WD_OP_LEAVE,
    WD_OP_JOIN,     /* lanes 0 of `to` (or `with`) and `from` become lanes 0 and 1 of `to` */
    WD_OP_LOAD_LANE /* one lane of memory to lane `lane` of `to` */
};

struct wd_op {
    uintptr_t pc;
    uint64_t reads;     /* registers, as bits, that are used otherwise than by being moved */
    uint64_t addresses; /* that make an address */
    uint64_t writes;    /* that hold a computed value afterwards */
    uint8_t kind;
    uint8_t to, from, with;
    uint8_t size; /* of the value that is moved, in bytes */
    uint8_t lane;
    uint8_t logs;         /* entries in the log */
    uint8_t memory_write; /* a computed value is written to memory */
    uint8_t memory_read;  /* what is there is looked at; not of moves */
};

struct wd_memory {
    uint8_t present, base, index, scale; /* registers, or WD_REG_NONE */
    uint8_t rip;                         /* then `displacement` is the address itself */
    uint8_t fs;
    int64_t displacement;
};

struct wd_insn {
    struct wd_op op;
    struct wd_memory memory;
    enum wd_transfer_kind transfer;
    uintptr_t target;
    uint16_t registers; /* general ones that it has anything to do with */
    uint16_t released;  /* bytes that a return takes from the stack beside the address */
    uint8_t length;
    uint8_t condition; /* of WD_JUMP_IF and WD_OP_MOVE_IF */
    uint8_t modrm, displacement, displacement_size;
    uint8_t prefix;    /* where REX, VEX or EVEX begins */
    uint8_t log_after; /* the value is in memory only then */
    enum { WD_LEGACY, WD_REX, WD_VEX2, WD_VEX3, WD_EVEX } encoding;
};

#endif
