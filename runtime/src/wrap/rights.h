/* SPDX-License-Identifier: Apache-2.0 */
/* rights.h: descriptors that come from another process. */
#ifndef WD_WRAP_RIGHTS_H
#define WD_WRAP_RIGHTS_H

#include <sys/socket.h>

/* Protocols are told of the descriptors that a message has brought (SCM_RIGHTS). */
void wd_descriptors_arrived(struct msghdr *message);

#endif
