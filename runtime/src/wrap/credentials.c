/* SPDX-License-Identifier: Apache-2.0 */
/*
 * credentials.c: the calls by which a process becomes another user.
 *
 * Each thread has credentials of its own in the kernel; libc changes those of all threads, and aborts the process if
 * the kernel lets some of them and refuses others. A program that has changed what one thread may do by calls that libc
 * does not spread (capset, prctl: setpriv, named, ntpd) is right to do so while it has one thread; but ours stayed as
 * it was. Then the recording is suspended for the call and goes on with a thread that has what the program has.
 */
#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/prctl.h>

#include "recording/recorder.h"
#include "sandbox/needs.h"
#include "wrap/capabilities.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"

#define WRAPPED(X)                             \
    X(int, setuid, (uid_t))                    \
    X(int, setgid, (gid_t))                    \
    X(int, seteuid, (uid_t))                   \
    X(int, setegid, (gid_t))                   \
    X(int, setreuid, (uid_t, uid_t))           \
    X(int, setregid, (gid_t, gid_t))           \
    X(int, setresuid, (uid_t, uid_t, uid_t))   \
    X(int, setresgid, (gid_t, gid_t, gid_t))   \
    X(int, setgroups, (size_t, const gid_t *)) \
    X(int, initgroups, (const char *, gid_t))

#define KEPT ((uid_t)-1)

REAL_FUNCTIONS(WRAPPED)

/* May the call have another outcome on the recorder's thread than on this one? */
static int recorder_differs(void)
{
    struct wd_capabilities here, there;
    pid_t recorder = wd_recorder_thread();
    if (!recorder || wd_sandbox_refuses(WD_REFUSED_CREDENTIALS))
        return 0;
    return syscall(SYS_prctl, PR_GET_KEEPCAPS, 0, 0, 0, 0) == 1 ||
           (wd_capabilities_read(0, &here) && wd_capabilities_read(recorder, &there) &&
            memcmp(&here, &there, sizeof here) != 0);
}

/* A file that root has opened must be the new user's by then, who could not rename it. */
static int loses_file(uid_t effective)
{
    return effective != 0 && effective != KEPT && geteuid() == 0 && !wd_sandbox_refuses(WD_REFUSED_CREDENTIALS);
}

static int begin(uid_t effective)
{
    int saved = errno;
    int suspended = wd_preloaded && recorder_differs() && wd_recorder_suspend();
    if (wd_preloaded && !suspended && loses_file(effective))
        wd_recorder_give_file(effective);
    errno = saved;
    return suspended;
}

static int end(int suspended, int result)
{
    if (suspended)
        wd_recorder_resume();
    return result;
}

/* The program may call one in a constructor that runs before ours. */
#define CHANGE(name, effective, ...)                                                                     \
    __typeof__(real.name) call = real.name ? real.name : (__typeof__(real.name))dlsym(RTLD_NEXT, #name); \
    int suspended = begin(effective);                                                                    \
    return end(suspended, call(__VA_ARGS__))

EXPORT int setuid(uid_t user)
{
    CHANGE(setuid, user, user);
}

EXPORT int setgid(gid_t group)
{
    CHANGE(setgid, KEPT, group);
}

EXPORT int seteuid(uid_t effective)
{
    CHANGE(seteuid, effective, effective);
}

EXPORT int setegid(gid_t effective)
{
    CHANGE(setegid, KEPT, effective);
}

EXPORT int setreuid(uid_t user, uid_t effective)
{
    CHANGE(setreuid, effective, user, effective);
}

EXPORT int setregid(gid_t group, gid_t effective)
{
    CHANGE(setregid, KEPT, group, effective);
}

EXPORT int setresuid(uid_t user, uid_t effective, uid_t saved)
{
    CHANGE(setresuid, effective, user, effective, saved);
}

EXPORT int setresgid(gid_t group, gid_t effective, gid_t saved)
{
    CHANGE(setresgid, KEPT, group, effective, saved);
}

EXPORT int setgroups(size_t n, const gid_t *groups)
{
    CHANGE(setgroups, KEPT, n, groups);
}

EXPORT int initgroups(const char *user, gid_t group)
{
    CHANGE(initgroups, KEPT, user, group);
}
