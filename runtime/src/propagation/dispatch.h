/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dispatch.h: what the wrappers of libc's functions tell the protocols. Around a
 * call that sends or receives only where it is not nothing new; errno is kept.
 */
#ifndef WD_DISPATCH_H
#define WD_DISPATCH_H

#include <errno.h>

#include "memory/errno_place.h"
#include "propagation/propagation.h"
#include "threads/thread.h"

/* Nobody follows the descriptor, and the context that it carries is known on
 * both sides already. */
static inline int wd_sends_nothing_new(uint32_t word)
{
    return !(word & WD_FD_FOLLOWED) && (!(word & WD_FD_CONNECTED) || wd_descriptor_context(word) == wd_thread.context);
}

static inline int wd_receives_nothing_new(uint32_t word)
{
    return word == wd_settled.carried && wd_thread.context == wd_settled.context;
}

/* All protocols and rules, NULL behind the last; a protocol's number is its
 * place. Empty until protocols.c, above all of them, has set them at the start. */
extern const struct wd_protocol *const *wd_protocols;
extern const struct wd_protocol *const *wd_rules;

/* What is received or sent with these is not the stream's next bytes. */
#define WD_ASIDE (MSG_PEEK | MSG_OOB | MSG_ERRQUEUE)

/* The protocol that follows most descriptors alone (wd_propagation_prefer), and the word of those, without their role.
 * It is told at once, and the others are not asked: in the time that a message takes, looking for who is to be told is
 * not little. A word that nothing has where there is none. */
extern const struct wd_protocol *wd_propagation_preferred;
extern uint32_t wd_propagation_preferred_word;

/* Of the first protocol in some bits of WD_FD_FOLLOWED. */
static inline int wd_propagation_number(uint32_t bits)
{
    return __builtin_ctz(bits) - __builtin_ctz(WD_FD_FOLLOWED);
}

static inline int wd_propagation_is_preferreds(uint32_t word)
{
    return __builtin_expect((word & (WD_FD_FOLLOWED | WD_FD_CARRIED)) == wd_propagation_preferred_word, 1);
}

/* The one protocol that follows a descriptor which carries nothing, and is not the preferred one's; NULL: none or
 * several do, or it carries something. The preferred one is also told alone of what may have been discarded: it has no
 * `unseen`. */
static inline const struct wd_protocol *wd_propagation_alone(uint32_t word, int flags)
{
    uint32_t bits = word & (WD_FD_FOLLOWED | WD_FD_CARRIED);
    if ((bits & (bits - 1)) || !(bits & WD_FD_FOLLOWED) || (flags & MSG_TRUNC))
        return NULL;
    return wd_protocols[wd_propagation_number(bits)];
}

/* Of a transfer that somebody follows: what the call has done. */
static inline void wd_propagation_note(struct wd_transfer *t, ssize_t n)
{
    t->n = n;
    t->error = n < 0 ? wd_errno() : 0;
    t->seen = n > 0 && !(t->flags & (WD_ASIDE | MSG_TRUNC)) && !t->size ? (size_t)n : 0;
}

/* Who follows the descriptor is told of a transfer: one alone, if it wants to be, or all. Before the call `look` says
 * who that is. */
#define WD_TELL_OF(transfer, callback, look)              \
    int saved = wd_errno();                               \
    if (wd_propagation_is_preferreds((transfer)->word)) { \
        wd_propagation_preferred->callback(transfer);     \
    } else {                                              \
        look;                                             \
        if (!(transfer)->alone)                           \
            wd_propagation_##callback##_all(transfer);    \
        else if ((transfer)->alone->callback)             \
            (transfer)->alone->callback(transfer);        \
    }                                                     \
    wd_errno_set(saved)

#define WD_LOOK_WHO(transfer) (transfer)->alone = wd_propagation_alone((transfer)->word, (transfer)->flags)

/* Any number of protocols and rules. */
void wd_propagation_before_receive_all(struct wd_transfer *transfer);
void wd_propagation_received_all(struct wd_transfer *transfer);
void wd_propagation_before_send_all(struct wd_transfer *transfer);
void wd_propagation_sent_all(struct wd_transfer *transfer);

/* On which descriptor, followed by somebody, the calling thread has begun to receive last: that plus one; 0: none. */
extern __thread int wd_propagation_received_on __attribute__((tls_model("initial-exec")));

/* Around a call. `transfer` has the descriptor and the flags, and the pieces by the time that they may be looked at
 * (propagation.h); its word is looked up, or given. Returns `n`. */
static inline void wd_propagation_before_receive_by(struct wd_transfer *t, uint32_t word)
{
    t->word = word;
    wd_propagation_received_on = t->fd + 1;
    WD_TELL_OF(t, before_receive, WD_LOOK_WHO(t));
}

static inline void wd_propagation_before_receive(struct wd_transfer *t)
{
    wd_propagation_before_receive_by(t, wd_descriptor(t->fd));
}

static inline ssize_t wd_propagation_received(struct wd_transfer *t, ssize_t n)
{
    if (!(t->word & WD_FD_FOLLOWED))
        return n;
    wd_propagation_note(t, n);
    wd_propagation_arrived = WHODUNIT_ROOT;
    WD_TELL_OF(t, received, );
    return n;
}

static inline void wd_propagation_before_send_by(struct wd_transfer *t, uint32_t word)
{
    t->word = word;
    WD_TELL_OF(t, before_send, WD_LOOK_WHO(t));
}

static inline void wd_propagation_before_send(struct wd_transfer *t)
{
    wd_propagation_before_send_by(t, wd_descriptor(t->fd));
}

static inline ssize_t wd_propagation_sent(struct wd_transfer *t, ssize_t n)
{
    if (!(t->word & WD_FD_FOLLOWED))
        return n;
    wd_propagation_note(t, n);
    WD_TELL_OF(t, sent, );
    return n;
}

/* The call has moved bytes past us. */
void wd_propagation_unseen(int fd);

/* stdio may move bytes past us from now on. */
void wd_propagation_streamed(int fd, int reads, int writes);

/* Calls that nobody sees may move bytes, either way and at any time from now on: io_uring. */
void wd_propagation_hidden(int fd);

/* What was received, is about to be sent, or was sent within TLS; nothing on a descriptor that nobody follows. */
void wd_propagation_decrypted_received(int fd, const void *bytes, size_t n);
void wd_propagation_decrypted_sends(int fd, const void *bytes, size_t n);
void wd_propagation_decrypted_sent(int fd, const void *bytes, size_t n);

/* As in struct wd_protocol: of the one that knows. */
int wd_propagation_handshake(const unsigned char random[WD_TLS_RANDOM]);
uint32_t wd_propagation_epoch(int fd);

void wd_propagation_accepted(int fd);
void wd_propagation_made(int fd, int other);
void wd_propagation_duplicated(int fd, int copy);
void wd_propagation_passed(int fd);
void wd_propagation_connects(int fd);
/* Around a call that closes the descriptor. `closing` is not 0 if `gone` is to follow. */
int wd_propagation_closing(int fd);
void wd_propagation_gone(void);

/* The two at once. */
void wd_propagation_closed(int fd);

void wd_propagation_idle_all(void);

/* The calling thread waits for events. */
static inline void wd_propagation_idle(void)
{
    wd_propagation_loops = 1;
    if (wd_propagation_engaged == WD_ENGAGED_BY_PREFERRED) {
        int saved = errno;
        wd_propagation_preferred->idle();
        wd_propagation_engaged = 0;
        errno = saved;
    } else if (wd_propagation_engaged) {
        wd_propagation_idle_all();
    }
}

void wd_propagation_rests_told(void);

/* The calling thread waits for another one. */
static inline void wd_propagation_rests(void)
{
    if (wd_propagation_engaged && wd_propagation_preferred)
        wd_propagation_rests_told();
}

void wd_propagation_polls_told(const struct pollfd *descriptors, unsigned long n);

/* The calling thread waits for these descriptors, or (NULL) for others. */
static inline void wd_propagation_polls(const struct pollfd *descriptors, unsigned long n)
{
    if (wd_propagation_engaged && wd_propagation_preferred)
        wd_propagation_polls_told(descriptors, n);
}

#endif
