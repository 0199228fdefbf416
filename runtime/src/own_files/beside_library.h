/* SPDX-License-Identifier: Apache-2.0 */
/* beside_library.h: the files that are shipped with libwhodunit.so. */
#ifndef WD_BESIDE_LIBRARY_H
#define WD_BESIDE_LIBRARY_H

#include <stddef.h>

/* Absolute path of a file that lies beside libwhodunit.so, with a NUL. 0, or -1
 * if it does not fit. Any thread, but no signal handler: takes the dynamic
 * linker's lock. */
int wd_beside_library(const char *file, char *path, size_t size);

#endif
