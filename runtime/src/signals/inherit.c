/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/inherit.h"

#include <errno.h>
#include <stddef.h>

#include "signals/faults.h"
#include "signals/host_signal.h"
#include "signals/own_signal.h"

static int ignore(int signal, struct sigaction *before)
{
    return wd_real_sigaction(signal, &(struct sigaction){ .sa_handler = SIG_IGN }, before) == 0;
}

int wd_inherit_mask(sigset_t *before)
{
    enum wd_blocked believed = wd_host_signal_blocked();
    if (!wd_own_signal() || believed == WD_NOT_BLOCKED || wd_own_signal_hold(before) != 0)
        return 0;
    if (wd_is_blocked_in(believed, before))
        return 1;
    wd_own_signal_release(before);
    return 0;
}

void wd_inherit_begin(struct wd_inherit *before)
{
    *before = (struct wd_inherit){ .blocked = 0 };
    if (!wd_own_signal())
        return;
    before->blocked = wd_inherit_mask(&before->mask);
    before->own_ignored = wd_host_signal_ignored() && ignore(wd_own_signal(), &before->own);
    before->faults_ignored = wd_faults_host_ignores() && ignore(SIGSEGV, &before->faults);
}

void wd_inherit_undo(const struct wd_inherit *before)
{
    int saved = errno;
    if (before->faults_ignored)
        wd_real_sigaction(SIGSEGV, &before->faults, NULL);
    if (before->own_ignored)
        wd_real_sigaction(wd_own_signal(), &before->own, NULL);
    if (before->blocked)
        wd_own_signal_release(&before->mask);
    errno = saved;
}
