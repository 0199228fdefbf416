/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_line.h: a line of the cache that another processor may have written is about to be written. It is fetched for
 * that at once, and not to be read first and then once more, while an instruction with a lock waits for all that was
 * written before. What is built for any x86-64 has no other way to say so; processors that do not know it pass by.
 */
#ifndef WD_FLOWS_OWN_LINE_H
#define WD_FLOWS_OWN_LINE_H

static inline void wd_own_line(const void *line)
{
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)line));
}

#endif
