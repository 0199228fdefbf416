/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled with -pg: it profiles itself, by SIGPROF and its own timer. Prints the CPU time that it has used. */
#include <stdio.h>

#include "burn.h"

int main(void)
{
    burn_ms(1000);
    printf("%lu ms\n", (unsigned long)(cpu_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000000));
    return 0;
}
