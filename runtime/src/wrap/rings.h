/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rings.h: descriptors that a program hands to io_uring.
 */
#ifndef WD_RINGS_H
#define WD_RINGS_H

/* Stands in front of liburing's functions that submit and register, if the program itself imports them. Before it has
 * threads. */
void wd_rings_begin(void);

#endif
