/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offset_names.h: names for the functions of a stripped file: "module+0x<address of the function in the file>".
 */
#ifndef WD_OFFSET_NAMES_H
#define WD_OFFSET_NAMES_H

/* A descriptor of an ELF file in memory, closed on exec, which the caller closes. Its symbol table has the dynamic
 * symbols of the file, and a symbol for each function that these do not cover, as far as the file's table for unwinding
 * (.eh_frame_hdr) tells. -1 if the file is not stripped, cannot be read, or has no such function. Any thread, but no
 * signal handler: reads the file and allocates. Leaves errno alone. */
int wd_offset_names_open(const char *path);

#endif
