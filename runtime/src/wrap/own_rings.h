/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_rings.h: rings of io_uring that a program sets up by libc's syscall(), as libraries in Rust and libuv do.
 */
#ifndef WD_OWN_RINGS_H
#define WD_OWN_RINGS_H

/* How many places for them have been used; 0: no ring is looked at. Atomic. */
extern int wd_own_rings;

/* The ring is about to be asked to do what lies in it: descriptors that it moves bytes on are handed over. */
void wd_own_ring_enters(int fd);

/* The descriptor, or all of these, are about to be closed, whatever they are. */
void wd_own_ring_closes(int fd);
void wd_own_rings_close(unsigned first, unsigned last);

static inline void wd_own_ring_closing(int fd)
{
    if (__builtin_expect(__atomic_load_n(&wd_own_rings, __ATOMIC_RELAXED), 0))
        wd_own_ring_closes(fd);
}

#endif
