/* SPDX-License-Identifier: Apache-2.0 */
/*
 * logging.h: emits what logs a thread's way through copies: the numbers of
 * blocks, and memory accesses with their values. Changes no flag, and leaves
 * all registers as they were.
 */
#ifndef WD_FLOWS_LOGGING_H
#define WD_FLOWS_LOGGING_H

#include "flows/instruction.h"
#include "flows/versions.h"

/* The begin of a block that is learned. */
struct wd_log_begun {
    uint8_t *count; /* where the number of its instructions belongs */
    uint8_t *over;  /* the distance of the jump that is taken when the budget is used up */
};

/* Counts its instructions, and logs its number. */
struct wd_log_begun wd_log_block(uint32_t number);

/* Where that jump leads: the host's registers and flags are restored. */
void wd_log_block_undo(void);

/* All accesses of an instruction whose values are in memory before it. */
void wd_log_before(const struct wd_insn *insn);

/* A copy of a plain instruction, with what the version logs of it. */
void wd_log_plain(const struct wd_version *version, const struct wd_insn *insn);

#endif
