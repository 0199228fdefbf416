/* SPDX-License-Identifier: Apache-2.0 */
/* What unloads_host loads, and is gone when the process ends. */
#include <stdlib.h>

void ends(int status)
{
    exit(status);
}
