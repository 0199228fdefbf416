/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/lost_event.h"

#include <errno.h>
#include <stddef.h>

#include "memory/fork_state.h"
#include "signals/deliver.h"
#include "signals/own_signal.h"

static int begun;              /* atomic */
static int seen WD_FORK_STATE; /* likewise */

/* What its own descriptors send looks the same; but a host that has any does not leave the default. */
static void on_io(int signal, siginfo_t *info, void *ucontext)
{
    (void)signal;
    int saved = errno;
    if (info->si_code == SI_KERNEL) {
        __atomic_store_n(&seen, 1, __ATOMIC_RELEASE);
    } else {
        info->si_code = SI_USER; /* or the default would be left to a fault's coming again */
        wd_deliver(&(struct sigaction){ .sa_handler = SIG_DFL }, info, ucontext);
    }
    errno = saved;
}

static int is_ours(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_io;
}

int wd_lost_event_has(int signal)
{
    return signal == SIGIO && __atomic_load_n(&begun, __ATOMIC_ACQUIRE);
}

int wd_lost_event_action(const struct sigaction *new, struct sigaction *old)
{
    struct sigaction ours = { .sa_sigaction = on_io, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK };
    int result = wd_real_sigaction(SIGIO, new &&new->sa_handler == SIG_DFL ? &ours : new, old);
    if (result == 0 && old && is_ours(old))
        *old = (struct sigaction){ .sa_handler = SIG_DFL };
    return result;
}

void wd_lost_event_begin(void)
{
    struct sigaction current;
    __atomic_store_n(&seen, 0, __ATOMIC_RELEASE);
    if (!__atomic_exchange_n(&begun, 1, __ATOMIC_ACQ_REL) && wd_real_sigaction(SIGIO, NULL, &current) == 0 &&
        current.sa_handler == SIG_DFL)
        wd_lost_event_action(&current, NULL);
}

int wd_lost_event_seen(void)
{
    return __atomic_load_n(&seen, __ATOMIC_ACQUIRE);
}
