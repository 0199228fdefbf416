/* SPDX-License-Identifier: Apache-2.0 */
/*
 * head.h: what the header blocks of a client's requests say (HPACK, RFC 7541),
 * written as HTTP/1 has it. The blocks of a connection must all be read, in
 * their order: each may refer to what the ones before have said.
 */
#ifndef WD_HTTP2_HEAD_H
#define WD_HTTP2_HEAD_H

#include <stddef.h>
#include <stdint.h>

struct wd_http2_head;

/* NULL: no memory is left (memory.h). */
struct wd_http2_head *wd_http2_head_new(void);
void wd_http2_head_free(struct wd_http2_head *head);

/* The server lets its client remember so many bytes of headers. False: too many. */
int wd_http2_head_remembers(struct wd_http2_head *head, uint32_t bytes);

/* A block begins; more of it. False: it cannot be read, and so no later one can. */
void wd_http2_head_begin(struct wd_http2_head *head);
int wd_http2_head_read(struct wd_http2_head *head, const unsigned char *bytes, size_t n);

/* It is whole. False: it cannot be read. `*length`: how much of its text is in `text`; 0 if it asks for nothing, as
 * what comes behind a body. */
int wd_http2_head_end(struct wd_http2_head *head, unsigned char *text, size_t size, size_t *length);

#endif
