/* SPDX-License-Identifier: Apache-2.0 */
/*
 * link.h: the connection to the kernel side, whose socket is in WHODUNIT_KERNEL. For
 * the recorder's thread, but for wd_kernel_link_missing.
 */
#ifndef WD_KERNEL_LINK_H
#define WD_KERNEL_LINK_H

#include "whodunit_kernel.h"

/* Why nobody answers there, or NULL. Connects for the moment only. Text that lives on. */
const char *wd_kernel_link_missing(void);

/* Connects, and asks to be recorded; nothing if that is so already. Descriptors are those of the calling thread's
 * table. False if nobody answers. */
int wd_kernel_link_begin(void);

/* The same, but only to have its waits recorded, if that is wanted (WHODUNIT_WAITS): no signals come. */
void wd_kernel_link_join(void);

/* Asks for no more signals; those that are on their way still come. Questions are still answered. True if `counts`
 * (NULL: not asked for) tells what was counted. */
int wd_kernel_link_end(struct wd_kernel_answer *counts);
void wd_kernel_link_close(void);

/* Asks one question. False if there is no answer: the connection is gone for good. */
int wd_kernel_link_ask(struct wd_kernel_request *request, struct wd_kernel_answer *answer);

/* Is the process recorded, as far as is known? */
int wd_kernel_link_is_up(void);

/* In a forked child: the connection is the parent's. */
void wd_kernel_link_forked(void);

#endif
