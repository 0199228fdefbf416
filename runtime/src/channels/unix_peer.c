/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/unix_peer.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <string.h>
#include <sys/socket.h>

#include "sandbox/needs.h"
#include "system/syscalls.h"

/* The attribute UNIX_DIAG_PEER of an answer. */
static uint64_t peer_in(const struct nlmsghdr *header, size_t length, uint32_t inode)
{
    if (!NLMSG_OK(header, length) || header->nlmsg_type != SOCK_DIAG_BY_FAMILY ||
        header->nlmsg_len < NLMSG_LENGTH(sizeof(struct unix_diag_msg)))
        return 0;
    const struct unix_diag_msg *message = NLMSG_DATA(header);
    if (message->udiag_ino != inode)
        return 0;
    size_t left = header->nlmsg_len - NLMSG_LENGTH(sizeof *message);
    const struct rtattr *attribute = (const struct rtattr *)(message + 1);
    for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left))
        if (attribute->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD(attribute) >= sizeof(uint32_t)) {
            uint32_t peer;
            memcpy(&peer, RTA_DATA(attribute), sizeof peer);
            return peer;
        }
    return 0;
}

uint64_t wd_unix_peer(uint64_t inode)
{
    struct {
        struct nlmsghdr header;
        struct unix_diag_req body;
    } request = {
        .header = { .nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST },
        .body = { .sdiag_family = AF_UNIX,
                  .udiag_ino = (uint32_t)inode,
                  .udiag_cookie = { UINT32_MAX, UINT32_MAX },
                  .udiag_show = UDIAG_SHOW_PEER }
    };
    union {
        struct nlmsghdr header;
        char bytes[1024];
    } answer;
    if (inode > UINT32_MAX || wd_sandbox_refuses(WD_REFUSED_CHANNELS))
        return 0;
    long fd = syscall(SYS_socket, AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (fd < 0)
        return 0;
    uint64_t peer = 0;
    if (syscall(SYS_sendto, fd, &request, sizeof request, MSG_DONTWAIT, NULL, 0) == (long)sizeof request) {
        long n = syscall(SYS_recvfrom, fd, &answer, sizeof answer, MSG_DONTWAIT, NULL, NULL);
        if (n > 0)
            peer = peer_in(&answer.header, (size_t)n, (uint32_t)inode);
    }
    wd_sys_close((int)fd);
    return peer;
}
