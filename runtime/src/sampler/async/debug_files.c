/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/debug_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/build_id.h"
#include "symbols/elf_file.h"
#include "symbols/offset_names.h"
#include "system/environment.h"
#include "system/syscalls.h"

#define DEBUG "/usr/lib/debug/"
#define BY_ID DEBUG ".build-id/"
#define CACHED "/debuginfo"

/* The module whose debug file is looked for. The sampler reads one at a time, under a lock of its own; another of its
 * threads that opens a file meanwhile finds `busy` or is told apart by the file's name. */
static char module[PATH_MAX];
static char link_name[NAME_MAX + 1]; /* of its debug file, as .gnu_debuglink says; may be empty */
static int busy;

static int begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static int ends(const char *text, const char *suffix)
{
    size_t n = strlen(text), m = strlen(suffix);
    return n >= m && strcmp(text + n - m, suffix) == 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The sampler looks by build-id, in debuginfod's cache if the environment tells where that is, then by the link. */
static int is_last_place(const char *name)
{
    if (link_name[0])
        return begins(name, DEBUG) && !begins(name, BY_ID) && strcmp(base_name(name), link_name) == 0;
    if (wd_environment("DEBUGINFOD_CACHE_PATH") || wd_environment("XDG_CACHE_HOME") || wd_environment("HOME"))
        return ends(name, CACHED);
    return begins(name, BY_ID);
}

/* A link does not say which build it leads to. */
static int is_other_build(const char *name)
{
    uint8_t own[WD_BUILD_ID_SIZE], its[WD_BUILD_ID_SIZE];
    size_t n = wd_build_id_read(module, own);
    return wd_build_id_read(name, its) != n || memcmp(own, its, n) != 0;
}

/* libjvm.so tells the sampler by its symbol table what else it can do. */
static int is_readable_module(const char *name)
{
    return name[0] == '/' && !begins(name, "/proc/") && !begins(name, "/sys/") && !begins(name, "/dev/") &&
           !begins(base_name(name), "libjvm.") && strlen(name) < sizeof module;
}

static int instead(const char *name, int fd)
{
    int is_link = link_name[0] && strcmp(base_name(name), link_name) == 0 && strcmp(name, module) != 0;
    if (fd >= 0 && is_link && is_other_build(name)) {
        wd_sys_close(fd);
        fd = -1;
        errno = ENOENT;
    }
    if (fd < 0) {
        int why = errno;
        int names = module[0] && is_last_place(name) ? wd_offset_names_open(module) : -1;
        errno = why;
        return names;
    }
    if (!is_link && !begins(name, DEBUG) && !ends(name, CACHED)) {
        module[0] = 0;
        if (is_readable_module(name)) {
            strcpy(module, name);
            wd_elf_debug_link(name, link_name, sizeof link_name);
        }
    }
    return fd;
}

int wd_debug_files_opened(const char *name, int flags, int fd)
{
    if (flags != O_RDONLY || begins(name, "/proc/") || begins(name, "/sys/") ||
        __atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
        return fd;
    fd = instead(name, fd);
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
    return fd;
}
