/* SPDX-License-Identifier: Apache-2.0 */
/*
 * writes.h: uvloop sends what tasks have written after all of them have had their turn. So whose that is is kept by its
 * descriptor (wd_task_sends_later).
 */
#ifndef WD_PYTHON_WRITES_H
#define WD_PYTHON_WRITES_H

/* With the GIL. False where uvloop is not loaded yet, or not as we know it. */
int wd_python_writes_begin(void);

#endif
