/* SPDX-License-Identifier: Apache-2.0 */
#include "limits/limits_entry.h"

#include <string.h>

char wd_limits_value[WD_LIMITS_VALUE] = "-";

int wd_limits_tell(char entry[WD_LIMITS_SIZE])
{
    if (wd_limits_value[0] == '-')
        return 0;
    memcpy(entry, WD_LIMITS_VARIABLE, sizeof WD_LIMITS_VARIABLE - 1);
    memcpy(entry + sizeof WD_LIMITS_VARIABLE - 1, wd_limits_value, WD_LIMITS_VALUE);
    entry[WD_LIMITS_SIZE - 1] = 0;
    return 1;
}
