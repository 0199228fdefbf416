/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sections.h: what the critical sections of a process have in common: that they are looked at, that the translator
 * tells when one is left or has filled its log, and what becomes of them where a library is unloaded or the process
 * forks.
 */
#ifndef WD_FLOWS_SECTIONS_H
#define WD_FLOWS_SECTIONS_H

#include <stddef.h>

/* Once. Returns 0, or -1 with a message. */
int wd_sections_open(char *error, size_t size);

/* A library was unloaded: sites and copies are made anew from now on. */
void wd_sections_unloaded(void);

#endif
