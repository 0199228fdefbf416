/* SPDX-License-Identifier: Apache-2.0 */
#include "imports/library_opening.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

#include "imports/got_patch.h"

#define MOST_LOADED 1024 /* libraries in a process; with more nothing is redirected */
#define DEEPEST 8        /* libraries that need each other */

struct loaded {
    size_t count;
    uintptr_t at[MOST_LOADED];
};

/* what one call of dlopen brought */
struct opening {
    struct loaded before;
    void *ours, *root;
};

typedef void *opener(const char *file, int mode);

static opener *told;               /* the sampler's; NULL until it wants to be told */
static unsigned long long told_at; /* added(), when it was told last; atomic */
static void (*watches)(void *library);

/* It may be called before our constructors have run. */
static __attribute__((noinline)) opener *real_dlopen(void)
{
    static opener *real;
    if (!__atomic_load_n(&real, __ATOMIC_RELAXED))
        __atomic_store_n(&real, (opener *)dlsym(RTLD_NEXT, "dlopen"), __ATOMIC_RELAXED);
    return real;
}

/* A handle of the library that this is part of, or NULL. */
static void *ourselves(void)
{
    Dl_info self;
    return dladdr((void *)ourselves, &self) ? real_dlopen()(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

static int note_loaded(struct dl_phdr_info *info, size_t size, void *into)
{
    (void)size;
    struct loaded *loaded = into;
    if (loaded->count < MOST_LOADED)
        loaded->at[loaded->count] = info->dlpi_addr;
    loaded->count++;
    return 0;
}

static int was_loaded(const struct loaded *loaded, uintptr_t at)
{
    for (size_t i = 0; i < loaded->count; i++)
        if (loaded->at[i] == at)
            return 1;
    return 0;
}

/* Ours, if the library would get the very function that ours passes calls on to. */
static void *ours_for(const char *name, void *arg)
{
    const struct opening *o = arg;
    void *ours = dlsym(o->ours, name), *behind = ours ? dlsym(RTLD_NEXT, name) : NULL;
    return behind && behind != ours && dlsym(o->root, name) == behind ? ours : NULL;
}

static void redirect(struct opening *o, void *library, int depth)
{
    struct link_map *map;
    if (depth > DEEPEST || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || was_loaded(&o->before, map->l_addr))
        return;
    o->before.at[o->before.count++] = map->l_addr; /* once */
    wd_got_redirect(map, ours_for, o);
    const char *needed;
    for (size_t i = 0; o->before.count < MOST_LOADED && (needed = wd_got_needed(map, i)); i++) {
        void *other = real_dlopen()(needed, RTLD_LAZY | RTLD_NOLOAD);
        if (other) {
            redirect(o, other, depth + 1);
            dlclose(other);
        }
    }
}

static void *open_library(const char *file, int mode);

static int note_added(struct dl_phdr_info *info, size_t size, void *added)
{
    (void)size;
    *(unsigned long long *)added = info->dlpi_adds;
    return 1;
}

/* How many libraries have ever come. */
static unsigned long long added(void)
{
    unsigned long long n = 0;
    dl_iterate_phdr(note_added, &n);
    return n;
}

/* The sampler reads the addresses of all libraries, which may be many, so it is told only if some have come. */
static void *open_told(const char *path, int mode)
{
    void *library = real_dlopen()(path, mode);
    opener *hook = __atomic_load_n(&told, __ATOMIC_ACQUIRE);
    if (!library || !hook)
        return library;
    unsigned long long now = added(), before = __atomic_exchange_n(&told_at, now, __ATOMIC_RELAXED);
    if (now <= before)
        return library;
    void *again = hook(path, mode | RTLD_NOLOAD);
    wd_got_repoint("dlopen", (void *)hook, (void *)open_library, now - before);
    if (again)
        dlclose(again);
    return library;
}

static __attribute__((noinline)) void *open_watched(const char *path, int mode)
{
    void (*opened)(void *library) = __atomic_load_n(&watches, __ATOMIC_ACQUIRE);
    void *library = open_told(path, mode);
    if (library && opened) {
        opened(library);
        (void)dlerror(); /* nothing has failed for the host */
    }
    return library;
}

static __attribute__((noinline)) void *open_deep_bound(const char *path, int mode)
{
    struct opening o;
    o.before.count = 0;
    dl_iterate_phdr(note_loaded, &o.before);
    o.root = open_watched(path, mode);
    if (o.root && o.before.count < MOST_LOADED && (o.ours = ourselves()) != NULL) {
        redirect(&o, o.root, 0); /* both handles keep the libraries where they are */
        dlclose(o.ours);
    }
    return o.root;
}

/* All calls must be jumps: no variable whose address is taken, no cleanup. */
static void *open_library(const char *file, int mode)
{
    if (file && strchr(file, '/') && !strchr(file, '$') && !(mode & RTLD_NOLOAD)) {
        if (mode & RTLD_DEEPBIND)
            return open_deep_bound(file, mode);
        if (__atomic_load_n(&told, __ATOMIC_RELAXED) || __atomic_load_n(&watches, __ATOMIC_RELAXED))
            return open_watched(file, mode);
    }
    return real_dlopen()(file, mode);
}

/* Of the two names only this one is an import, which the sampler can change. */
__attribute__((visibility("default"))) void *dlopen(const char *file, int mode) __attribute__((alias("open_library")));

void wd_library_opening_watch(void (*opened)(void *library))
{
    __atomic_store_n(&watches, opened, __ATOMIC_RELEASE);
}

void wd_library_opening_tell(void)
{
    void *ours = ourselves();
    if (!ours)
        return;
    void *hook = wd_got_patch(ours, "dlopen", (void *)open_library);
    if (hook && hook != (void *)open_library) {
        __atomic_store_n(&told_at, added(), __ATOMIC_RELAXED);
        __atomic_store_n(&told, (opener *)hook, __ATOMIC_RELEASE);
        wd_got_repoint("dlopen", hook, (void *)open_library, WD_GOT_ALL);
    }
    dlclose(ours);
}
