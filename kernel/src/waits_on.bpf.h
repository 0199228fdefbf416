/* SPDX-License-Identifier: Apache-2.0 */
/* waits_on.bpf.h: on what a thread waits, by its system call and the file that this is on. */
#ifndef WD_WAITS_ON_BPF_H
#define WD_WAITS_ON_BPF_H

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "interval.h"

#define S_IFMT 0170000
#define S_IFSOCK 0140000
#define S_IFIFO 0010000

/* What a descriptor's file is. */
static __always_inline __u32 kind_of_file(struct task_struct *task, __u64 fd)
{
    struct fdtable *table = BPF_CORE_READ(task, files, fdt);
    struct file **files = BPF_CORE_READ(table, fd);
    struct file *file = NULL;
    if (fd >= BPF_CORE_READ(table, max_fds))
        return WD_ON_OTHER;
    bpf_probe_read_kernel(&file, sizeof file, files + fd);
    __u32 mode = BPF_CORE_READ(file, f_inode, i_mode) & S_IFMT;
    return mode == S_IFSOCK ? WD_ON_SOCKET : mode == S_IFIFO ? WD_ON_PIPE : WD_ON_OTHER;
}

/* A thread that stops, in the system call that it is in. `before`: on what it has waited last. */
static __always_inline __u32 waits_on(struct task_struct *task, __u32 before)
{
    const struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
    if (BPF_CORE_READ_BITFIELD(task, in_iowait))
        return WD_ON_DISK;
    switch (regs->orig_ax) {
    case 219: /* restart_syscall: the call before goes on waiting, as after work for io_uring */
        return before == WD_ON_PROCESSOR ? WD_ON_OTHER : before;
    case 202: /* futex */
    case 449: /* futex_waitv */
    case 455: /* futex_wait */ return WD_ON_FUTEX;
    case 7:   /* poll */
    case 23:  /* select */
    case 232: /* epoll_wait */
    case 270: /* pselect6 */
    case 271: /* ppoll */
    case 281: /* epoll_pwait */
    case 441: /* epoll_pwait2 */ return WD_ON_EPOLL;
    case 35: /* nanosleep */
    case 230: /* clock_nanosleep */ return WD_ON_SLEEP;
    case 42:  /* connect */
    case 43:  /* accept */
    case 44:  /* sendto */
    case 45:  /* recvfrom */
    case 46:  /* sendmsg */
    case 47:  /* recvmsg */
    case 288: /* accept4 */
    case 299: /* recvmmsg */
    case 307: /* sendmmsg */ return WD_ON_SOCKET;
    case 26:  /* msync */
    case 74:  /* fsync */
    case 75:  /* fdatasync */
    case 162: /* sync */
    case 277: /* sync_file_range */
    case 306: /* syncfs */ return WD_ON_DISK;
    case 61: /* wait4 */
    case 247: /* waitid */ return WD_ON_CHILD;
    case 0:  /* read */
    case 1:  /* write */
    case 19: /* readv */
    case 20: /* writev */ return kind_of_file(task, regs->di);
    default: return WD_ON_OTHER;
    }
}

#endif
