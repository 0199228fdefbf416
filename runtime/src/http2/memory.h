/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory.h: memory for what is kept of HTTP/2 connections: they come and go, and
 * the host's allocator may be what the host was just in. Pieces of powers of two
 * that are used again; signal-safe.
 */
#ifndef WD_HTTP2_MEMORY_H
#define WD_HTTP2_MEMORY_H

#include <stddef.h>

#define WD_HTTP2_MEMORY (64u << 20) /* bytes of address space, backed where touched: all that a process gets */

/* NULL: none is left, or who has the lock was interrupted. */
void *wd_http2_allocate(size_t size);

/* A larger piece with the same content; the old one is gone, unless it is NULL that returns. */
void *wd_http2_enlarge(void *piece, size_t size);

/* A piece that cannot be put back is never used again. NULL is none. */
void wd_http2_free(void *piece);

/* The child of a fork: no other thread has the lock. */
void wd_http2_memory_after_fork(void);

#endif
