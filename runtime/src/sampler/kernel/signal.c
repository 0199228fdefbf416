/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/kernel/signal.h"

#include <unistd.h>

#include "memory/fork_state.h"
#include "threads/thread.h"
#include "whodunit_kernel.h"

static uint64_t sampled WD_FORK_STATE; /* atomic */

int wd_kernel_signal_is(const siginfo_t *info, struct wd_sample_origin *origin)
{
    uint64_t value = (uint64_t)(uintptr_t)info->si_value.sival_ptr;
    if (info->si_code != SI_KERNEL || !wd_kernel_is_value(value))
        return 0;
    uint32_t amount = wd_kernel_amount_of(value);
    origin->kernel_stack = wd_kernel_stack_of(value);
    origin->elsewhere = (wd_kernel_kind_of(value) & WD_KERNEL_ELSEWHERE) != 0;
    if (wd_kernel_kind_of(value) & WD_KERNEL_IS_WAIT)
        origin->waited_ns = wd_kernel_ns(amount);
    else
        origin->times = amount;
    __atomic_add_fetch(&sampled, origin->waited_ns ? 1 : amount, __ATOMIC_RELAXED);
    origin->context = wd_thread.context;
    wd_thread_number();
    return 1;
}

uint64_t wd_kernel_signal_sampled(void)
{
    return __atomic_load_n(&sampled, __ATOMIC_RELAXED);
}

void wd_kernel_signal_forked(void)
{
    sampled = 0;
}
