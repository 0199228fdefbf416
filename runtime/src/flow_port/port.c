/* SPDX-License-Identifier: Apache-2.0 */
#include "flow_port/port.h"

#include <stddef.h>

static const struct wd_flow_port *opened;
static int closed;

void wd_flow_port_close(void)
{
    closed = 1;
}

int wd_flow_port_open(const struct wd_flow_port *port)
{
    if (!closed)
        __atomic_store_n(&opened, port, __ATOMIC_RELEASE);
    return !closed;
}

const struct wd_flow_port *wd_flow_port(void)
{
    return __atomic_load_n(&opened, __ATOMIC_ACQUIRE);
}
