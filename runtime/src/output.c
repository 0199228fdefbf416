#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "import.h"

#define HANDLE 0x40000000 /* above any descriptor that a kernel gives out */
#define HIGH 512          /* servers have plans for the low ones */

static char path[PATH_MAX];
static int descriptor = -1; /* atomic */
static dev_t device;
static ino_t inode;
static volatile int forgotten;

/* Its own number, closed on exec; the given one if there is no high one. */
static int out_of_the_way(int fd)
{
    int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

static int is_recording(int fd)
{
    struct stat s;
    return fd >= 0 && fstat(fd, &s) == 0 && s.st_dev == device && s.st_ino == inode;
}

/* The descriptor of the recording, reopened if the host has closed it; -1 if
 * that fails. The sampler writes in signal handlers too: system calls only. */
static int current(void)
{
    int fd = __atomic_load_n(&descriptor, __ATOMIC_ACQUIRE);
    if (is_recording(fd))
        return fd;
    int again = out_of_the_way(open(path, O_RDWR | O_CLOEXEC));
    if (!is_recording(again) || lseek(again, 0, SEEK_END) < 0 ||
        !__atomic_compare_exchange_n(&descriptor, &fd, again, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        if (again >= 0)
            close(again);
        fd = __atomic_load_n(&descriptor, __ATOMIC_ACQUIRE);
        return is_recording(fd) ? fd : -1;
    }
    return again;
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
    int fd = open(name, flags, mode);
    if (fd < 0 || !(flags & O_CREAT) || strcmp(name, path) != 0)
        return fd;
    struct stat s;
    fd = out_of_the_way(fd);
    if (fstat(fd, &s) != 0)
        return fd;
    device = s.st_dev;
    inode = s.st_ino;
    __atomic_store_n(&descriptor, fd, __ATOMIC_RELEASE);
    return HANDLE;
}

static int redirected_creat(const char *name, mode_t mode)
{
    return redirected_open(name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

static ssize_t redirected_write(int fd, const void *bytes, size_t n)
{
    if (fd != HANDLE)
        return write(fd, bytes, n);
    return forgotten ? (ssize_t)n : write(current(), bytes, n);
}

static ssize_t redirected_pwrite(int fd, const void *bytes, size_t n, off_t offset)
{
    if (fd != HANDLE)
        return pwrite(fd, bytes, n, offset);
    return forgotten ? (ssize_t)n : pwrite(current(), bytes, n, offset);
}

static off_t redirected_lseek(int fd, off_t offset, int whence)
{
    if (fd != HANDLE)
        return lseek(fd, offset, whence);
    return forgotten ? 0 : lseek(current(), offset, whence);
}

static int redirected_ftruncate(int fd, off_t length)
{
    if (fd != HANDLE)
        return ftruncate(fd, length);
    return forgotten ? 0 : ftruncate(current(), length);
}

static int redirected_close(int fd)
{
    if (fd != HANDLE)
        return close(fd);
    fd = __atomic_exchange_n(&descriptor, -1, __ATOMIC_ACQ_REL);
    return is_recording(fd) ? close(fd) : 0;
}

int wd_output_redirect(void *library)
{
    return wd_import_replace(library, "open", (void *)redirected_open) &&
           wd_import_replace(library, "creat", (void *)redirected_creat) &&
           wd_import_replace(library, "write", (void *)redirected_write) &&
           wd_import_replace(library, "pwrite", (void *)redirected_pwrite) &&
           wd_import_replace(library, "lseek", (void *)redirected_lseek) &&
           wd_import_replace(library, "ftruncate", (void *)redirected_ftruncate) &&
           wd_import_replace(library, "close", (void *)redirected_close);
}

void wd_output_expect(const char *name)
{
    snprintf(path, sizeof path, "%s", name);
}

void wd_output_forget(void)
{
    forgotten = 1;
    redirected_close(HANDLE);
}
