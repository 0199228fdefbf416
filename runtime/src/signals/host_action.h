/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_action.h: what the host has set for a signal whose real handler is ours. Reading is signal-safe, and so is
 * writing, as far as sigaction is: the last one wins.
 */
#ifndef WD_HOST_ACTION_H
#define WD_HOST_ACTION_H

#include <signal.h>

struct wd_action {
    unsigned version; /* odd while it is written; atomic */
    struct sigaction action;
};

struct wd_host_action {
    struct wd_action own, childs;
    unsigned generation; /* of the latter; atomic */
};

struct sigaction wd_host_action_get(const struct wd_host_action *kept);

/* What was set when our handler took its place. */
void wd_host_action_found(struct wd_host_action *kept, const struct sigaction *found);

/* As the host's sigaction, but that nothing happens. The two may be the same. */
void wd_host_action_exchange(struct wd_host_action *kept, const struct sigaction *new, struct sigaction *old);

/* The same in a child that has its parent's memory, as that of vfork, or a copy that libc knows nothing of: what it
 * sets is not its parent's. Of several such children at a time one is known. */
void wd_host_action_childs_exchange(struct wd_host_action *kept, const struct sigaction *new, struct sigaction *old);

/* The one that a signal that has come is for; the default follows where it is meant for one time. */
struct sigaction wd_host_action_take(struct wd_host_action *kept);

#endif
