/* SPDX-License-Identifier: Apache-2.0 */
/*
 * daemon.c: daemon(), within which libc ends the parent at once, by a call of its own that nobody sees. What has been
 * recorded of it is to be kept, as behind _exit. In processes that are not recorded libc's does it. And setsid(), by
 * which a process leaves whoever has started it.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "recording/executed.h"
#include "recording/recorder.h"
#include "wrap/real.h"
#include "wrap/vforked.h"

#define WRAPPED(X)             \
    X(int, daemon, (int, int)) \
    X(pid_t, setsid, (void))

REAL_FUNCTIONS(WRAPPED)

static int is_null(int fd)
{
    struct stat s;
    if (fstat(fd, &s) != 0)
        return 0;
    int is = S_ISCHR(s.st_mode) && s.st_rdev == makedev(1, 3);
    if (!is)
        errno = ENODEV;
    return is;
}

static int close_standard_streams(void)
{
    int null = open("/dev/null", O_RDWR);
    if (null < 0)
        return -1;
    int result = is_null(null) ? 0 : -1, error = errno;
    for (int fd = STDIN_FILENO; result == 0 && fd <= STDERR_FILENO; fd++)
        dup2(null, fd);
    if (result != 0 || null > STDERR_FILENO)
        close(null);
    errno = error;
    return result;
}

/* No system call does this: it is looked up also before the constructor. */
static __typeof__(real.daemon) real_daemon(void)
{
    return real.daemon ? real.daemon : (__typeof__(real.daemon))dlsym(RTLD_NEXT, "daemon");
}

EXPORT pid_t setsid(void)
{
    pid_t session = real.setsid ? real.setsid() : (pid_t)syscall(SYS_setsid);
    if (session > 0 && !wd_is_vforked())
        wd_executed_leaves();
    return session;
}

EXPORT int daemon(int stays_in_directory, int keeps_streams)
{
    wd_executed_leaves();
    if (!wd_recorder_running())
        return real_daemon()(stays_in_directory, keeps_streams);
    pid_t child = fork();
    if (child > 0)
        _exit(0);
    if (child < 0 || setsid() < 0)
        return -1;
    int moved = stays_in_directory ? 0 : chdir("/");
    (void)moved; /* libc's does not tell either */
    return keeps_streams ? 0 : close_standard_streams();
}
