/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A setuid program of root's, for strangers.py. It takes all rights, or gives them up
 * again, and computes for a second. As a program that prints what its user says, it may
 * be made to ask for a recording of itself.
 *
 *     set_id keeps|drops [DESCRIPTOR]
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "whodunit_kernel.h"

int main(int argc, char **argv)
{
    uid_t user = argc > 1 && strcmp(argv[1], "drops") == 0 ? getuid() : 0;
    const struct wd_kernel_request begin = { .version = WD_KERNEL_VERSION,
                                             .ask = WD_KERNEL_BEGIN,
                                             .signal = (wd_u32)SIGRTMIN };
    if (geteuid() != 0 || setresuid(user, user, user) != 0)
        return 77;
    if (argc > 2 && write(atoi(argv[2]), &begin, sizeof begin) != sizeof begin)
        return 1;
    for (clock_t end = clock() + CLOCKS_PER_SEC; clock() < end;)
        ;
    return 0;
}
