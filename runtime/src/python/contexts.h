/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contexts.h: the number of a request in Python's contexts. Looked at where one is entered: in `Context.run`, and in
 * PyContext_Enter, which extensions call.
 */
#ifndef WD_PYTHON_CONTEXTS_H
#define WD_PYTHON_CONTEXTS_H

#include <stdint.h>

/* Once, with the GIL. False if this Python is not as we know it. */
int wd_python_contexts_begin(void);

/* A loop was loaded that is an extension, and receives before it enters a context. */
void wd_python_receives_outside(void);

/* Is the calling thread in a context, for nobody yet, and in no task? Then a number can be lent to that context until
 * it is left. */
int wd_python_may_lend(void);
void wd_python_lend(uint64_t number);

/* The calling thread has received that: it is put into the context in which it goes on. */
void wd_python_came(uint64_t number);

#endif
