/* SPDX-License-Identifier: Apache-2.0 */
/* preloaded.h: whether this process is one that `whodunit record` runs natively. */
#ifndef WD_PRELOADED_H
#define WD_PRELOADED_H

/* False before the constructor of preload.c ran, in shells, in JVMs and without WHODUNIT_RUN:
 * the wrappers of libc functions then pass straight through. */
extern int wd_preloaded;

#endif
