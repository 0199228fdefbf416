/* SPDX-License-Identifier: Apache-2.0 */
/*
 * restartable.h: restartable sequences (rseq). Where a thread is interrupted in one, the kernel makes it begin again,
 * which it knows by the addresses of the host's own instructions: a copy would go on.
 */
#ifndef WD_FLOWS_RESTARTABLE_H
#define WD_FLOWS_RESTARTABLE_H

#include <stdint.h>

/* Is this the description of a sequence that begins soon behind `pc`? */
int wd_restartable_is(uintptr_t description, uintptr_t pc);

#endif
