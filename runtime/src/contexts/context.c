/* SPDX-License-Identifier: Apache-2.0 */
#include "contexts/context.h"

#include <pthread.h>
#include <string.h>

#include "contexts/intern.h"
#include "contexts/wire.h"
#include "health/health.h"
#include "memory/each_message.h"
#include "memory/region.h"

#define NAMES (1u << 20)
#define ELEMENTS (1u << 20)
#define CONTEXTS (WD_CONTEXT_END - 2)
#define NAME_LIMIT 1900 /* a Name record must fit one 2048-byte user event */

struct node {
    uint32_t parent;
    wd_element element;
};

static struct wd_intern names = WD_INTERN_INIT(1, NAMES);
static struct wd_intern elements = WD_INTERN_INIT(1, ELEMENTS);
static struct wd_intern contexts = WD_INTERN_INIT(2, CONTEXTS);
static uint64_t (*events)[WD_EVENTS] WD_EACH_MESSAGE;

void (*wd_context_made)(whodunit_context context);
int wd_context_has_handlers;

__attribute__((constructor(101))) static void reserve(void)
{
    events = wd_region_reserve_own((size_t)(CONTEXTS + 2) * sizeof *events); /* the parent writes them */
}

static void after_fork(void)
{
    wd_intern_after_fork(&names);
    wd_intern_after_fork(&elements);
    wd_intern_after_fork(&contexts);
}

/* Early: in a child whatever comes behind may need a context. */
__attribute__((constructor(102))) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

wd_name wd_name_intern(const char *text, size_t length)
{
    if (length > NAME_LIMIT) {
        length = NAME_LIMIT;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    return wd_intern_id(&names, 0, text, length);
}

const char *wd_name_text(wd_name name)
{
    const struct wd_interned *e = wd_intern_get(&names, name);
    return e ? e->bytes : "";
}

wd_element wd_element_intern(enum wd_kind kind, const void *bytes, size_t length)
{
    if (kind == WD_HANDLER && !__atomic_load_n(&wd_context_has_handlers, __ATOMIC_RELAXED))
        __atomic_store_n(&wd_context_has_handlers, 1, __ATOMIC_RELAXED);
    return wd_intern_id(&elements, kind, bytes, length);
}

/* The same (parent, element) is asked for again and again by one thread. Few, since a
 * JVM loads this library late, and all such libraries share 1.6 KB for their threads'
 * variables: where that is used up, the JVM does not start. */
enum { MEMOS = 16 };
struct memo {
    struct node node;
    whodunit_context context;
};
static __thread struct memo memo[MEMOS] __attribute__((tls_model("initial-exec")));

whodunit_context wd_context_child(whodunit_context parent, wd_element element)
{
    if (parent == WHODUNIT_OVERFLOW)
        return WHODUNIT_OVERFLOW;
    if (element == 0) {
        wd_health_add(WD_HEALTH_CONTEXTS_OVERFLOW, 1);
        return WHODUNIT_OVERFLOW;
    }
    struct node node = { parent, element };
    struct memo *m = &memo[(parent * 31 + element) % MEMOS];
    if (m->context && m->node.parent == parent && m->node.element == element)
        return m->context;
    /* a parent's id is always the smaller one, so that no path is a circle */
    int exists = parent == WHODUNIT_ROOT || parent < wd_context_count();
    whodunit_context c = exists ? wd_intern_id(&contexts, 0, &node, sizeof node) : 0;
    if (c == 0) {
        wd_health_add(WD_HEALTH_CONTEXTS_OVERFLOW, 1);
        return WHODUNIT_OVERFLOW;
    }
    void (*made)(whodunit_context) = __atomic_load_n(&wd_context_made, __ATOMIC_ACQUIRE);
    if (made)
        made(c);
    *m = (struct memo){ node, c };
    return c;
}

static const struct node *node_of(whodunit_context context)
{
    const struct wd_interned *e = wd_intern_get(&contexts, context);
    return e ? e->bytes : NULL;
}

static const struct wd_interned *element_of(whodunit_context context)
{
    const struct node *n = node_of(context);
    return n ? wd_intern_get(&elements, n->element) : NULL;
}

whodunit_context wd_context_concat(whodunit_context context, wd_element element)
{
    const struct wd_interned *e = wd_intern_get(&elements, element);
    if (!e)
        return wd_context_child(context, element);
    const struct node *n;
    for (whodunit_context c = context; (n = node_of(c)) != NULL; c = n->parent) {
        if (n->element == element)
            return c;
        if (wd_intern_get(&elements, n->element)->tag != e->tag)
            break;
    }
    return wd_context_child(context, element);
}

whodunit_context wd_context_named(whodunit_context parent, enum wd_kind kind, const char *text)
{
    wd_name name = wd_name_intern(text, strlen(text));
    return wd_context_child(parent, name ? wd_element_intern(kind, &name, sizeof name) : 0);
}

whodunit_context wd_context_reason(whodunit_context *place, const char *text)
{
    whodunit_context c = __atomic_load_n(place, __ATOMIC_RELAXED);
    if (!c) {
        c = wd_context_named(WHODUNIT_ROOT, WD_REASON, text);
        __atomic_store_n(place, c, __ATOMIC_RELAXED);
    }
    return c;
}

whodunit_context wd_context_transaction(whodunit_context current, const char *type)
{
    return wd_context_named(wd_context_kind(current) == WD_REMOTE ? current : WHODUNIT_ROOT, WD_TRANSACTION, type);
}

whodunit_context wd_context_remote(uint64_t uid, uint32_t synopsis)
{
    struct wd_remote remote = { uid, synopsis, 0 };
    return wd_context_child(WHODUNIT_ROOT, wd_element_intern(WD_REMOTE, &remote, sizeof remote));
}

struct wd_remote wd_context_abroad(whodunit_context context)
{
    size_t length;
    const void *bytes = wd_context_bytes(context, &length);
    if (wd_context_kind(context) == WD_REMOTE && length == sizeof(struct wd_remote))
        return *(const struct wd_remote *)bytes;
    return (struct wd_remote){ .uid = wd_process_uid(), .synopsis = context };
}

whodunit_context wd_context_parent(whodunit_context context)
{
    const struct node *n = node_of(context);
    return n ? n->parent : WHODUNIT_ROOT;
}

enum wd_kind wd_context_kind(whodunit_context context)
{
    if (context == WHODUNIT_OVERFLOW)
        return WD_OVERFLOW;
    const struct wd_interned *e = element_of(context);
    return e ? (enum wd_kind)e->tag : WD_UNKNOWN;
}

wd_element wd_context_element(whodunit_context context)
{
    const struct node *n = node_of(context);
    return n ? n->element : 0;
}

const void *wd_context_bytes(whodunit_context context, size_t *length)
{
    const struct wd_interned *e = element_of(context);
    *length = e ? e->length : 0;
    return e ? e->bytes : NULL;
}

uint32_t wd_context_count(void)
{
    return wd_intern_next(&contexts);
}

void wd_context_count_event(whodunit_context context, enum wd_event event, uint64_t n)
{
    if (events && context < wd_context_count())
        __atomic_fetch_add(&events[context][event], n, __ATOMIC_RELAXED);
}

int wd_context_take_events(whodunit_context context, uint64_t taken[WD_EVENTS])
{
    uint64_t any = 0;
    for (int i = 0; i < WD_EVENTS; i++) {
        taken[i] = 0;
        if (events && __atomic_load_n(&events[context][i], __ATOMIC_RELAXED))
            taken[i] = __atomic_exchange_n(&events[context][i], 0, __ATOMIC_RELAXED);
        any |= taken[i];
    }
    return any != 0;
}
