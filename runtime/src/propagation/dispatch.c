#include "propagation/dispatch.h"

#include <errno.h>
#include <fcntl.h>

#include "propagation/protocols.h"

__thread int wd_propagation_engaged __attribute__((tls_model("initial-exec")));

/* What is received or sent with these is not the stream's next bytes. */
#define ASIDE (MSG_PEEK | MSG_OOB | MSG_ERRQUEUE)

/* Calls `callback` of the protocols that have one and are `told`, a condition on p and i. */
#define TELL(told, callback, ...)                        \
    do {                                                 \
        int saved = errno;                               \
        const struct wd_protocol *p;                     \
        for (unsigned i = 0; (p = wd_protocols[i]); i++) \
            if (p->callback && (told))                   \
                p->callback(__VA_ARGS__);                \
        errno = saved;                                   \
    } while (0)

#define FOLLOWS(word) ((word) & (p->carries ? WD_FD_CARRIED : WD_FD_PROTOCOL(i)))

static enum wd_role role_of(uint32_t word)
{
    return word & WD_FD_CLIENT ? WD_ROLE_CLIENT : WD_ROLE_SERVER;
}

int wd_transfer_may_block(const struct wd_transfer *transfer)
{
    return !(transfer->flags & MSG_DONTWAIT) && !(fcntl(transfer->fd, F_GETFL) & O_NONBLOCK);
}

void wd_transfer_show(const struct wd_transfer *t, void (*show)(void *user, const void *bytes, size_t n), void *user)
{
    size_t left = t->seen;
    for (size_t i = 0; i < t->count && left > 0; i++) {
        size_t piece = t->pieces[i].iov_len < left ? t->pieces[i].iov_len : left;
        show(user, t->pieces[i].iov_base, piece);
        left -= piece;
    }
}

static void before(struct wd_transfer *t)
{
    t->word = wd_descriptor(t->fd);
    t->role = role_of(t->word);
}

static void after(struct wd_transfer *t, ssize_t n)
{
    t->n = n;
    t->error = n < 0 ? errno : 0;
    t->seen = n > 0 && !(t->flags & (ASIDE | MSG_TRUNC)) ? (size_t)n : 0;
}

void wd_propagation_before_receive(struct wd_transfer *t)
{
    before(t);
    TELL(FOLLOWS(t->word), before_receive, t);
}

ssize_t wd_propagation_received(struct wd_transfer *t, ssize_t n)
{
    if (!(t->word & WD_FD_FOLLOWED))
        return n;
    after(t, n);
    TELL(FOLLOWS(t->word), received, t);
    if (n > 0 && (t->flags & MSG_TRUNC) && !(t->flags & ASIDE)) /* TCP has discarded them */
        TELL(FOLLOWS(t->word), unseen, t->fd, t->role);
    return n;
}

void wd_propagation_before_send(struct wd_transfer *t)
{
    before(t);
    TELL(FOLLOWS(t->word), before_send, t);
}

ssize_t wd_propagation_sent(struct wd_transfer *t, ssize_t n)
{
    if (!(t->word & WD_FD_FOLLOWED))
        return n;
    after(t, n);
    TELL(FOLLOWS(t->word), sent, t);
    return n;
}

void wd_propagation_unseen(int fd)
{
    uint32_t word = wd_descriptor(fd);
    TELL(FOLLOWS(word), unseen, fd, role_of(word));
}

void wd_propagation_accepted(int fd)
{
    wd_propagation_closed(fd); /* by means that nobody saw */
    TELL(1, accepted, fd);
}

void wd_propagation_connects(int fd)
{
    uint32_t word = wd_descriptor(fd);
    if ((word & WD_FD_FOLLOWED) && !(word & WD_FD_CLIENT))
        wd_propagation_closed(fd);
    TELL(1, connects, fd);
}

/* The word goes first: whoever accepts or opens the number anew makes its own. */
void wd_propagation_closed(int fd)
{
    if (!wd_descriptor(fd))
        return;
    uint32_t word = __atomic_exchange_n(&wd_descriptors[fd], 0, __ATOMIC_RELAXED);
    TELL(FOLLOWS(word), closed, fd, role_of(word));
}

void wd_propagation_idle_slow(void)
{
    TELL(1, idle);
    wd_propagation_engaged = 0;
}

/* Protocols do not know their numbers: one is looked for only when a connection begins or is declined. */
static uint32_t bit_of(const struct wd_protocol *protocol)
{
    unsigned i = 0;
    while (wd_protocols[i] != protocol)
        i++;
    return WD_FD_PROTOCOL(i);
}

void wd_propagation_follow(int fd, const struct wd_protocol *protocol, enum wd_role role)
{
    uint32_t bit = bit_of(protocol);
    wd_descriptor_change(fd, bit | WD_FD_CLIENT, bit | (role == WD_ROLE_CLIENT ? WD_FD_CLIENT : 0));
}

void wd_propagation_decline(int fd, const struct wd_protocol *protocol)
{
    uint32_t bit = bit_of(protocol), word = wd_descriptor(fd), without;
    do {
        if (!(word & bit))
            return;
        without = word & ~bit;
        if (!(without & WD_FD_FOLLOWED))
            without &= ~WD_FD_CLIENT; /* what is only carried has no role: dispatch.h compares it */
    } while (!__atomic_compare_exchange_n(&wd_descriptors[fd], &word, without, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}
