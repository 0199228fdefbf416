/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/processor.h"

#include <stdint.h>

#include "flows/raw.h"

/* The processor's state is saved by one mask, which the system must have enabled. */
static int can_save_state(void)
{
    uint32_t a = 1, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(c & 1u << 27))
        return 0;
    a = 13, c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    a = 0x80000001, c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return c & 1; /* lahf */
}

/* A shadow stack would not bear return addresses that change. */
static int has_shadow_stack(void)
{
    unsigned long features = 0;
    return wd_raw_call(SYS_arch_prctl, 0x5005, (long)&features, 0, 0) == 0 && (features & 1);
}

int wd_processor_can(void)
{
    return can_save_state() && !has_shadow_stack();
}
