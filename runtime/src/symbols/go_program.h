/* SPDX-License-Identifier: Apache-2.0 */
/* go_program.h: is the program of this process written in Go? Its system calls do not go through libc. */
#ifndef WD_GO_PROGRAM_H
#define WD_GO_PROGRAM_H

/* By a section of its file. Any thread, but no signal handler: reads the file. */
int wd_is_go_program(void);

#endif
