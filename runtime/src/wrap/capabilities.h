/* SPDX-License-Identifier: Apache-2.0 */
/* capabilities.h: what a thread may do, as the kernel has it. Signal-safe. */
#ifndef WD_WRAP_CAPABILITIES_H
#define WD_WRAP_CAPABILITIES_H

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

struct wd_capabilities {
    struct __user_cap_data_struct words[_LINUX_CAPABILITY_U32S_3];
};

/* `thread`: 0 is the calling one. False if the kernel does not tell. */
static inline int wd_capabilities_read(pid_t thread, struct wd_capabilities *capabilities)
{
    struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, thread };
    return syscall(SYS_capget, &head, capabilities->words) == 0;
}

#endif
