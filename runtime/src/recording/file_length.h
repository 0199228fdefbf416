/* SPDX-License-Identifier: Apache-2.0 */
/*
 * file_length.h: how long one file of a recording lasts.
 */
#ifndef WD_FILE_LENGTH_H
#define WD_FILE_LENGTH_H

#include <stdint.h>

/* Not even a limit on the size of files makes it shorter. */
#define WD_FILE_SHORTEST_NS UINT64_C(1000000000)

/* Of the file of that number, from 0 on, in nanoseconds; `most_ns` is what the option rotate says. The first files are
 * short: a process that is killed, or ends by a signal, loses its last one. */
uint64_t wd_file_length_ns(uint32_t number, uint64_t most_ns);

#endif
