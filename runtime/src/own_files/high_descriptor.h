/* SPDX-License-Identifier: Apache-2.0 */
/*
 * high_descriptor.h: numbers of descriptors that no host has plans for.
 */
#ifndef WD_HIGH_DESCRIPTOR_H
#define WD_HIGH_DESCRIPTOR_H

/* The same file, closed on exec, by a number above 511, or where the limit on descriptors is lower near that limit; the
 * given one is closed. Returns the given one if there is no other above those of the standard streams, or if it is
 * negative. Signal-safe; errno is undefined. */
int wd_high_descriptor(int fd);

#endif
