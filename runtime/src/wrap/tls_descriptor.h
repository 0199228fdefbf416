/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tls_descriptor.h: which descriptor a connection within TLS has. Where the program
 * gives libssl functions of its own that receive and send, libssl does not know:
 * then it is the one on which the thread has received while libssl did its
 * handshake or read from it; or, where the program has received before, the one
 * that has brought the client's first message, by the random number in it. It is
 * kept with libssl's object.
 */
#ifndef WD_TLS_DESCRIPTOR_H
#define WD_TLS_DESCRIPTOR_H

/* Of the libssl that has this function. False: its others are not there. */
int wd_tls_descriptor_begin(const void *function);

/* -1: that is not known. */
int wd_tls_descriptor(void *ssl);

/* Around a call that receives for it; returns its descriptor. */
int wd_tls_read_begins(void);
int wd_tls_read_ends(void *ssl, int before);

/* Instead of the latter: within a handshake the program may ask a server, of sessions as an example. */
void wd_tls_handshake_ends(void *ssl, int before);

#endif
