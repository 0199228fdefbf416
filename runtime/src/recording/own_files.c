#include "recording/own_files.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread enum wd_table wd_table __attribute__((tls_model("initial-exec")));

int wd_own_files_begin(enum wd_table table, int keep)
{
    /* not libc's function, whose wrapper looks after the host's descriptors */
    if (syscall(SYS_close_range, keep + 1, UINT_MAX, CLOSE_RANGE_UNSHARE) != 0)
        return 0;
    if (keep > 0)
        syscall(SYS_close_range, 0, keep - 1, 0);
    wd_table = table;
    for (int i = 0; i <= STDERR_FILENO; i++)
        open("/dev/null", O_RDWR);
    return 1;
}

/* A copy of the host's; kept no longer than needed, since a reader may wait for its end. */
static int host_stderr(void)
{
    int process = (int)syscall(SYS_pidfd_open, getpid(), 0);
    int fd = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, STDERR_FILENO, 0);
    if (process >= 0)
        close(process);
    return fd >= 0 ? fd : open("/proc/self/fd/2", O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
}

static dev_t stderr_device;
static ino_t stderr_inode;

void wd_own_files_note_stderr(void)
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

void wd_own_files_complain(const char *text)
{
    int fd = wd_table == WD_TABLE_HOST ? STDERR_FILENO : host_stderr();
    ssize_t written = is_for_texts(fd) ? write(fd, text, strlen(text)) : 0;
    (void)written;
    if (wd_table != WD_TABLE_HOST && fd >= 0)
        close(fd);
}
