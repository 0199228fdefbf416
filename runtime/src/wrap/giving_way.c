/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/giving_way.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "health/diagnostics.h"
#include "recording/recorder.h"
#include "signals/host_signal.h"
#include "signals/own_signal.h"
#include "threads/host_threads.h"

static int (*set_action)(int signal, const struct sigaction *new, struct sigaction *old);
static struct sigaction actions[_NSIG]; /* as the host has set them; one thread is there */

static void read_actions(void)
{
    for (int signal = 1; signal < _NSIG; signal++)
        if (set_action(signal, NULL, &actions[signal]) != 0)
            actions[signal].sa_handler = SIG_DFL;
}

/* In the masks of the host's handlers the former number is the host's now, and the new one ours. */
static void tell_actions(int former)
{
    wd_real_sigaction(former, &actions[former], NULL);
    wd_host_signal_action(&(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
    for (int signal = 1; signal < _NSIG; signal++)
        if (signal != former && actions[signal].sa_handler != SIG_DFL && actions[signal].sa_handler != SIG_IGN)
            set_action(signal, &actions[signal], NULL);
}

static void use_another(const sigset_t *named)
{
    sigset_t all, mask;
    sigfillset(&all);
    if (wd_real_sigmask(SIG_BLOCK, &all, &mask) != 0)
        return;
    read_actions();
    int blocked = wd_is_blocked_in(wd_host_signal_blocked(), &mask);
    int former = wd_own_signal_change(named);
    if (former) {
        tell_actions(former);
        if (blocked)
            sigaddset(&mask, former);
        wd_host_signal_set_blocked(sigismember(&mask, wd_own_signal()) == 1 ? WD_BLOCKED : WD_NOT_BLOCKED);
        sigdelset(&mask, wd_own_signal());
    }
    wd_real_sigmask(SIG_SETMASK, &mask, NULL);
}

static void tell(void)
{
    static int told; /* atomic */
    char what[80];
    if (__atomic_exchange_n(&told, 1, __ATOMIC_ACQ_REL))
        return;
    snprintf(what, sizeof what, "the program waits for signal %d", wd_own_signal());
    wd_diagnostics_problem(what, "samples are taken by it, and the program has several threads already",
                           "block that signal before the first thread is begun, and the recorder takes another",
                           " does not get what is sent to it by that number");
}

void wd_give_way_by(int (*its)(int, const struct sigaction *, struct sigaction *))
{
    set_action = its;
}

void wd_give_way(const sigset_t *named)
{
    int saved = errno;
    if (!named || !wd_own_signal_is_meant(named) || !wd_recorder_running())
        return;
    if (!wd_host_has_one_thread) {
        tell();
    } else if (wd_recorder_suspend()) {
        if (!wd_recorder_running()) /* no sample can come any more */
            use_another(named);
        wd_recorder_resume();
    }
    errno = saved;
}
