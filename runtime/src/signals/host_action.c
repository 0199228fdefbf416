/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/host_action.h"

#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#include "memory/fork_state.h"
#include "sandbox/needs.h"

/* What libc adds to each action, and is told again. */
#ifdef __x86_64__
#define LIBCS_FLAGS 0x04000000 /* SA_RESTORER */
#else
#define LIBCS_FLAGS 0
#endif
#define TRIES 1000 /* a handler may have interrupted who writes */

static pid_t child WD_FORK_STATE; /* that has set any; atomic; 0: none has */
static unsigned generation;       /* how many have; atomic */

/* Of such a child, or not: then the number may be this one's by now. */
static void forked(void)
{
    if (child)
        child = !wd_sandbox_has_come() && getppid() == child ? getpid() : 0;
}

__attribute__((constructor(101))) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forked);
}

static int is_childs(const struct wd_host_action *kept)
{
    pid_t its = __atomic_load_n(&child, __ATOMIC_ACQUIRE);
    return its &&
           __atomic_load_n(&kept->generation, __ATOMIC_ACQUIRE) == __atomic_load_n(&generation, __ATOMIC_RELAXED) &&
           !wd_sandbox_refuses(WD_REFUSED_PROCESS) && its == getpid();
}

static struct sigaction load(const struct wd_action *kept)
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

static void store(struct wd_action *kept, const struct sigaction *new)
{
    __atomic_add_fetch(&kept->version, 1, __ATOMIC_ACQ_REL);
    kept->action = *new;
    __atomic_add_fetch(&kept->version, 1, __ATOMIC_RELEASE);
}

struct sigaction wd_host_action_get(const struct wd_host_action *kept)
{
    return load(is_childs(kept) ? &kept->childs : &kept->own);
}

void wd_host_action_found(struct wd_host_action *kept, const struct sigaction *found)
{
    store(&kept->own, found);
}

static void become_childs(struct wd_host_action *kept)
{
    pid_t self = getpid();
    if (child != self) {
        __atomic_add_fetch(&generation, 1, __ATOMIC_RELAXED);
        __atomic_store_n(&child, self, __ATOMIC_RELEASE);
    }
    if (kept->generation == generation)
        return;
    struct sigaction parents = load(&kept->own);
    store(&kept->childs, &parents);
    __atomic_store_n(&kept->generation, generation, __ATOMIC_RELEASE);
}

void wd_host_action_childs_exchange(struct wd_host_action *kept, const struct sigaction *new, struct sigaction *old)
{
    struct sigaction copy = { 0 };
    if (!new) {
        wd_host_action_exchange(kept, NULL, old);
        return;
    }
    copy = *new;
    copy.sa_flags |= LIBCS_FLAGS;
    become_childs(kept);
    if (old)
        *old = load(&kept->childs);
    store(&kept->childs,
          &copy); /* by another child's leave it may not be this one's any more, but never the parent's */
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
        store(is_childs(kept) ? &kept->childs : &kept->own, &copy);
}

struct sigaction wd_host_action_take(struct wd_host_action *kept)
{
    struct sigaction its = wd_host_action_get(kept);
    if (its.sa_flags & (int)SA_RESETHAND)
        wd_host_action_exchange(kept, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
    return its;
}
