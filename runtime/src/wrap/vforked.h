/* SPDX-License-Identifier: Apache-2.0 */
/* vforked.h: a child of vfork has its parent's memory, but descriptors of its own. */
#ifndef WD_WRAP_VFORKED_H
#define WD_WRAP_VFORKED_H

/* Whether the calling thread is such a child. A system call; false in a sandbox that forbids it. Signal-safe. */
int wd_is_vforked(void);

#endif
