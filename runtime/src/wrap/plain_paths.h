/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plain_paths.h: paths at which no FIFO was opened lately, so that a server that
 * opens the same files again and again need not ask each time. Signal-safe; takes
 * no lock.
 */
#ifndef WD_WRAP_PLAIN_PATHS_H
#define WD_WRAP_PLAIN_PATHS_H

#include <stdint.h>

/* A path within this second; 0: one that may mean another file at once, as relative ones do, is not kept. */
uint64_t wd_plain_path(const char *path);

/* Was something else than a FIFO opened there, less than a second ago? */
int wd_plain_path_is_known(uint64_t path);
void wd_plain_path_keep(uint64_t path);

#endif
