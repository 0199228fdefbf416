/* SPDX-License-Identifier: Apache-2.0 */
/* peer.h: one connected process. */
#ifndef WD_PEER_H
#define WD_PEER_H

struct wd_peer;

/* Of an accepted connection, which it owns. NULL if who it is cannot be told, or his user has too many. */
struct wd_peer *wd_peer_new(int connection);

/* Answers one question. False if the connection is to be ended. */
int wd_peer_serve(struct wd_peer *peer);

/* It is recorded no longer; frees it. */
void wd_peer_end(struct wd_peer *peer);

/* How many are recorded, or have been and may still ask. */
int wd_peers_begun(void);

#endif
