/* SPDX-License-Identifier: Apache-2.0 */
#include "memory/errno_place.h"

#include <errno.h>

intptr_t wd_errno_place WD_EACH_MESSAGE;

__attribute__((constructor(101))) static void find(void)
{
    wd_errno_place = (intptr_t)&errno - (intptr_t)__builtin_thread_pointer();
}
