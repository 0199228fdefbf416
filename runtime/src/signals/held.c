/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/held.h"

#include <string.h>
#include <sys/syscall.h>

#include "signals/faults.h"
#include "system/bare_call.h"

enum { GLIBCS_SETXID = 33 };

static uint64_t mask(void)
{
    uint64_t set = 0;
    for (int signal = 1; signal < _NSIG; signal++)
        if (!wd_is_synchronous(signal) && signal != GLIBCS_SETXID)
            set |= UINT64_C(1) << (signal - 1);
    return set;
}

sigset_t wd_signals_to_hold(void)
{
    uint64_t kernels = mask();
    sigset_t set;
    sigemptyset(&set);
    memcpy(&set, &kernels, sizeof kernels);
    return set;
}

int wd_signals_hold(uint64_t *before)
{
    uint64_t set = mask();
    return (int)WD_BARE_CALL(SYS_rt_sigprocmask, SIG_BLOCK, &set, before, sizeof set);
}

void wd_signals_release(uint64_t before)
{
    WD_BARE_CALL(SYS_rt_sigprocmask, SIG_SETMASK, &before, 0, sizeof before);
}
