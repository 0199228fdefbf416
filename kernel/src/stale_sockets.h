/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stale_sockets.h: a helper that was killed leaves its socket's file in the recording directory. The next one there
 * removes it. Who serves listens before its socket has this name, so that none that lives is taken for left.
 */
#ifndef WD_STALE_SOCKETS_H
#define WD_STALE_SOCKETS_H

/* Removes those of this user in the directory, of which there is a descriptor. */
void wd_stale_sockets_remove(int directory);

#endif
