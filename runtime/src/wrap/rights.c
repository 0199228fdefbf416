/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/rights.h"

#include "propagation/dispatch.h"

static void rights_arrived(const struct cmsghdr *control)
{
    size_t n = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const int *descriptors = (const int *)CMSG_DATA(control);
    for (size_t i = 0; i < n; i++)
        if (descriptors[i] >= 0)
            wd_propagation_made(descriptors[i], -1);
}

void wd_descriptors_arrived(struct msghdr *message)
{
    if (!message->msg_control || message->msg_controllen < sizeof(struct cmsghdr))
        return;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS && c->cmsg_len >= CMSG_LEN(0))
            rights_arrived(c);
}
