/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dispatch.h: what the wrappers of libc's functions tell the protocols. Around a
 * call that sends or receives only where it is not nothing new; errno is kept.
 */
#ifndef WD_DISPATCH_H
#define WD_DISPATCH_H

#include "propagation/propagation.h"
#include "thread.h"

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

/* Around a call. `transfer` has the descriptor and the flags, and the pieces by
 * the time that they may be looked at (propagation.h). Returns `n`. */
void wd_propagation_before_receive(struct wd_transfer *transfer);
ssize_t wd_propagation_received(struct wd_transfer *transfer, ssize_t n);
void wd_propagation_before_send(struct wd_transfer *transfer);
ssize_t wd_propagation_sent(struct wd_transfer *transfer, ssize_t n);

/* The call has moved bytes past us. */
void wd_propagation_unseen(int fd);

/* stdio may move bytes past us from now on. */
void wd_propagation_streamed(int fd, int reads, int writes);

/* Calls that nobody sees may move bytes, either way and at any time from now on: io_uring. */
void wd_propagation_hidden(int fd);

/* On which descriptor, followed by somebody, the calling thread has begun to receive last: that plus one; 0: none. */
extern __thread int wd_propagation_received_on __attribute__((tls_model("initial-exec")));

/* What was received, is about to be sent, or was sent within TLS; nothing on a descriptor that nobody follows. */
void wd_propagation_decrypted_received(int fd, const void *bytes, size_t n);
void wd_propagation_decrypted_sends(int fd, const void *bytes, size_t n);
void wd_propagation_decrypted_sent(int fd, const void *bytes, size_t n);

void wd_propagation_accepted(int fd);
void wd_propagation_made(int fd, int other);
void wd_propagation_connects(int fd);
void wd_propagation_closed(int fd);

void wd_propagation_idle_slow(void);

/* The calling thread waits for events. */
static inline void wd_propagation_idle(void)
{
    wd_propagation_loops = 1;
    if (wd_propagation_engaged)
        wd_propagation_idle_slow();
}

void wd_propagation_rests_slow(void);

/* The calling thread waits for another one. */
static inline void wd_propagation_rests(void)
{
    if (wd_propagation_engaged)
        wd_propagation_rests_slow();
}

void wd_propagation_polls_slow(const struct pollfd *descriptors, unsigned long n);

/* The calling thread waits for these descriptors, or (NULL) for others. */
static inline void wd_propagation_polls(const struct pollfd *descriptors, unsigned long n)
{
    if (wd_propagation_engaged)
        wd_propagation_polls_slow(descriptors, n);
}

#endif
