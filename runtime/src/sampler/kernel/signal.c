/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/kernel/signal.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "fork_state.h"
#include "sandbox/needs.h"
#include "thread.h"
#include "whodunit_kernel.h"

static uint64_t sampled WD_FORK_STATE; /* atomic */

static void number_thread(void)
{
    if (!wd_thread.tid && !wd_sandbox_refuses(WD_REFUSED_TIMERS))
        wd_thread.tid = (uint32_t)syscall(SYS_gettid);
}

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
    number_thread();
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

uint64_t wd_kernel_signal_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
