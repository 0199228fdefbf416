/* SPDX-License-Identifier: Apache-2.0 */
#include "health/diagnostics.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "memory/region.h"
#include "own_files/table.h"
#include "system/syscalls.h"

static dev_t stderr_device;
static ino_t stderr_inode;
static int *told; /* the end of the recording; shared with forked children */
static char kept[1024];

/* A copy of the host's, with its place in the file; kept no longer than needed, since a reader may wait for its end.
 * Where that is refused, or there is no number left, the file is opened anew, with a place of its own. */
static int host_stderr(int *anew)
{
    int process = (int)syscall(SYS_pidfd_open, getpid(), 0);
    int fd = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, STDERR_FILENO, 0);
    if (process >= 0)
        wd_sys_close(process);
    *anew = fd < 0;
    return fd >= 0 ? fd : wd_sys_open("/proc/self/fd/2", O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY, 0);
}

void wd_diagnostics_begin(void)
{
    struct stat s = { 0 };
    wd_sys_fstat(STDERR_FILENO, &s);
    stderr_device = s.st_dev;
    stderr_inode = s.st_ino;
    if (!told)
        told = wd_region_share(sizeof *told);
}

static int is_for_texts(int fd)
{
    struct stat s;
    if (wd_sys_fstat(fd, &s) != 0)
        return 0;
    return (s.st_dev == stderr_device && s.st_ino == stderr_inode) || S_ISCHR(s.st_mode) ||
           (S_ISFIFO(s.st_mode) &&
            !(wd_sys_fcntl(fd, F_GETFL, 0) & O_NONBLOCK)) || /* a loop's pipe to itself does not block */
           (S_ISREG(s.st_mode) && (wd_sys_fcntl(fd, F_GETFL, 0) & O_APPEND));
}

/* What is written at another place than the host's is overwritten by it, or overwrites what it has written. */
static int is_overwritten(int fd)
{
    struct stat s;
    return wd_sys_fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
}

static void keep(const char *text)
{
    size_t used = strlen(kept);
    if (used + strlen(text) < sizeof kept)
        strcpy(kept + used, text);
}

void wd_diagnostics_tell(const char *text)
{
    int anew = 0, fd = wd_table == WD_TABLE_HOST ? STDERR_FILENO : host_stderr(&anew);
    if (anew && is_overwritten(fd)) {
        keep(text);
    } else if (is_for_texts(fd)) {
        ssize_t written = wd_sys_write(fd, text, strlen(text));
        (void)written;
    }
    if (wd_table != WD_TABLE_HOST && fd >= 0)
        wd_sys_close(fd);
}

void wd_diagnostics_problem(const char *what, const char *why, const char *cure, const char *outcome)
{
    char line[2 * PATH_MAX];
    snprintf(line, sizeof line, "whodunit: %s: %s; %s (pid %d%s)\n", what, why, cure, (int)getpid(), outcome);
    wd_diagnostics_tell(line);
}

void wd_diagnostics_end(const char *what, const char *why, const char *cure)
{
    static int here;
    if (!__atomic_exchange_n(told ? told : &here, 1, __ATOMIC_RELAXED))
        wd_diagnostics_problem(what, why, cure, " runs on unrecorded");
}

void wd_diagnostics_tell_kept(void)
{
    if (kept[0])
        wd_diagnostics_tell(kept);
    kept[0] = 0;
}
