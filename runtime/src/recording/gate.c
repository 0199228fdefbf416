/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/gate.h"

#include "memory/fork_state.h"
#include "system/pause.h"

static int is_taken WD_FORK_STATE; /* atomic */

static int try_once(void)
{
    return !__atomic_exchange_n(&is_taken, 1, __ATOMIC_ACQUIRE);
}

static void wait_a_step(void)
{
    wd_pause_us(100);
}

void wd_gate_take(void)
{
    while (!try_once())
        wait_a_step();
}

int wd_gate_take_within(int steps)
{
    int has;
    for (; !(has = try_once()) && steps > 0; steps--)
        wait_a_step();
    return has;
}

void wd_gate_leave(void)
{
    __atomic_store_n(&is_taken, 0, __ATOMIC_RELEASE);
}

void wd_gate_after_fork(void)
{
    is_taken = 0;
}
