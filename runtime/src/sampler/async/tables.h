/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tables.h: async-profiler's large tables hold no memory while they are empty.
 *
 * It clears its table of call traces, 2 MiB, at each start by writing zeros: pages
 * that nothing uses, and that each fork of the host has to copy the entries of.
 */
#ifndef WD_TABLES_H
#define WD_TABLES_H

/* From then on the library clears its tables by giving back their pages. A library
 * that clears them in another way is left as it is. */
void wd_tables_redirect(void *library);

#endif
