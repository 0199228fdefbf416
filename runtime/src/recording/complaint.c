#include "recording/complaint.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recording/own_files.h"

static dev_t stderr_device;
static ino_t stderr_inode;

/* A copy of the host's; kept no longer than needed, since a reader may wait for its end. */
static int host_stderr(void)
{
    int process = (int)syscall(SYS_pidfd_open, getpid(), 0);
    int fd = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, STDERR_FILENO, 0);
    if (process >= 0)
        close(process);
    return fd >= 0 ? fd : open("/proc/self/fd/2", O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
}

void wd_complaint_begin(void)
{
    struct stat s = { 0 };
    fstat(STDERR_FILENO, &s);
    stderr_device = s.st_dev;
    stderr_inode = s.st_ino;
}

static int is_for_texts(int fd)
{
    struct stat s;
    if (fstat(fd, &s) != 0)
        return 0;
    return (s.st_dev == stderr_device && s.st_ino == stderr_inode) || S_ISCHR(s.st_mode) ||
           (S_ISFIFO(s.st_mode) && !(fcntl(fd, F_GETFL) & O_NONBLOCK)) || /* a loop's pipe to itself does not block */
           (S_ISREG(s.st_mode) && (fcntl(fd, F_GETFL) & O_APPEND));
}

void wd_complaint(const char *text)
{
    int fd = wd_table == WD_TABLE_HOST ? STDERR_FILENO : host_stderr();
    ssize_t written = is_for_texts(fd) ? write(fd, text, strlen(text)) : 0;
    (void)written;
    if (wd_table != WD_TABLE_HOST && fd >= 0)
        close(fd);
}
