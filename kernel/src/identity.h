/* SPDX-License-Identifier: Apache-2.0 */
/* identity.h: who has connected, and who says something, as the kernel knows it. */
#ifndef WD_IDENTITY_H
#define WD_IDENTITY_H

#include <sys/socket.h>
#include <sys/types.h>

/* To be called of the listener, before anybody connects: what is said then comes with who says it. 0, or -1. */
int wd_identity_ask(int listener);

/* Who has connected, as it was then. Returns a descriptor of that process (pidfd); -1: it cannot be had. */
int wd_identity_of(int connection, struct ucred *who);

/* Receives a packet, as recv does. *process: who has said it, 0 if that is not known. */
ssize_t wd_identity_receive(int connection, void *packet, size_t size, pid_t *process);

/* Is the process still that user's who has connected, so that it may be sent signals and looked into for him? */
int wd_identity_fits(int pidfd, const struct ucred *who);

/* Whose the process with that number in our /proc is; (uid_t)-1 if that cannot be told. */
uid_t wd_identity_user(int process);

#endif
