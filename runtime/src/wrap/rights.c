/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/rights.h"

#include "memory/readable.h"
#include "propagation/dispatch.h"

static void tell(const struct cmsghdr *control, void (*of)(int fd))
{
    size_t n = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const int *descriptors = (const int *)CMSG_DATA(control);
    for (size_t i = 0; i < n; i++)
        if (descriptors[i] >= 0)
            of(descriptors[i]);
}

/* What a program is about to send the kernel has not checked. */
static int is_whole(const struct msghdr *message, const struct cmsghdr *control)
{
    size_t before = (size_t)((const char *)control - (const char *)message->msg_control);
    return control->cmsg_len >= CMSG_LEN(0) && control->cmsg_len <= message->msg_controllen - before;
}

static void tell_all(struct msghdr *message, void (*of)(int fd))
{
    if (!message->msg_control || message->msg_controllen < sizeof(struct cmsghdr))
        return;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c && is_whole(message, c); c = CMSG_NXTHDR(message, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
            tell(c, of);
}

static void arrived(int fd)
{
    wd_propagation_made(fd, -1);
}

void wd_descriptors_arrived(struct msghdr *message)
{
    tell_all(message, arrived);
}

void wd_descriptors_leave(const struct msghdr *message)
{
    struct msghdr copy = *message;
    size_t most = copy.msg_controllen;
    if (!copy.msg_control || !wd_is_readable(copy.msg_control, most))
        return;
    tell_all(&copy, wd_propagation_passed);
}
