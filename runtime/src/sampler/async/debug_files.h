/* SPDX-License-Identifier: Apache-2.0 */
/*
 * debug_files.h: what the sampler gets to read when it looks for the debug file of a stripped module. It takes names
 * of functions from the first one that it finds; where there is none, it gets one with "module+0x<address>" for each
 * function, so that all frames of a stack tell which function they are, and a report can name them
 * (symbols/offset_names.h).
 */
#ifndef WD_DEBUG_FILES_H
#define WD_DEBUG_FILES_H

/* To be told what the sampler's open() of a name gave, with what flags; returns what the sampler is to get instead,
 * with errno set as by open. Any thread. Not for signal handlers, but for files in /proc and /sys. */
int wd_debug_files_opened(const char *name, int flags, int fd);

#endif
