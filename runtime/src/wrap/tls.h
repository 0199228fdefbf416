/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tls.h: what a program that is linked with libssl receives and sends, decrypted.
 */
#ifndef WD_TLS_H
#define WD_TLS_H

/* Stands in front of SSL_read, SSL_write and the handshake, if the program imports them, or a library that it has.
 * Before it has threads. */
void wd_tls_begin(void);

#endif
