/* SPDX-License-Identifier: Apache-2.0 */
/* preload.h: whether this process is one that `whodunit record` runs natively. */
#ifndef WD_PRELOAD_H
#define WD_PRELOAD_H

/* False before the constructor ran, in shells, in JVMs and without WHODUNIT_RUN:
 * the wrappers of libc functions then pass straight through. */
int wd_preload_active(void);

#endif
