/* SPDX-License-Identifier: Apache-2.0 */
#include "own_files/table.h"

#include <limits.h>

#include "system/syscalls.h"

__thread enum wd_table wd_table __attribute__((tls_model("initial-exec")));

/* The first call leaves the table, with all that is below the highest that is kept. */
int wd_own_files_begin(enum wd_table table, const int keep[2])
{
    int low = keep[0] < keep[1] ? keep[0] : keep[1], high = keep[0] < keep[1] ? keep[1] : keep[0];
    /* not libc's function, whose wrapper looks after the host's descriptors */
    if (syscall(SYS_close_range, high + 1, UINT_MAX, CLOSE_RANGE_UNSHARE) != 0)
        return 0;
    if (high > low + 1)
        syscall(SYS_close_range, low + 1, high - 1, 0);
    if (low > 0)
        syscall(SYS_close_range, 0, low - 1, 0);
    wd_table = table;
    for (int i = 0; i <= STDERR_FILENO; i++)
        wd_sys_open("/dev/null", O_RDWR, 0);
    wd_sys_close(STDIN_FILENO);
    return 1;
}
