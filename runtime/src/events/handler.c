/* SPDX-License-Identifier: Apache-2.0 */
#include "events/handler.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "symbols/function.h"
#include "system/own_lock.h"

static struct wd_handler table[WD_HANDLERS];
static uint32_t count;
static int lock;

/* In a child, the thread that held the lock does not exist. */
static void after_fork(void)
{
    if (lock)
        wd_own_lock_release(&lock);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

static uint32_t first_slot(uintptr_t address)
{
    return (uint32_t)((address * 0x9E3779B97F4A7C15u) >> 40) % WD_HANDLERS;
}

/* The slot that holds the address; or NULL, and in *empty where it would go. */
static struct wd_handler *probe(uintptr_t address, struct wd_handler **empty)
{
    uint32_t i = first_slot(address);
    for (;; i = (i + 1) % WD_HANDLERS) {
        uintptr_t there = __atomic_load_n(&table[i].address, __ATOMIC_ACQUIRE);
        if (there == 0) {
            *empty = &table[i];
            return NULL;
        }
        if (there == address)
            return &table[i];
    }
}

static int is_libevent(const char *module)
{
    static const char *const names[] = { "libevent-", "libevent_core-", "libevent_extra-", "libevent_pthreads-",
                                         "libevent_openssl-" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(module, names[i], strlen(names[i])) == 0)
            return 1;
    return 0;
}

/* "symbol (module+0xaddress)", or "module+0xaddress" where nothing has the
 * name: two static functions of one name are two handlers. The address is the
 * one in the module's file. */
static void describe(uintptr_t address, char *text, size_t size, int *internal)
{
    struct wd_function f;
    if (!wd_function_find(address, &f))
        snprintf(text, size, "0x%lx", (unsigned long)address);
    else if (f.name[0])
        snprintf(text, size, "%s (%s+0x%lx)", f.name, f.module, (unsigned long)f.address);
    else
        snprintf(text, size, "%s+0x%lx", f.module, (unsigned long)f.address);
    *internal = is_libevent(f.module);
}

static const struct wd_handler *insert(const struct wd_handler *fresh)
{
    wd_own_lock_take(&lock);
    struct wd_handler *empty, *slot = probe(fresh->address, &empty);
    if (!slot && count < WD_HANDLERS / 2) {
        slot = empty;
        slot->element = fresh->element;
        slot->internal = fresh->internal;
        __atomic_store_n(&slot->address, fresh->address, __ATOMIC_RELEASE);
        count++;
    }
    wd_own_lock_release(&lock);
    return slot;
}

const struct wd_handler *wd_handler_find(uintptr_t address)
{
    struct wd_handler *empty;
    const struct wd_handler *known = address ? probe(address, &empty) : NULL;
    if (__builtin_expect(known != NULL, 1))
        return known;
    char text[512];
    struct wd_handler fresh = { .address = address };
    describe(address, text, sizeof text, &fresh.internal);
    wd_name name = wd_name_intern(text, strlen(text));
    fresh.element = name ? wd_element_intern(WD_HANDLER, &name, sizeof name) : 0;
    return fresh.element && address ? insert(&fresh) : NULL;
}
