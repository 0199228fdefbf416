/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proxy_header.h: the header of the PROXY protocol, versions 1 and 2, that a
 * proxy sends in front of its client's bytes. Pure.
 */
#ifndef WD_PROXY_HEADER_H
#define WD_PROXY_HEADER_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed to begin with. */
struct wd_proxy_header {
    uint32_t taken;  /* bytes of the header so far */
    uint32_t length; /* of a header of version 2, once it is known */
    uint8_t version; /* once it is known */
    uint8_t last;    /* byte that was taken */
    uint8_t done;
};

enum wd_proxy_header_state {
    WD_PROXY_HEADER_NONE, /* the bytes so far are no such header */
    WD_PROXY_HEADER_MORE, /* it is not complete yet */
    WD_PROXY_HEADER_DONE, /* it is, and what is left of the bytes is the client's */
};

/* Takes what belongs to the header, however it is cut. At most 64 KiB and 16
 * bytes, which is as much as a header can be. */
enum wd_proxy_header_state wd_proxy_header_take(struct wd_proxy_header *header, const uint8_t **bytes, size_t *length);

#endif
