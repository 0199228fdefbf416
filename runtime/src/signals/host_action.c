/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/host_action.h"

#include <stddef.h>

/* What libc adds to each action, and is told again. */
#ifdef __x86_64__
#define LIBCS_FLAGS 0x04000000 /* SA_RESTORER */
#else
#define LIBCS_FLAGS 0
#endif
#define TRIES 1000 /* a handler may have interrupted who writes */

struct sigaction wd_host_action_get(const struct wd_host_action *kept)
{
    struct sigaction copy;
    unsigned before;
    int tries = 0;
    do {
        before = __atomic_load_n(&kept->version, __ATOMIC_ACQUIRE);
        copy = *(const volatile struct sigaction *)&kept->action;
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    } while (((before & 1) || before != __atomic_load_n(&kept->version, __ATOMIC_RELAXED)) && ++tries < TRIES);
    return copy;
}

static void store(struct wd_host_action *kept, const struct sigaction *new)
{
    __atomic_add_fetch(&kept->version, 1, __ATOMIC_ACQ_REL);
    kept->action = *new;
    __atomic_add_fetch(&kept->version, 1, __ATOMIC_RELEASE);
}

void wd_host_action_found(struct wd_host_action *kept, const struct sigaction *found)
{
    store(kept, found);
}

void wd_host_action_exchange(struct wd_host_action *kept, const struct sigaction *new, struct sigaction *old)
{
    struct sigaction copy = { 0 };
    if (new)
        copy = *new;
    if (old)
        *old = wd_host_action_get(kept);
    copy.sa_flags |= LIBCS_FLAGS;
    if (new)
        store(kept, &copy);
}

struct sigaction wd_host_action_take(struct wd_host_action *kept)
{
    struct sigaction its = wd_host_action_get(kept);
    if (its.sa_flags & (int)SA_RESETHAND)
        wd_host_action_exchange(kept, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
    return its;
}
