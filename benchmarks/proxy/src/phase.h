/* SPDX-License-Identifier: Apache-2.0 */
/*
 * phase.h: where a request is on its way. The proxy says so at each of its
 * handlers; only the test's build listens, to know how much CPU time each phase
 * took without asking any profiler.
 */
#ifndef PROXY_PHASE_H
#define PROXY_PHASE_H

enum phase {
    PHASE_BETWEEN_REQUESTS,
    PHASE_READ_REQUEST,
    PHASE_WRITE_HIT,
    PHASE_CONNECT,
    PHASE_READ_REPLY,
    PHASE_WRITE_MISS,
    PHASES
};

/* The phase begins; it lasts until the next one begins, in later handlers too. */
void phase_begin(enum phase phase);

/* The current phase is the request's last: it ends when the reply has been
 * written. */
struct evhttp_request;
void phase_ends_when_written(struct evhttp_request *request);

#endif
