/* SPDX-License-Identifier: Apache-2.0 */
/* unix_peer.h: which socket an AF_UNIX socket is connected to. */
#ifndef WD_CHANNELS_UNIX_PEER_H
#define WD_CHANNELS_UNIX_PEER_H

#include <stdint.h>

/* The inode of the peer of the socket with this inode; 0: it has none, it is not accepted yet, or the kernel does not
 * say. Four system calls; signal-safe. */
uint64_t wd_unix_peer(uint64_t inode);

#endif
