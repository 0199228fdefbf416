/* SPDX-License-Identifier: Apache-2.0 */
/* ear.c: a protocol that follows every connection, from both ends, and writes down what it is told. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "propagation/propagation.h"

extern const struct wd_protocol wd_ear_protocol;

__attribute__((visibility("default"))) char ear_log[4096];

#define LOG(...)                                                      \
    do {                                                              \
        size_t used = strlen(ear_log);                                \
        snprintf(ear_log + used, sizeof ear_log - used, __VA_ARGS__); \
        errno = EXDEV; /* which nobody outside may see */             \
    } while (0)

static const char *name(enum wd_role role)
{
    return role == WD_ROLE_SERVER ? "server" : "client";
}

static void accepted(int fd)
{
    wd_propagation_follow(fd, &wd_ear_protocol, WD_ROLE_SERVER);
}

static void connects(int fd)
{
    wd_propagation_follow(fd, &wd_ear_protocol, WD_ROLE_CLIENT);
}

static void before_receive(const struct wd_transfer *t)
{
    LOG("%s receives%s; ", name(wd_transfer_role(t)), wd_transfer_may_block(t) ? "" : " at once");
}

static void show(void *user, const void *bytes, size_t n)
{
    (void)user;
    LOG(" %.*s", (int)n, (const char *)bytes);
}

static void received(const struct wd_transfer *t)
{
    LOG("%s received %zd%s", name(wd_transfer_role(t)), t->n, t->error == EAGAIN ? " EAGAIN" : "");
    wd_transfer_show(t, show, NULL);
    LOG("; ");
    wd_propagation_engaged = WD_ENGAGED;
}

static void before_send(const struct wd_transfer *t)
{
    size_t size = 0;
    for (size_t i = 0; i < t->count; i++)
        size += t->pieces[i].iov_len;
    LOG("%s sends %zu; ", name(wd_transfer_role(t)), size);
}

static void sent(const struct wd_transfer *t)
{
    LOG("%s sent %zd", name(wd_transfer_role(t)), t->n);
    wd_transfer_show(t, show, NULL);
    LOG("; ");
}

static void unseen(int fd, enum wd_role role)
{
    (void)fd;
    LOG("%s unseen; ", name(role));
}

static void closed(int fd, enum wd_role role)
{
    (void)fd;
    LOG("%s closed; ", name(role));
}

static void idle(void)
{
    LOG("idle; ");
}

const struct wd_protocol wd_ear_protocol = {
    .name = "ear",
    .accepted = accepted,
    .connects = connects,
    .before_receive = before_receive,
    .received = received,
    .before_send = before_send,
    .sent = sent,
    .unseen = unseen,
    .closed = closed,
    .idle = idle,
};
