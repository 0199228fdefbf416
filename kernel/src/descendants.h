/* SPDX-License-Identifier: Apache-2.0 */
/* descendants.h: can anybody still come who is to be recorded? */
#ifndef WD_DESCENDANTS_H
#define WD_DESCENDANTS_H

/* `watched` is the descriptor of the process that was recorded first, -1 if it has gone already. When it has, true
 * unless a process has the socket's name in its environment: a daemon, or a child that waits. */
int wd_descendants_over(int watched, const char *socket);

#endif
