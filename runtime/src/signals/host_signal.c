/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/host_signal.h"

#include <stddef.h>

#include "signals/deliver.h"
#include "signals/host_action.h"
#include "signals/own_signal.h"
#include "signals/restarts.h"

static struct wd_host_action set;
static __thread enum wd_blocked is_blocked __attribute__((tls_model("initial-exec")));

int wd_host_signal_action(const struct sigaction *new, struct sigaction *old)
{
    if (new && (new->sa_flags &SA_ONSTACK)) /* as Go says of all signals */
        wd_own_signal_needs_stack();
    wd_host_action_exchange(&set, new, old);
    return 0;
}

int wd_host_signal_childs_action(const struct sigaction *new, struct sigaction *old)
{
    wd_host_action_childs_exchange(&set, new, old);
    return 0;
}

/* What would stay pending for good does not end the process. */
void wd_host_signal_deliver(siginfo_t *info, void *ucontext)
{
    struct sigaction its = wd_host_action_take(&set);
    if (wd_is_handler(&its) && !(its.sa_flags & SA_RESTART))
        wd_restarts_end(ucontext);
    if (!is_blocked || its.sa_handler != SIG_DFL)
        wd_deliver(&its, info, ucontext);
}

enum wd_blocked wd_host_signal_blocked(void)
{
    return is_blocked;
}

void wd_host_signal_set_blocked(enum wd_blocked is)
{
    is_blocked = is;
}

int wd_is_blocked_in(enum wd_blocked believed, const sigset_t *mask)
{
    return believed == WD_BLOCKED || (believed == WD_BLOCKED_WITH_OTHERS && wd_own_signal_others(mask));
}

void wd_host_signal_inherit(void)
{
    sigset_t mask;
    sigemptyset(&mask);
    if (wd_own_signal() && wd_real_sigmask(SIG_BLOCK, NULL, &mask) == 0 && sigismember(&mask, wd_own_signal()) == 1) {
        is_blocked = wd_own_signal_others(&mask) ? WD_BLOCKED_WITH_OTHERS : WD_BLOCKED;
        wd_own_signal_unblock();
    }
}

int wd_host_signal_ignored(void)
{
    return wd_host_action_get(&set).sa_handler == SIG_IGN;
}
