/* SPDX-License-Identifier: Apache-2.0 */
#include "propagation/dispatch.h"

#include <errno.h>
#include <fcntl.h>

#include "memory/each_message.h"
#include "system/syscalls.h"

#define NOBODYS UINT32_MAX /* a word with a descriptor's role in it: wd_propagation_is_preferreds takes that out */

static const struct wd_protocol *const none[] = { NULL };
const struct wd_protocol *const *wd_protocols WD_EACH_MESSAGE = none;
const struct wd_protocol *const *wd_rules = none;
const struct wd_protocol *wd_propagation_preferred WD_EACH_MESSAGE;
uint32_t wd_propagation_preferred_word WD_EACH_MESSAGE = NOBODYS;
int wd_propagation_decrypts, wd_propagation_hosted;
__thread int wd_propagation_engaged __attribute__((tls_model("initial-exec")));
int wd_propagation_fifos;
struct wd_pieces wd_propagation_pieces = { .fd = -1, .tls_fd = -1 };
__thread int wd_propagation_loops __attribute__((tls_model("initial-exec")));
__thread int wd_propagation_received_on __attribute__((tls_model("initial-exec")));
__thread whodunit_context wd_propagation_arrived __attribute__((tls_model("initial-exec")));

/* Calls `callback`, where there is one, of all of a list. */
#define TELL_ALL(list, callback, ...)                          \
    for (const struct wd_protocol *const *p = list; *p; p++) { \
        if ((*p)->callback)                                    \
            (*p)->callback(__VA_ARGS__);                       \
    }

/* The same of the protocols that a descriptor's word names. */
#define TELL(word, callback, ...)                                                \
    for (uint32_t bits = (word)&WD_FD_FOLLOWED; bits; bits &= bits - 1) {        \
        const struct wd_protocol *p = wd_protocols[wd_propagation_number(bits)]; \
        if (p->callback)                                                         \
            p->callback(__VA_ARGS__);                                            \
    }

static enum wd_role role_of(uint32_t word)
{
    return word & WD_FD_CLIENT ? WD_ROLE_CLIENT : WD_ROLE_SERVER;
}

int wd_transfer_may_block(const struct wd_transfer *transfer)
{
    return !(transfer->flags & MSG_DONTWAIT) && !(wd_sys_fcntl(transfer->fd, F_GETFL, 0) & O_NONBLOCK);
}

void wd_propagation_before_receive_all(struct wd_transfer *t)
{
    if (t->word & WD_FD_CARRIED)
        TELL_ALL(wd_rules, before_receive, t);
    TELL(t->word, before_receive, t);
}

void wd_propagation_before_send_all(struct wd_transfer *t)
{
    if (t->word & WD_FD_CARRIED)
        TELL_ALL(wd_rules, before_send, t);
    TELL(t->word, before_send, t);
}

void wd_propagation_received_all(struct wd_transfer *t)
{
    TELL(t->word, received, t);
    if (t->n > 0 && (t->flags & (WD_ASIDE | MSG_TRUNC)) == MSG_TRUNC) /* TCP has discarded them */
        TELL(t->word, unseen, t->fd, wd_transfer_role(t));
}

void wd_propagation_sent_all(struct wd_transfer *t)
{
    TELL(t->word, sent, t);
}

void wd_propagation_unseen(int fd)
{
    int saved = errno;
    uint32_t word = wd_descriptor(fd);
    TELL(word, unseen, fd, role_of(word));
    errno = saved;
}

void wd_propagation_streamed(int fd, int reads, int writes)
{
    int saved = errno;
    TELL(wd_descriptor(fd), streamed, fd, reads, writes);
    errno = saved;
}

void wd_propagation_hidden(int fd)
{
    int saved = errno;
    uint32_t word = wd_descriptor(fd);
    TELL(word, unseen, fd, role_of(word));
    TELL(word, hidden, fd);
    errno = saved;
}

void wd_propagation_decrypted_received(int fd, const void *bytes, size_t n)
{
    int saved = errno;
    TELL(wd_descriptor(fd), decrypted_received, fd, bytes, n);
    errno = saved;
}

void wd_propagation_decrypted_sends(int fd, const void *bytes, size_t n)
{
    int saved = errno;
    TELL(wd_descriptor(fd), decrypted_sends, fd, bytes, n);
    errno = saved;
}

void wd_propagation_decrypted_sent(int fd, const void *bytes, size_t n)
{
    int saved = errno;
    TELL(wd_descriptor(fd), decrypted_sent, fd, bytes, n);
    errno = saved;
}

int wd_propagation_handshake(const unsigned char random[WD_TLS_RANDOM])
{
    int found = -1;
    for (const struct wd_protocol *const *p = wd_protocols; *p && found < 0; p++)
        if ((*p)->handshake)
            found = (*p)->handshake(random);
    return found;
}

uint32_t wd_propagation_epoch(int fd)
{
    uint32_t epoch = 0;
    for (uint32_t bits = wd_descriptor(fd) & WD_FD_FOLLOWED; bits && !epoch; bits &= bits - 1)
        if (wd_protocols[wd_propagation_number(bits)]->epoch)
            epoch = wd_protocols[wd_propagation_number(bits)]->epoch(fd);
    return epoch;
}

void wd_propagation_accepted(int fd)
{
    int saved = errno;
    wd_propagation_closed(fd); /* by means that nobody saw */
    TELL_ALL(wd_rules, accepted, fd);
    TELL_ALL(wd_protocols, accepted, fd);
    errno = saved;
}

void wd_propagation_made(int fd, int other)
{
    int saved = errno;
    wd_propagation_closed(fd);
    if (other >= 0)
        wd_propagation_closed(other);
    TELL_ALL(wd_protocols, made, fd, other);
    errno = saved;
}

void wd_propagation_duplicated(int fd, int copy)
{
    int saved = errno;
    TELL(wd_descriptor(fd), duplicated, fd, copy);
    errno = saved;
}

void wd_propagation_passed(int fd)
{
    int saved = errno;
    TELL(wd_descriptor(fd), passed, fd);
    errno = saved;
}

void wd_propagation_connects(int fd)
{
    int saved = errno;
    uint32_t word = wd_descriptor(fd);
    if ((word & WD_FD_FOLLOWED) && !(word & WD_FD_CLIENT))
        wd_propagation_closed(fd);
    TELL_ALL(wd_rules, connects, fd);
    TELL_ALL(wd_protocols, connects, fd);
    errno = saved;
}

/* The word goes first: whoever accepts or opens the number anew makes its own. */
int wd_propagation_closing(int fd)
{
    if (!wd_descriptor(fd))
        return 0;
    int saved = errno;
    uint32_t word = __atomic_exchange_n(&wd_descriptors[fd], 0, __ATOMIC_RELAXED);
    TELL(word, closed, fd, role_of(word));
    errno = saved;
    return wd_propagation_preferred != NULL;
}

void wd_propagation_gone(void)
{
    int saved = errno;
    wd_propagation_preferred->gone();
    errno = saved;
}

void wd_propagation_closed(int fd)
{
    if (wd_propagation_closing(fd))
        wd_propagation_gone();
}

void wd_propagation_idle_all(void)
{
    int saved = errno;
    TELL_ALL(wd_protocols, idle);
    wd_propagation_engaged = 0;
    errno = saved;
}

void wd_propagation_rests_told(void)
{
    int saved = errno;
    wd_propagation_preferred->rests();
    errno = saved;
}

void wd_propagation_polls_told(const struct pollfd *descriptors, unsigned long n)
{
    int saved = errno;
    wd_propagation_preferred->polls(descriptors, n);
    errno = saved;
}

/* Protocols do not know their numbers: one is looked for only when a connection begins or is declined. */
static uint32_t bit_of(const struct wd_protocol *protocol)
{
    int number = 0;
    while (wd_protocols[number] != protocol)
        number++;
    return WD_FD_PROTOCOL(number);
}

void wd_propagation_host(const struct wd_protocol *protocol)
{
    static const struct wd_protocol *alone[2];
    alone[0] = protocol;
    wd_protocols = alone;
    wd_rules = none;
    wd_propagation_hosted = 1;
}

void wd_propagation_prefer(const struct wd_protocol *protocol)
{
    wd_propagation_preferred = protocol;
    __atomic_store_n(&wd_propagation_preferred_word, bit_of(protocol), __ATOMIC_RELEASE);
}

void wd_propagation_claim_from(int fd, const struct wd_protocol *protocol, whodunit_context context)
{
    TELL(wd_descriptor(fd) & ~bit_of(protocol), claimed, fd, context);
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
