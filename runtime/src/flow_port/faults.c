/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/faults.h"
#include "flow_port/port.h"
#include "health/health.h"

void wd_flow_port_mend_by(int (*mend)(int, void *))
{
    wd_faults_mend_by(mend);
}

void wd_flow_port_stopped(void)
{
    wd_health_add(WD_HEALTH_FLOWS_STOPPED, 1);
}
