/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/registers.h"

#include "flows/instruction.h"

uint8_t wd_register_number(ZydisRegister r)
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

uint64_t wd_register_bit(uint8_t reg)
{
    return reg == WD_REG_NONE ? 0 : UINT64_C(1) << reg;
}
