/* SPDX-License-Identifier: Apache-2.0 */
/*
 * constructors.h: the constructors of async-profiler ask for half of the memory that it ever has, most of which is not
 * written again. The linker would run them before our functions are in the place of those that they call. So it does
 * not know them: in the library that we ship DT_INIT_ARRAY and DT_INIT_ARRAYSZ have other names (tools/sampler.c).
 */
#ifndef WD_ASYNC_CONSTRUCTORS_H
#define WD_ASYNC_CONSTRUCTORS_H

#define WD_CONSTRUCTORS 0x60571901
#define WD_CONSTRUCTORS_SIZE 0x60571902

/* Once, when the library's imports are as they are to be. `apart`: what they ask for has its place (heap.h, region.h).
 * Of a library as it is released they have run already. */
void wd_constructors_run(void *library, int apart);

#endif
