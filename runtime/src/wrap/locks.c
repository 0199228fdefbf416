/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/locks.h"

#include <dlfcn.h>
#include <errno.h>

/* Conditions have two implementations of the same name; the old one, which a
 * plain look-up may give, has another layout (older.h). */
static void *look_up(const char *name, const char *version)
{
    void *function = version ? dlvsym(RTLD_NEXT, name, version) : NULL;
    return function ? function : dlsym(RTLD_NEXT, name);
}

/* A function that this libc does not have: nobody can have been linked against it. */
static int missing(void)
{
    return ENOSYS;
}

static void look_all_up(void) __attribute__((constructor(101)));

#define FIRST(name, parameters, arguments) \
    static int first_##name parameters     \
    {                                      \
        look_all_up();                     \
        return wd_real.name arguments;     \
    }
#define X(name, version, parameters, arguments) FIRST(name, parameters, arguments)
WD_LOCK_FUNCTIONS(X)
#undef X
#define X(name, version, parameters, arguments) FIRST(older_##name, parameters, arguments)
WD_OLDER_CONDITIONS(X)
#undef X

struct wd_real_locks wd_real __attribute__((aligned(64))) = {
#define X(name, version, parameters, arguments) .name = first_##name,
    WD_LOCK_FUNCTIONS(X)
#undef X
#define X(name, version, parameters, arguments) .older_##name = first_older_##name,
        WD_OLDER_CONDITIONS(X)
#undef X
};

static void look_all_up(void)
{
    int saved = errno;
#define FOUND(member, name, version)                                       \
    {                                                                      \
        void *function = look_up(#name, version);                          \
        *(void **)&wd_real.member = function ? function : (void *)missing; \
    }
#define X(name, version, parameters, arguments) FOUND(name, name, version)
    WD_LOCK_FUNCTIONS(X)
#undef X
#define X(name, version, parameters, arguments) FOUND(older_##name, name, version)
    WD_OLDER_CONDITIONS(X)
#undef X
    errno = saved;
}
