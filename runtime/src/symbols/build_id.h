/* SPDX-License-Identifier: Apache-2.0 */
/* build_id.h: which build an ELF file is of. */
#ifndef WD_BUILD_ID_H
#define WD_BUILD_ID_H

#include <stddef.h>
#include <stdint.h>

#define WD_BUILD_ID_SIZE 64 /* of the longest; the linkers write 8 to 20 bytes */

/* The file's NT_GNU_BUILD_ID note into `id`, and its length in bytes; 0 if it
 * has none, cannot be read, or is no 64-bit ELF file. The file is read, never
 * mapped, so that one that is being cut short does no harm. Any thread, but no
 * signal handler. */
size_t wd_build_id_read(const char *path, uint8_t id[WD_BUILD_ID_SIZE]);

#endif
