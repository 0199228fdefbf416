/* SPDX-License-Identifier: Apache-2.0 */
/*
 * decode.h: decoding an instruction is Zydis's, which lies beside the library and is opened when flows
 * begin: a process without them does not load it.
 */
#ifndef WD_FLOWS_DECODE_H
#define WD_FLOWS_DECODE_H

#include "flows/instruction.h"

/* Opens the decoder, `file` beside this library or of the system. Returns 0, or -1 with a message in `error`. Not in
 * signal handlers. */
int wd_decode_open(char *error, size_t size);

/* Decodes at most `length` bytes at `pc`, which are readable. What it does not know is a WD_STOP of length 0. Does not
 * allocate, signal-safe. */
void wd_decode(uintptr_t pc, size_t length, struct wd_insn *out);

#endif
