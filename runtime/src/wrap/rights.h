/* SPDX-License-Identifier: Apache-2.0 */
/* rights.h: descriptors that come from another process, or go to one (SCM_RIGHTS). */
#ifndef WD_WRAP_RIGHTS_H
#define WD_WRAP_RIGHTS_H

#include <sys/socket.h>

/* Protocols are told of the descriptors that a message has brought. */
void wd_descriptors_arrived(struct msghdr *message);

/* And of those that it is about to take along; the kernel has not looked at it yet. */
void wd_descriptors_leave(const struct msghdr *message);

#endif
