/* SPDX-License-Identifier: Apache-2.0 */
/* A host that calls glib's queue as it must not, and is told so by name: for refusals.py. 77: there is no glib. */
#include <dlfcn.h>
#include <stdio.h>

#include "burn.h"

enum { ENOUGH_MS = 240, NO_GLIB = 77 };

static void say(const char *domain, int level, const char *message, void *unused)
{
    (void)unused;
    printf("%s, %d: %s\n", domain, level, message);
}

#define FIND(name, result, parameters) result(*name) parameters = (__typeof__(name))dlsym(RTLD_DEFAULT, #name)

int main(void)
{
    char item[] = "item";
    if (!dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_GLOBAL))
        return NO_GLIB;
    FIND(g_log_set_default_handler, void *, (void (*)(const char *, int, const char *, void *), void *));
    FIND(g_async_queue_new, void *, (void));
    FIND(g_async_queue_lock, void, (void *));
    FIND(g_async_queue_unlock, void, (void *));
    FIND(g_async_queue_push, void, (void *, void *));
    FIND(g_async_queue_pop, void *, (void *));
    FIND(g_async_queue_try_pop, void *, (void *));
    FIND(g_async_queue_timeout_pop, void *, (void *, unsigned long));
    g_log_set_default_handler(say, NULL);
    void *queue = g_async_queue_new();
    g_async_queue_lock(NULL);
    g_async_queue_unlock(NULL);
    g_async_queue_push(NULL, item);
    g_async_queue_push(queue, NULL);
    printf("%p %p %p\n", g_async_queue_pop(NULL), g_async_queue_try_pop(NULL), g_async_queue_timeout_pop(NULL, 1));
    printf("%p %p\n", g_async_queue_try_pop(queue), g_async_queue_timeout_pop(queue, 1));
    g_async_queue_push(queue, item);
    printf("%s\n", (char *)g_async_queue_pop(queue));
    burn_ms(ENOUGH_MS);
    return 0;
}
