/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bpf_program.h: what a seccomp filter says to a system call, found by running its program here.
 */
#ifndef WD_BPF_PROGRAM_H
#define WD_BPF_PROGRAM_H

#include <linux/filter.h>
#include <linux/seccomp.h>

/* Does it let the call happen? A program that is not understood lets nothing happen. */
int wd_bpf_allows(const struct sock_fprog *program, const struct seccomp_data *call);

#endif
