/* SPDX-License-Identifier: Apache-2.0 */
/* as_host.h: what an interrupted thread would look like if it executed the host's own code. All signal-safe. */
#ifndef WD_FLOWS_AS_HOST_H
#define WD_FLOWS_AS_HOST_H

#include <stdint.h>
#include <sys/ucontext.h>

#include "flows/copies.h"

/* The registers at that place in a copy. */
void wd_as_host_registers(greg_t *registers, const struct wd_copied *place);

/* What flow_port/port.h says of it. */
uintptr_t *wd_as_host(void *ucontext, uintptr_t *address);

#endif
