/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/glib.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "flows/text.h"
#include "flows/translate.h"
#include "flows/wrapped.h"

/* X(name, type of the result, parameters). glib's own types are not needed: it is not there when this is built. */
#define GLIB_LOCKS(X)                                          \
    X(g_mutex_lock, void, (void *mutex))                       \
    X(g_mutex_trylock, int, (void *mutex))                     \
    X(g_mutex_unlock, void, (void *mutex))                     \
    X(g_cond_wait, void, (void *cond, void *mutex))            \
    X(g_cond_wait_until, int, (void *cond, void *mutex, long)) \
    X(g_cond_signal, void, (void *cond))                       \
    X(g_cond_broadcast, void, (void *cond))                    \
    X(g_async_queue_lock, void, (void *queue))                 \
    X(g_async_queue_unlock, void, (void *queue))

#define GLIB_QUEUE(X)                                           \
    X(g_async_queue_push_unlocked, void, (void *queue, void *)) \
    X(g_async_queue_pop_unlocked, void *, (void *queue))        \
    X(g_async_queue_try_pop_unlocked, void *, (void *queue))    \
    X(g_async_queue_timeout_pop_unlocked, void *, (void *queue, unsigned long))

/* What glib refuses it says in the name of these. */
#define GLIB_REFUSING(X)                               \
    X(g_async_queue_push, void, (void *queue, void *)) \
    X(g_async_queue_pop, void *, (void *queue))        \
    X(g_async_queue_try_pop, void *, (void *queue))    \
    X(g_async_queue_timeout_pop, void *, (void *queue, unsigned long))

#define DECLARE(name, result, parameters) WD_LOCK_FUNCTION result name parameters;
GLIB_LOCKS(DECLARE)
WD_EXPORT void g_async_queue_push(void *queue, void *data);
WD_EXPORT void *g_async_queue_pop(void *queue);
WD_EXPORT void *g_async_queue_try_pop(void *queue);
WD_EXPORT void *g_async_queue_timeout_pop(void *queue, unsigned long microseconds);

#define MEMBER(name, result, parameters) result(*name) parameters;
static struct {
    GLIB_LOCKS(MEMBER)
    GLIB_QUEUE(MEMBER)
    GLIB_REFUSING(MEMBER)
} glib;

/* A plugin may have brought glib, where RTLD_NEXT does not look. */
static void look_up(void)
{
    void *from = RTLD_NEXT;
    if (!dlsym(from, "g_mutex_lock") && !(from = dlopen("libglib-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD)))
        return;
#define LOOK_UP(name, result, parameters) *(void **)&glib.name = dlsym(from, #name);
    GLIB_LOCKS(LOOK_UP)
    GLIB_QUEUE(LOOK_UP)
    GLIB_REFUSING(LOOK_UP)
}

/* As the dynamic linker says it of a function that nobody has. */
static __attribute__((noreturn)) void absent(const char *name)
{
    fprintf(stderr, "whodunit: flows: no glib with %s in this process\n", name);
    abort();
}

#define REAL(name) (glib.name ? glib.name : (look_up(), glib.name ? glib.name : (absent(#name), glib.name)))

void g_mutex_lock(void *mutex)
{
    LOCKS(site);
    REAL(g_mutex_lock)(mutex);
    LOCKED_AT(site, mutex, 1);
}

int g_mutex_trylock(void *mutex)
{
    LOCK(REAL(g_mutex_trylock)(mutex), mutex, result);
}

void g_mutex_unlock(void *mutex)
{
    UNLOCK_VOID(REAL(g_mutex_unlock)(mutex));
}

void g_cond_wait(void *cond, void *mutex)
{
    WITHIN_VOID(REAL(g_cond_wait)(cond, mutex));
}

int g_cond_wait_until(void *cond, void *mutex, long end)
{
    WITHIN(REAL(g_cond_wait_until)(cond, mutex, end));
}

void g_cond_signal(void *cond)
{
    WITHIN_VOID(REAL(g_cond_signal)(cond));
}

void g_cond_broadcast(void *cond)
{
    WITHIN_VOID(REAL(g_cond_broadcast)(cond));
}

void g_async_queue_lock(void *queue)
{
    LOCKS(site);
    REAL(g_async_queue_lock)(queue);
    LOCKED_AT(site, queue, queue != NULL);
}

void g_async_queue_unlock(void *queue)
{
    UNLOCK_VOID(REAL(g_async_queue_unlock)(queue));
}

/* What follows does what glib's own does, by way of the functions above, and is copied as the host's code is. */
#define AS_HOST __attribute__((section("wd_as_host"), noinline))

AS_HOST void g_async_queue_push(void *queue, void *data)
{
    if (!queue || !data) {
        REAL(g_async_queue_push)(queue, data);
        return;
    }
    g_async_queue_lock(queue);
    glib.g_async_queue_push_unlocked(queue, data);
    g_async_queue_unlock(queue);
}

AS_HOST void *g_async_queue_pop(void *queue)
{
    if (!queue)
        return REAL(g_async_queue_pop)(queue);
    g_async_queue_lock(queue);
    void *data = glib.g_async_queue_pop_unlocked(queue);
    g_async_queue_unlock(queue);
    return data;
}

AS_HOST void *g_async_queue_try_pop(void *queue)
{
    if (!queue)
        return REAL(g_async_queue_try_pop)(queue);
    g_async_queue_lock(queue);
    void *data = glib.g_async_queue_try_pop_unlocked(queue);
    g_async_queue_unlock(queue);
    return data;
}

AS_HOST void *g_async_queue_timeout_pop(void *queue, unsigned long microseconds)
{
    if (!queue)
        return REAL(g_async_queue_timeout_pop)(queue, microseconds);
    g_async_queue_lock(queue);
    void *data = glib.g_async_queue_timeout_pop_unlocked(queue, microseconds);
    g_async_queue_unlock(queue);
    return data;
}

static uintptr_t instead(uintptr_t pc)
{
#define INSTEAD(name, result, parameters) \
    if (pc == (uintptr_t)glib.name)       \
        return (uintptr_t)name;
    GLIB_LOCKS(INSTEAD)
    return pc;
}

void wd_glib_open(void)
{
    look_up();
    if (glib.g_mutex_lock && wd_text_is_ours((uintptr_t)g_mutex_lock))
        wd_translate_instead = instead;
}
