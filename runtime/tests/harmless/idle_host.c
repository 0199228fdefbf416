/* SPDX-License-Identifier: Apache-2.0 */
/* A process that waits, works and waits: idle_host WAIT_MS WORK_MS WAIT_MS. Prints how often its other threads went to
 * sleep in the first time of waiting, by the kernel's count. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "burn.h"

static void wait_ms(const char *ms)
{
    long all = atol(ms);
    struct timespec left = { all / 1000, all % 1000 * 1000000 };
    while (nanosleep(&left, &left) != 0)
        ;
}

static long sleeps_of(const char *thread)
{
    char path[300], line[200];
    long sleeps = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        sscanf(line, "voluntary_ctxt_switches: %ld", &sleeps);
    if (file)
        fclose(file);
    return sleeps;
}

static long sleeps(void)
{
    char self[16];
    long all = 0;
    DIR *threads = opendir("/proc/self/task");
    snprintf(self, sizeof self, "%d", (int)getpid());
    for (struct dirent *t; threads && (t = readdir(threads));)
        if (t->d_name[0] != '.' && strcmp(t->d_name, self) != 0)
            all += sleeps_of(t->d_name);
    closedir(threads);
    return all;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    wait_ms("300"); /* the recording has begun */
    long before = sleeps();
    wait_ms(argv[1]);
    printf("%ld\n", sleeps() - before);
    fflush(stdout);
    burn_ms((unsigned)atoi(argv[2]));
    wait_ms(argv[3]);
    return 0;
}
