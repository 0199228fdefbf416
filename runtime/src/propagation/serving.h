/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serving.h: the context of a thread that works for a followed connection, from
 * command to command. For protocols of databases; all acts on the calling thread.
 */
#ifndef WD_SERVING_H
#define WD_SERVING_H

#include "propagation/propagation.h"

/* Why there is no transaction; static, interned at its first use. */
struct wd_serving_reason {
    const char *text;
    whodunit_context context; /* 0: not interned yet */
};

/* The descriptor for which this protocol set the thread's context last; -1 if it did not. */
int wd_serving(const struct wd_protocol *protocol);

/* Is that the context that the calling thread, or the one that has forked it, got from any protocol last? */
int wd_serving_gave(whodunit_context context);

/* A command ends: what its samples lack of its CPU is taken now. */
void wd_serving_command_ends(void);

/* True if a command that names no context would go on with what the thread does already. */
int wd_serving_goes_on(const struct wd_protocol *protocol, int fd, const struct wd_serving_reason *reason);

/* A command begins, after wd_serving_command_ends, under the context that it names itself; one that names none is under
 * what its channel knows (wd_propagation_arrived), else without a transaction. The last sample, if it was taken between
 * commands, was already this command's. */
void wd_serving_command(const struct wd_protocol *protocol, int fd, whodunit_context context);
void wd_serving_bare_command(const struct wd_protocol *protocol, int fd, struct wd_serving_reason *reason);

/* A client signs in: for whom, its channel may know; else it is not known. The last sample, if it was taken between
 * commands or before the channel knew, was already the client's. */
void wd_serving_connecting(const struct wd_protocol *protocol, int fd, struct wd_serving_reason *reason);

/* The thread waits for the next command. */
void wd_serving_between(const struct wd_protocol *protocol, int fd);

/* No command can be told on this connection. The thread may have been at a command of another one. */
void wd_serving_explain(const struct wd_protocol *protocol, int fd, struct wd_serving_reason *reason);

#endif
