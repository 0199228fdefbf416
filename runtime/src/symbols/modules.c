/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/modules.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "system/pause.h"

#define MODULES 256

static struct module {
    const struct link_map *map;
    uintptr_t address;   /* maps are freed and their memory used again, */
    const void *dynamic; /* maybe for another library at the same address */
    struct wd_elf_table table;
} modules[MODULES];
static size_t count; /* counts a module when it is complete: a child may be forked before */
static int lock;

/* In a child, the thread that held the lock does not exist. */
static void after_fork(void)
{
    if (lock)
        __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

/* The program's own name in the linker's list is empty, and what dladdr gives
 * for it is how it was called, maybe relative to a directory left long ago. */
const char *wd_module_path(const struct link_map *map)
{
    return map->l_name && map->l_name[0] ? map->l_name : "/proc/self/exe";
}

void wd_module_name(const struct link_map *map, char *out, size_t size)
{
    const char *path = wd_module_path(map);
    char program[4096];
    if (!map->l_name || !map->l_name[0]) {
        ssize_t n = readlink(path, program, sizeof program - 1);
        program[n > 0 ? n : 0] = 0;
        path = program;
    }
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%.*s", (int)size - 1, slash ? slash + 1 : path);
}

/* The caller holds the lock. */
static const struct wd_elf_table *find_or_read(const struct link_map *map)
{
    static const struct wd_elf_table none;
    for (size_t i = 0; i < count; i++)
        if (modules[i].map == map && modules[i].address == map->l_addr && modules[i].dynamic == map->l_ld)
            return &modules[i].table;
    if (count == MODULES)
        return &none;
    struct module *m = &modules[count];
    m->map = map;
    m->address = map->l_addr;
    m->dynamic = map->l_ld;
    wd_elf_read(wd_module_path(map), &m->table);
    __atomic_store_n(&count, count + 1, __ATOMIC_RELEASE);
    return &m->table;
}

/* No mutex: those of this process are measured (wrap/mutex.c). Who waits sleeps,
 * because the holder reads a file, and may be of lower priority. To open a file
 * is a cancellation point, where a thread must not end with the lock held. Below
 * the lock nothing may take the dynamic linker's, which whoever calls from a
 * library's constructor holds already. */
const struct wd_elf_table *wd_module_symbols(const struct link_map *map)
{
    int cancellation;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        wd_pause_us(1000);
    const struct wd_elf_table *table = find_or_read(map);
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    pthread_setcancelstate(cancellation, NULL);
    return table;
}
