/* SPDX-License-Identifier: Apache-2.0 */
/* registers.h: the decoder's registers as dataflow numbers them. */
#ifndef WD_FLOWS_REGISTERS_H
#define WD_FLOWS_REGISTERS_H

#include <Zydis/Zydis.h>

/* 0 to 47, or WD_REG_NONE (instruction.h) for those whose values we do not follow. */
uint8_t wd_register_number(ZydisRegister r);

/* Of a number: its place in a set of registers; 0 for WD_REG_NONE. */
uint64_t wd_register_bit(uint8_t number);

#endif
