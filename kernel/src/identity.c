/* SPDX-License-Identifier: Apache-2.0 */
#include "identity.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int wd_identity_ask(int listener)
{
    return setsockopt(listener, SOL_SOCKET, SO_PASSCRED, &(int){ 1 }, sizeof(int));
}

/* A number may be another process's by now. Before Linux 6.5 there is nothing else: then only its user shows it
 * (wd_identity_fits). */
int wd_identity_of(int connection, struct ucred *who)
{
    int process = -1;
    socklen_t size = sizeof *who, one = sizeof process;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, who, &size) != 0 || who->pid <= 0)
        return -1;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERPIDFD, &process, &one) == 0)
        return process;
    return errno == ENOPROTOOPT ? pidfd_open(who->pid, 0) : -1;
}

/* Nothing is received but who it is: descriptors that somebody sends are left. */
ssize_t wd_identity_receive(int connection, void *packet, size_t size, pid_t *process)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(struct ucred))];
    } beside;
    struct iovec into = { packet, size };
    struct msghdr message = {
        .msg_iov = &into, .msg_iovlen = 1, .msg_control = &beside, .msg_controllen = sizeof beside
    };
    ssize_t n = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
    const struct cmsghdr *said = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    struct ucred who = { 0 };
    if (said && said->cmsg_level == SOL_SOCKET && said->cmsg_type == SCM_CREDENTIALS &&
        said->cmsg_len == CMSG_LEN(sizeof who))
        memcpy(&who, CMSG_DATA(said), sizeof who);
    *process = who.pid;
    return n;
}

/* Its number in our /proc; 0: it has gone, or cannot be seen there. */
static int number_of(int pidfd)
{
    char path[64], line[256];
    int number = 0;
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", pidfd);
    FILE *in = fopen(path, "re");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "Pid: %d", &number) == 1)
            break;
    if (in)
        fclose(in);
    return number > 0 ? number : 0;
}

struct ids {
    unsigned real, effective, saved, files;
};

static int read_ids(int process, struct ids *users, struct ids *groups)
{
    char path[64], line[256];
    int found = 0;
    snprintf(path, sizeof path, "/proc/%d/status", process);
    FILE *in = fopen(path, "re");
    while (in && fgets(line, sizeof line, in)) {
        struct ids *i = strncmp(line, "Uid:", 4) == 0 ? users : strncmp(line, "Gid:", 4) == 0 ? groups : NULL;
        if (i)
            found += sscanf(line + 4, "%u %u %u %u", &i->real, &i->effective, &i->saved, &i->files) == 4;
    }
    if (in)
        fclose(in);
    return found == 2;
}

static int are(const struct ids *ids, unsigned id, int is_roots)
{
    return ids->effective == id && ids->files == id && (is_roots || (ids->real == id && ids->saved == id));
}

/* What root has connected may have dropped root since. What is root's and has dropped it for a while only has connected
 * as the user that it is meanwhile. */
int wd_identity_fits(int pidfd, const struct ucred *who)
{
    struct ids users = { 0 }, groups = { 0 };
    int process = number_of(pidfd);
    if (who->uid == 0)
        return 1;
    if (!process || !read_ids(process, &users, &groups) || number_of(pidfd) != process)
        return 0;
    return are(&users, who->uid, users.real == 0) && are(&groups, who->gid, users.real == 0);
}

uid_t wd_identity_user(int process)
{
    struct ids users = { 0 }, groups = { 0 };
    return read_ids(process, &users, &groups) ? users.effective : (uid_t)-1;
}
