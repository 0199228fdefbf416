/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "health/health.h"
#include "imports/got_patch.h"
#include "memory/fork_state.h"
#include "own_files/directory.h"
#include "own_files/high_descriptor.h"
#include "sampler/async/debug_files.h"
#include "sampler/async/perf_events.h"
#include "sandbox/needs.h"
#include "signals/own_signal.h"
#include "system/syscalls.h"

#define HANDLE 0x40000000 /* above any descriptor that a kernel gives out */
#define STRAYS 8
#define OF_A_LOG 256 /* bytes: what the library notes of each thread, which nobody misses; samples come in thousands */

struct file {
    dev_t device;
    ino_t inode;
};

static char path[PATH_MAX];
static struct file recording;
/* Each table of descriptors has its own of the recording, or still of the one before. */
static struct entry {
    int fd; /* atomic */
    struct file file;
} entries[WD_TABLES] WD_FORK_STATE = { { .fd = -1 }, { .fd = -1 } };
static int strays WD_FORK_STATE;  /* atomic: how often a table's descriptor was gone */
static int refused WD_FORK_STATE; /* atomic: an errno */
static int missed WD_FORK_STATE;  /* likewise */
static volatile int forgotten WD_FORK_STATE;

static int is(const struct file *file, int fd)
{
    struct stat s;
    return fd >= 0 && wd_sys_fstat(fd, &s) == 0 && s.st_dev == file->device && s.st_ino == file->inode;
}

static int is_recording(int fd)
{
    return is(&recording, fd);
}

/* The table's descriptor of the recording, opened if it has none or the host has
 * closed it; -1 and errno if that fails. A thread of the host that has left the host's table
 * would open it again and again, and so would the others then: it is opened for
 * one call (*once) when that has happened too often. */
static int current(int *once)
{
    struct entry *entry = &entries[wd_table];
    int fd = __atomic_load_n(&entry->fd, __ATOMIC_ACQUIRE);
    if (is_recording(fd))
        return fd;
    int again = wd_high_descriptor(wd_directory_open(path, O_RDWR | O_CLOEXEC, 0)), why = again < 0 ? errno : ESTALE;
    int stray = fd >= 0 && entry->file.device == recording.device && entry->file.inode == recording.inode;
    if (__atomic_add_fetch(&strays, stray, __ATOMIC_RELAXED) > STRAYS && is_recording(again)) {
        *once = 1;
        return again;
    }
    if (!is_recording(again) ||
        !__atomic_compare_exchange_n(&entry->fd, &fd, again, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        if (again >= 0)
            wd_sys_close(again);
        fd = __atomic_load_n(&entry->fd, __ATOMIC_ACQUIRE);
        if (is_recording(fd))
            return fd;
        errno = why;
        return -1;
    }
    if (fd != again && is(&entry->file, fd)) /* finished by another table's thread, and not the host's */
        wd_sys_close(fd);
    entry->file = recording;
    return again;
}

/* One of the sampler's calls on the recording, maybe in a signal handler: system
 * calls only. A limit on the size of files is not to end the host, and a thread
 * that is cancelled here would end with the sampler's lock held. */
struct call {
    int begun, fd, why, once, cancellation, held, was_pending;
    sigset_t mask;
};

static const sigset_t *too_large(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGXFSZ);
    return set;
}

/* Nothing is written where the limit's signal might come, which a sandbox does not let be held back. */
static int is_safe(const struct call *call)
{
    struct rlimit limit;
    return call->held || (wd_sys_getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY);
}

static struct call begin(void)
{
    struct call call = { .fd = -1, .why = EPERM };
    sigset_t set, pending;
    if (wd_sandbox_refuses(WD_REFUSED_WRITING))
        return call;
    call.begun = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &call.cancellation);
    sigemptyset(&call.mask);
    call.held = wd_real_sigmask(SIG_BLOCK, too_large(&set), &call.mask) == 0;
    call.was_pending = sigismember(&call.mask, SIGXFSZ) && sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ);
    if (is_safe(&call)) {
        call.fd = current(&call.once);
        call.why = call.fd < 0 ? errno : 0;
    }
    return call;
}

/* A disk that is full, fails, or is read only from now on, as the kernel makes one that fails, ends the recording; a
 * file that the host has put out of reach may be followed by one that is not. */
static void note_failure(int why)
{
    static const int of_disks[] = { EFBIG, ENOSPC, EDQUOT, EIO, EROFS, EUCLEAN, ESHUTDOWN, ENODEV, ENOTCONN };
    int *noted = &missed;
    for (size_t i = 0; i < sizeof of_disks / sizeof *of_disks; i++)
        if (why == of_disks[i])
            noted = &refused;
    __atomic_store_n(noted, why, __ATOMIC_RELEASE);
}

static void end(const struct call *call, int failed, size_t lost)
{
    int saved = errno;
    sigset_t set;
    if (!call->begun && lost > OF_A_LOG) {
        note_failure(call->why);
        wd_health_add(WD_HEALTH_RECORDING_LOST, lost);
    }
    if (!call->begun)
        return;
    if (call->once)
        wd_sys_close(call->fd);
    if (failed)
        note_failure(call->why ? call->why : saved);
    if (lost)
        wd_health_add(WD_HEALTH_RECORDING_LOST, lost);
    if (failed && saved == EFBIG && call->held && !call->was_pending)
        syscall(SYS_rt_sigtimedwait, too_large(&set), NULL, &(struct timespec){ 0 }, _NSIG / 8);
    if (call->held)
        wd_real_sigmask(SIG_SETMASK, &call->mask, NULL);
    pthread_setcancelstate(call->cancellation, NULL);
    errno = saved;
}

static int redirected_open(const char *name, int flags, ...)
{
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    int is_ours = (flags & O_CREAT) && strcmp(name, WD_OUTPUT_NAME) == 0;
    int fd = is_ours ? wd_directory_open(path, flags, mode) : wd_sys_open(name, flags, mode);
    if (!is_ours)
        return wd_debug_files_opened(name, flags, fd);
    if (fd < 0)
        return fd;
    struct stat s;
    fd = wd_high_descriptor(fd);
    if (wd_sys_fstat(fd, &s) != 0)
        return fd;
    wd_output_close();
    recording = (struct file){ s.st_dev, s.st_ino };
    __atomic_store_n(&refused, 0, __ATOMIC_RELEASE);
    entries[wd_table].file = recording;
    __atomic_store_n(&entries[wd_table].fd, fd, __ATOMIC_RELEASE);
    return HANDLE;
}

static int redirected_creat(const char *name, mode_t mode)
{
    return redirected_open(name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* Each table's descriptor has a place of its own in the file. A kernel may lack the call, a sandbox may refuse it. */
static ssize_t append(int fd, const void *bytes, size_t n)
{
    ssize_t written = wd_sys_append(fd, bytes, n);
    if (written >= 0 || (errno != ENOSYS && errno != EOPNOTSUPP && errno != EPERM))
        return written;
    return lseek(fd, 0, SEEK_END) < 0 ? -1 : wd_sys_write(fd, bytes, n);
}

/* A file that is cut stays as it is: what came behind the gap would not be understood, and with
 * its head completed it would pass for a whole one. */
static int is_cut(size_t n)
{
    int why = wd_output_error();
    if (why) {
        wd_health_add(WD_HEALTH_RECORDING_LOST, n);
        errno = why;
    }
    return why;
}

static ssize_t redirected_write(int fd, const void *bytes, size_t n)
{
    if (fd != HANDLE)
        return wd_sys_write(fd, bytes, n);
    if (forgotten)
        return (ssize_t)n;
    if (is_cut(n))
        return -1;
    struct call call = begin();
    ssize_t result = call.begun ? 0 : -1;
    size_t done = 0;
    for (; call.begun && done < n && (result = append(call.fd, (const char *)bytes + done, n - done)) > 0;
         done += (size_t)result)
        ;
    end(&call, result < 0, n - done);
    return done > 0 ? (ssize_t)done : result;
}

static ssize_t redirected_pwrite(int fd, const void *bytes, size_t n, off_t offset)
{
    if (fd != HANDLE)
        return wd_sys_pwrite(fd, bytes, n, offset);
    if (forgotten)
        return (ssize_t)n;
    if (is_cut(n))
        return -1;
    struct call call = begin();
    ssize_t result = !call.begun ? -1 : wd_sys_pwrite(call.fd, bytes, n, offset);
    end(&call, result < 0, result < 0 ? n : 0);
    return result;
}

static off_t redirected_lseek(int fd, off_t offset, int whence)
{
    if (fd != HANDLE)
        return lseek(fd, offset, whence);
    if (forgotten)
        return 0;
    struct call call = begin();
    off_t result =
        !call.begun ? -1 : lseek(call.fd, offset, whence == SEEK_CUR ? SEEK_END : whence); /* all is appended */
    end(&call, result < 0, 0);
    return result;
}

static int redirected_ftruncate(int fd, off_t length)
{
    if (fd != HANDLE)
        return ftruncate(fd, length);
    if (forgotten)
        return 0;
    struct call call = begin();
    int result = !call.begun ? -1 : ftruncate(call.fd, length);
    end(&call, result < 0, 0);
    return result;
}

static int redirected_close(int fd)
{
    if (fd != HANDLE)
        return wd_perf_events_close(fd);
    wd_output_close();
    return 0;
}

/* A finished file need not stay in memory. */
static int redirected_fadvise(int fd, off_t offset, off_t length, int advice)
{
    if (fd != HANDLE)
        return posix_fadvise(fd, offset, length, advice);
    if (forgotten)
        return 0;
    struct call call = begin();
    int result = !call.begun ? EPERM : posix_fadvise(call.fd, offset, length, advice);
    end(&call, 0, 0);
    return result;
}

int wd_output_redirect(void *library)
{
    return wd_got_patch(library, "open", (void *)redirected_open) &&
           wd_got_patch(library, "creat", (void *)redirected_creat) &&
           wd_got_patch(library, "write", (void *)redirected_write) &&
           wd_got_patch(library, "pwrite", (void *)redirected_pwrite) &&
           wd_got_patch(library, "lseek", (void *)redirected_lseek) &&
           wd_got_patch(library, "ftruncate", (void *)redirected_ftruncate) &&
           wd_got_patch(library, "close", (void *)redirected_close) &&
           wd_got_patch(library, "posix_fadvise", (void *)redirected_fadvise);
}

void wd_output_expect(const char *name)
{
    snprintf(path, sizeof path, "%s", name);
    forgotten = 0;
}

/* The host may have changed its user when the recording is opened again: better keep it. */
void wd_output_own_table(enum wd_table table)
{
    struct entry host = entries[WD_TABLE_HOST];
    int keep = is(&host.file, host.fd) ? host.fd : -1;
    if (!wd_own_files_begin(table, (int[]){ keep, wd_directory_descriptor() }))
        return;
    entries[table].file = host.file;
    __atomic_store_n(&entries[table].fd, keep, __ATOMIC_RELEASE);
}

int wd_output_error(void)
{
    return __atomic_load_n(&refused, __ATOMIC_ACQUIRE);
}

int wd_output_missed(void)
{
    return __atomic_load_n(&missed, __ATOMIC_ACQUIRE);
}

void wd_output_close(void)
{
    struct entry *entry = &entries[wd_table];
    int fd = __atomic_exchange_n(&entry->fd, -1, __ATOMIC_ACQ_REL);
    if (!wd_sandbox_refuses(WD_REFUSED_WRITING) && is(&entry->file, fd))
        wd_sys_close(fd);
}

/* The descriptors of other tables are those of threads that the child does not have. */
void wd_output_forget(void)
{
    forgotten = 1;
    wd_output_close();
    for (int i = 0; i < WD_TABLES; i++)
        entries[i] = (struct entry){ .fd = -1 };
    refused = missed = strays = 0;
}
