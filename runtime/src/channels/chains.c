/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/chains.h"

#include <pthread.h>
#include <string.h>

#include "channels/memory.h"
#include "contexts/context.h"
#include "contexts/intern.h"
#include "contexts/wire.h"
#include "memory/apart.h"
#include "memory/fork_state.h"
#include "memory/region.h"

#define TRIES 16
#define HOPS 16 /* a longer chain, or a circle, is none */
#define MEMO (1u << 12)
#define ANCESTORS 8 /* the eldest are forgotten */

/* Who this process was before its forks, the eldest first: contexts below `contexts` were sent under `uid`. What an
 * ancestor has sent is answered here as well. */
static struct ancestor {
    uint64_t uid;
    whodunit_context contexts;
} ancestors[ANCESTORS] WD_FORK_STATE;
static uint32_t ancestor_count WD_FORK_STATE;

/* A child that is not recorded yet sends what it has inherited as its nearest recorded ancestor's: from there on. */
static uint32_t recorded_ancestor WD_FORK_STATE;
int wd_chain_is_unrecorded WD_FORK_STATE;

enum published { NOT_PUBLISHED, PUBLISHED_AS_ANCESTOR, PUBLISHED };
static uint32_t *types;    /* by context; 0: not known yet */
static uint8_t *published; /* by context; what is sent under another uid from now on is not published yet */
static struct memo {
    uint64_t uid;
    uint32_t synopsis;
    uint32_t check;
    struct wd_arrival arrival;
} * memo; /* what has arrived lately */

__attribute__((constructor(101))) static void reserve(void)
{
    types = wd_region_reserve_own(WD_CONTEXT_END * sizeof *types);
    published = wd_region_reserve_own(WD_CONTEXT_END);
    memo = wd_region_reserve_own(MEMO * sizeof *memo);
}

static uint64_t uid_before;

static void before_fork(void)
{
    if (wd_channels_memory)
        uid_before = wd_process_uid();
}

static void in_child(void)
{
    if (!wd_channels_memory)
        return;
    if (ancestor_count == ANCESTORS) {
        memmove(ancestors, ancestors + 1, (ANCESTORS - 1) * sizeof *ancestors);
        ancestor_count--;
        recorded_ancestor -= recorded_ancestor > 0;
    }
    if (!wd_chain_is_unrecorded)
        recorded_ancestor = ancestor_count;
    ancestors[ancestor_count++] = (struct ancestor){ uid_before, wd_context_count() };
    wd_chain_is_unrecorded = 1;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(before_fork, NULL, in_child);
}

void wd_chain_child_is_recorded(void)
{
    wd_chain_is_unrecorded = 0;
}

/* Whose context it was when the nearest recorded ancestor had it, or the first one after that. */
static uint64_t inherited_uid(whodunit_context context)
{
    for (uint32_t i = recorded_ancestor; i < ancestor_count; i++)
        if (context < ancestors[i].contexts)
            return ancestors[i].uid;
    return wd_process_uid();
}

static int is_ours(uint64_t uid, uint32_t synopsis)
{
    if (uid == wd_process_uid())
        return 1;
    for (uint32_t i = 0; i < ancestor_count; i++)
        if (uid == ancestors[i].uid && synopsis < ancestors[i].contexts)
            return 1;
    return 0;
}

static struct wd_chain *slot(uint64_t uid, uint32_t synopsis, uint32_t i)
{
    return &wd_channels_memory->chains[((uint32_t)(uid >> 20) + synopsis * 0x9E3779B1u + i) % WD_CHAINS];
}

static uint32_t check_of(const struct wd_chain *chain)
{
    uint32_t check = wd_hash(0, chain, offsetof(struct wd_chain, check));
    return check ? check : 1;
}

static int find(uint64_t uid, uint32_t synopsis, struct wd_chain *found)
{
    for (uint32_t i = 0; wd_channels_memory && i < TRIES; i++) {
        const struct wd_chain *shared = slot(uid, synopsis, i);
        if (__atomic_load_n(&shared->uid, __ATOMIC_ACQUIRE) != uid ||
            __atomic_load_n(&shared->synopsis, __ATOMIC_RELAXED) != synopsis)
            continue;
        *found = *(const volatile struct wd_chain *)shared;
        return found->check == check_of(found);
    }
    return 0;
}

/* Nobody waits here: a free place is claimed; of two writers of another one the later one wins, or it is torn and so
 * none. An entry that finds all its places taken replaces one: the older contexts' processes may be gone. */
static void store(const struct wd_chain *chain)
{
    struct wd_chain *shared = NULL;
    for (uint32_t i = 0; i < TRIES; i++) {
        struct wd_chain *there = slot(chain->uid, chain->synopsis, i);
        uint64_t uid = __atomic_load_n(&there->uid, __ATOMIC_RELAXED);
        int is_free = uid == 0 &&
                      __atomic_compare_exchange_n(&there->uid, &uid, chain->uid, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
        if (is_free || (uid == chain->uid && there->synopsis == chain->synopsis)) {
            shared = there;
            break;
        }
    }
    if (!shared)
        shared = slot(chain->uid, chain->synopsis, chain->check % TRIES);
    if (memcmp(shared, chain, sizeof *chain) == 0)
        return; /* another thread, or an ancestor, has published it: who reads it now is to find it whole */
    __atomic_store_n(&shared->check, 0, __ATOMIC_RELEASE);
    *(volatile struct wd_chain *)shared = *chain;
}

/* The nearest element of a kind, from a context upwards. */
static whodunit_context nearest(whodunit_context context, enum wd_kind kind)
{
    while (context != WHODUNIT_ROOT && wd_context_kind(context) != kind)
        context = wd_context_parent(context);
    return context;
}

static uint32_t own_type(whodunit_context context)
{
    uint32_t type = 0;
    for (; context != WHODUNIT_ROOT; context = wd_context_parent(context)) {
        size_t length;
        const void *bytes = wd_context_bytes(context, &length);
        if (wd_context_kind(context) != WD_TRANSACTION || length != sizeof(wd_name))
            continue;
        const char *text = wd_name_text(*(const wd_name *)bytes);
        type = wd_hash(1, text, strlen(text));
    }
    return type;
}

static uint64_t upstream_of(whodunit_context context, uint32_t *synopsis)
{
    size_t length;
    const struct wd_remote *remote = wd_context_bytes(nearest(context, WD_REMOTE), &length);
    *synopsis = length == sizeof *remote ? remote->synopsis : 0;
    return length == sizeof *remote ? remote->uid : 0;
}

/* *stays: a chain that is not there yet may come. */
static uint32_t find_type(whodunit_context context, int *stays)
{
    struct wd_chain chain = { .type = 0 };
    uint32_t synopsis;
    uint64_t uid = upstream_of(context, &synopsis);
    *stays = synopsis == 0 || find(uid, synopsis, &chain);
    return *stays && chain.type ? chain.type : own_type(context);
}

uint32_t wd_chain_type(whodunit_context context)
{
    uint32_t *known = types && context < WD_CONTEXT_END ? &types[context] : NULL;
    uint32_t type = known ? __atomic_load_n(known, __ATOMIC_RELAXED) : 0;
    if (type == 0 && context != WHODUNIT_ROOT) {
        int stays;
        type = find_type(context, &stays);
        if (known && stays)
            __atomic_store_n(known, type, __ATOMIC_RELAXED);
    }
    return type;
}

int wd_chain_begins_here(whodunit_context context)
{
    uint32_t synopsis;
    upstream_of(context, &synopsis);
    return context != WHODUNIT_ROOT && synopsis == 0;
}

uint32_t wd_chain_kind(whodunit_context context)
{
    uint32_t type = wd_chain_type(context);
    return type ? type : context;
}

static WD_APART uint64_t publish(whodunit_context context, uint64_t uid, uint8_t as)
{
    if (!wd_channels_memory)
        return uid;
    struct wd_chain chain = { .uid = uid, .synopsis = context };
    chain.upstream_uid = upstream_of(context, &chain.upstream_synopsis);
    chain.type = wd_chain_type(context);
    chain.check = check_of(&chain);
    store(&chain);
    published[context] = as;
    return uid;
}

static inline int is_published(whodunit_context context, uint8_t as)
{
    return !published || context == WHODUNIT_ROOT || context >= WD_CONTEXT_END || published[context] == as;
}

static WD_APART uint64_t publish_inherited(whodunit_context context)
{
    uint64_t uid = inherited_uid(context);
    uint8_t as = uid == wd_process_uid() ? PUBLISHED : PUBLISHED_AS_ANCESTOR;
    return is_published(context, as) ? uid : publish(context, uid, as);
}

uint64_t wd_chain_publish(whodunit_context context)
{
    if (__builtin_expect(wd_chain_is_unrecorded, 0))
        return publish_inherited(context);
    uint64_t uid = wd_process_uid();
    return is_published(context, PUBLISHED) ? uid : publish(context, uid, PUBLISHED);
}

int wd_chain_came_as(whodunit_context context, struct wd_remote *as)
{
    size_t length;
    if (inherited_uid(context) != wd_process_uid())
        return 0;
    while (wd_context_kind(context) == WD_STACK)
        context = wd_context_parent(context);
    const struct wd_remote *remote = wd_context_bytes(context, &length);
    if (wd_context_kind(context) != WD_REMOTE || length != sizeof *remote)
        return 0;
    *as = *remote;
    return 1;
}

/* *whole: all of its chain was found, which stays so. */
static struct wd_arrival look_at(uint64_t uid, uint32_t synopsis, int *whole)
{
    struct wd_arrival arrival = { 0 };
    *whole = 1;
    if (is_ours(uid, synopsis)) {
        arrival.context = synopsis < wd_context_count() ? synopsis : WHODUNIT_ROOT;
        arrival.is_own = 1;
        arrival.type = wd_chain_type(arrival.context);
        return arrival;
    }
    struct wd_chain chain;
    arrival.from = arrival.context = wd_context_remote(uid, synopsis);
    uint64_t at = uid;
    for (uint32_t hop = 0; hop < HOPS; hop++) {
        *whole = find(at, synopsis, &chain);
        if (!*whole)
            break;
        if (hop == 0) {
            arrival.type = chain.type;
            arrival.begins_there = chain.upstream_synopsis == 0;
        }
        if (chain.upstream_synopsis == 0)
            break;
        if (is_ours(chain.upstream_uid, chain.upstream_synopsis) && chain.upstream_synopsis < wd_context_count()) {
            arrival.is_response = 1;
            arrival.context = chain.upstream_synopsis;
            arrival.begins_here = wd_chain_begins_here(arrival.context) && arrival.type != 0;
            break;
        }
        at = chain.upstream_uid;
        synopsis = chain.upstream_synopsis;
    }
    return arrival;
}

/* A place of the memo is written by one thread at a time, or it is nobody's. */
static WD_APART struct wd_arrival arrives(uint64_t uid, uint32_t synopsis, struct memo *m)
{
    int whole;
    struct wd_arrival arrival = look_at(uid, synopsis, &whole);
    uint32_t expected = m && whole ? __atomic_load_n(&m->check, __ATOMIC_RELAXED) : 2;
    if (expected != 2 && __atomic_compare_exchange_n(&m->check, &expected, 2, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        m->uid = uid;
        m->synopsis = synopsis;
        m->arrival = arrival;
        __atomic_store_n(&m->check, 1, __ATOMIC_RELEASE);
    }
    return arrival;
}

static inline int is_that(const struct memo *m, uint64_t uid, uint32_t synopsis)
{
    return m->uid == uid && m->synopsis == synopsis;
}

struct wd_arrival wd_chain_arrived(uint64_t uid, uint32_t synopsis)
{
    struct memo *m = memo ? &memo[((uint32_t)uid ^ synopsis * 0x9E3779B1u) % MEMO] : NULL;
    if (m && __atomic_load_n(&m->check, __ATOMIC_ACQUIRE) == 1 && is_that(m, uid, synopsis)) {
        struct wd_arrival known = m->arrival;
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (__atomic_load_n(&m->check, __ATOMIC_RELAXED) == 1 && is_that(m, uid, synopsis))
            return known;
    }
    return arrives(uid, synopsis, m);
}
