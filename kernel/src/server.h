/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server.h: answers recorded processes, as long as there are any (whodunit_kernel.h).
 *
 * A process is whoever connects: the kernel tells its number, also out of another pid
 * namespace, and nobody can speak for another one.
 */
#ifndef WD_SERVER_H
#define WD_SERVER_H

#include "tool.h"

/* Makes the socket. NULL, or why not. */
const char *wd_server_open(const struct wd_kernel_options *options);

/* Serves until the recording has ended: the process that was recorded first has, no other that was is connected, and
 * none is there that could still come. After SIGTERM or SIGINT, which may be sent to all processes of a service at
 * once, that none is connected is enough. Removes the socket. */
void wd_server_run(const struct wd_kernel_options *options);

#endif
