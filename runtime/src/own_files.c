#include "own_files.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
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

void wd_own_files_complain(const char *text)
{
    int fd = wd_table == WD_TABLE_HOST ? STDERR_FILENO : host_stderr();
    ssize_t written = write(fd, text, strlen(text));
    (void)written;
    if (wd_table != WD_TABLE_HOST && fd >= 0)
        close(fd);
}
