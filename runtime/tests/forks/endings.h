/* SPDX-License-Identifier: Apache-2.0 */
/* A library that works while the process ends, when those that were loaded after it have been left by the linker. */
#ifndef ENDINGS_H
#define ENDINGS_H

/* CPU time to be used then; it says so if the process has another thread afterwards. */
extern double at_end;

#endif
