/* SPDX-License-Identifier: Apache-2.0 */
/*
 * translate.h: executes the host's code in copies, which also log (D15).
 *
 * A copy does what the original does, with the same registers, flags, memory
 * and stack: return addresses on the stack are the original ones. So it can be
 * left before each instruction, and is, where the translator does not know an
 * instruction or code is not to be translated; and what unwinds the stack, a
 * C++ exception or longjmp, finds nothing of us.
 *
 * All functions but wd_translate_open are called with the lock held and signals
 * blocked, and neither allocate nor lock.
 */
#ifndef WD_FLOWS_TRANSLATE_H
#define WD_FLOWS_TRANSLATE_H

#include <stddef.h>
#include <stdint.h>

#include "flows/decode.h"
#include "flows/thread.h"
#include "flows/versions.h"

/* A block as it was learnt: what its instructions do, in order. */
struct wd_block {
    uintptr_t pc;
    uint32_t first; /* of wd_block_ops */
    uint16_t count;
};

enum wd_left {
    WD_LEFT_CODE,        /* code that is not to be translated */
    WD_LEFT_INSTRUCTION, /* that is left to the processor */
    WD_LEFT_BUDGET,      /* all instructions were used up */
    WD_LEFT_FULL,        /* no more room for copies */
};

/* What happens when translated code is left: runs on our own stack. The thread is the processor's afterwards. Set
 * before anything is translated. */
extern void (*wd_translate_left)(struct wd_flow_thread *thread, uintptr_t pc, enum wd_left why);

/* All instructions were used up, on our own stack: false where the copy is to be left; else there is a new budget, and
 * the log is empty. */
extern int (*wd_translate_again)(struct wd_flow_thread *thread);

/* Which code may be translated, and which is ours: text.h, or a test's. */
extern size_t (*wd_translate_text)(uintptr_t pc);
extern int (*wd_translate_is_ours)(uintptr_t pc);

/* The function of ours that is called instead of the host's at `pc`; `pc` itself: none. */
extern uintptr_t (*wd_translate_instead)(uintptr_t pc);

/* Once, before anything else. Returns 0, or -1 with a message. */
int wd_translate_open(char *error, size_t size);

/* The translator's lock, with signals blocked meanwhile. */
void wd_translate_lock(uint64_t *mask);
void wd_translate_unlock(const uint64_t *mask);

/* In a forked child: was the lock held? Nobody holds it now. */
int wd_translate_was_locked(void);

/* Where the thread is to go in order to execute the code at `pc`; NULL: to `pc` itself. */
uint8_t *wd_translate(struct wd_version *version, uintptr_t pc);

const struct wd_block *wd_translate_block(uint64_t number);
const struct wd_op *wd_translate_ops(const struct wd_block *block);

#endif
