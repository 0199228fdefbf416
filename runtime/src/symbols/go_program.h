/* SPDX-License-Identifier: Apache-2.0 */
/* go_program.h: is the program of this process written in Go? Its system calls do not go through libc. Any thread, but
 * no signal handler: reads the program's file. */
#ifndef WD_GO_PROGRAM_H
#define WD_GO_PROGRAM_H

/* By a section of its file. */
int wd_is_go_program(void);

/* Does it make its threads without libc? They have memory of Go's where libc's variables of a thread are: a program
 * that is loaded as any other, but needs no library (CGO_ENABLED=0 -buildmode=pie). */
int wd_is_go_without_libc(void);

#endif
