/* SPDX-License-Identifier: Apache-2.0 */
/* caller.h: who calls a wrapped function. */
#ifndef WD_CALLER_H
#define WD_CALLER_H

#include <stdint.h>

/* The call of a wrapped function. */
struct wd_caller {
    void *pc;     /* its return address */
    uintptr_t sp; /* the stack pointer after its return */
};

/* The call of the function in which the macro stands. */
#define WD_CALLER() ((struct wd_caller){ __builtin_return_address(0), (uintptr_t)__builtin_dwarf_cfa() })

#endif
