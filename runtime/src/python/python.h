/* SPDX-License-Identifier: Apache-2.0 */
/*
 * python.h: Python programs that work on many requests at once, in coroutines (asyncio, uvloop) or pools of threads.
 *
 * A coroutine runs within a context of Python's (PEP 567), which is copied to all that it begins: tasks, callbacks, and
 * what it gives to a pool of threads. So we keep the number of a request (channels/tasks.h) in a variable of that
 * context. Nothing of the program is changed, and a Python that is not as we know it is left alone.
 */
#ifndef WD_PYTHON_H
#define WD_PYTHON_H

/* If this process is Python's, its coroutines are followed from its first loop on. Once, with channels begun. Not
 * signal-safe. */
void wd_python_begin(void);

#endif
