/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libcs_clocks.h: clocks are read in signal handlers, where only libc's may be. Others that are preloaded stand in
 * front of them and lock, as libfaketimeMT's do: a sample that has interrupted one would wait for itself.
 */
#ifndef WD_LIBCS_CLOCKS_H
#define WD_LIBCS_CLOCKS_H

/* `library` (a dlopen handle) and this one read libc's own clocks from now on. Not signal-safe; nobody else may be
 * reading them in either one. */
void wd_libcs_clocks_use(void *library);

#endif
