/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uvloop.h: what uvloop does otherwise than asyncio. It sends what tasks have written after all of them have had their
 * turn: whose that is is kept by its descriptor (wd_task_sends_later). And all connections of a server have one context
 * when they are made: a protocol that begins a task for its connection then has asked its transport something before,
 * in all servers that were looked at (aiohttp, Sanic, streams); so it is known which connection that is.
 */
#ifndef WD_PYTHON_UVLOOP_H
#define WD_PYTHON_UVLOOP_H

/* With the GIL. False where uvloop is not loaded yet; one that is not as we know it is left alone. */
int wd_python_uvloop_begin(void);

#endif
