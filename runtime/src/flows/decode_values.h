/* SPDX-License-Identifier: Apache-2.0 */
/* decode_values.h: what an instruction does to values: which it moves, from where to where. */
#ifndef WD_FLOWS_DECODE_VALUES_H
#define WD_FLOWS_DECODE_VALUES_H

#include <Zydis/Zydis.h>

#include "flows/instruction.h"

/* Of one that goes on at the next, whose operands are known: if it is no computation, `out` tells what it moves. */
void wd_decode_values(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, struct wd_insn *out);

#endif
