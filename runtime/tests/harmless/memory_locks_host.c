/* SPDX-License-Identifier: Apache-2.0 */
/* A host that locks its memory, for memory_locks.py. Arguments: how (MCL_*), the limit in bytes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "burn.h"

enum { BURN_MS = 60, NOBODY = 65534, SIZE = 1 << 20 };

static long locked_kb(void)
{
    char line[200];
    long kb = -1;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        sscanf(line, "VmLck: %ld", &kb);
    if (status)
        fclose(status);
    return kb;
}

int main(int argc, char **argv)
{
    int how = argc > 1 ? atoi(argv[1]) : MCL_CURRENT;
    if (argc > 2) {
        rlim_t bytes = (rlim_t)atol(argv[2]);
        setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ bytes, bytes });
    }
    burn_ms(BURN_MS);
    if (argc > 2 && setuid(NOBODY) != 0)
        return 1;
    int result = mlockall(how);
    printf("mlockall: %s\n", result == 0 ? "done" : strerror(errno));
    fprintf(stderr, "locked %ld kB\n", locked_kb());
    void *later = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char resident = 0;
    mincore(later, 1, &resident);
    printf("later: %s, %s\n", later == MAP_FAILED ? "none" : "mapped", resident & 1 ? "there" : "not there");
    burn_ms(BURN_MS);
    return 0;
}
