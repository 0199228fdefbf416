/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that limits itself to DESCRIPTORS and logs to a file, which is its standard error, for limits.py: it works
 * until the directory DIRECTORY has FILES files, or, with GONE, removes that and works on. The log is not appended to.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "burn.h"

static int files(const char *directory)
{
    int n = 0;
    DIR *d = opendir(directory);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;)
        n += strstr(e->d_name, ".jfr") != NULL;
    if (d)
        closedir(d);
    return n;
}

static void log_line(int n)
{
    char line[32];
    snprintf(line, sizeof line, "line %06d of the log\n", n);
    ssize_t written = write(STDERR_FILENO, line, strlen(line));
    (void)written;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    int n = 0, wanted = atoi(argv[3]);
    if (wanted == 0) {
        char command[256];
        snprintf(command, sizeof command, "LD_PRELOAD= rm -rf '%s'", argv[2]);
        unsetenv("LD_PRELOAD");
        if (system(command) != 0)
            return 1;
    }
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){ (rlim_t)atoi(argv[1]), (rlim_t)atoi(argv[1]) });
    for (; n < (wanted ? 300 : 60) && (!wanted || files(argv[2]) < wanted); n++) {
        burn_ms(20);
        usleep(30000);
        log_line(n);
    }
    printf("%d\n", n);
    return 0;
}
