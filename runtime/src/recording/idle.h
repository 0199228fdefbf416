/* SPDX-License-Identifier: Apache-2.0 */
/*
 * idle.h: whether the host has done anything. A pre-forking server has hundreds of processes that only wait, and each
 * of them has a recorder: that one then makes no files in which nothing is.
 *
 * For the recorder's thread.
 */
#ifndef WD_IDLE_H
#define WD_IDLE_H

#include <stdint.h>

/* A file begins. */
void wd_idle_file_begins(void);

/* Have the host's threads used next to no CPU since then? No where that cannot be known. */
int wd_idle_file_is_empty(void);

#endif
