/* SPDX-License-Identifier: Apache-2.0 */
#include "flow_port/port.h"
#include "limits/memory_limits.h"

int wd_flow_port_reserves(size_t bytes)
{
    return wd_memory_limits_reserve(bytes);
}
