/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/recording_directory.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "own_files/directory.h"

#define FREE_BYTES (16u << 20)

/* A server that drops root gives its children another user, who is to write here as well. */
static int make(const char *path, int is_last)
{
    if (mkdir(path, 0777) != 0)
        return errno == EEXIST ? 0 : -1;
    return is_last && geteuid() == 0 ? chmod(path, 01777) : 0;
}

static int make_directories(char *path)
{
    for (char *p = path + 1;; p++) {
        char c = *p;
        if (c == '/' || c == 0) {
            int is_last = p[strspn(p, "/")] == 0;
            *p = 0;
            int failed = make(path, is_last) != 0;
            *p = c;
            if (failed)
                return -1;
            if (c == 0)
                return access(path, W_OK | X_OK);
        }
    }
}

int wd_recording_directory_make(char *dir, size_t size)
{
    char pattern[PATH_MAX], *out = dir, *end = out + size - 1;
    snprintf(pattern, sizeof pattern, "%s", dir);
    if (pattern[0] != '/' && getcwd(dir, size / 2)) {
        out += strlen(out);
        *out++ = '/';
    }
    for (const char *p = pattern; *p && out < end; p++) {
        if (p[0] == '%' && p[1] == 'p')
            out += snprintf(out, (size_t)(end - out), "%d", (int)getpid()), p++;
        else if (p[0] == '%' && p[1] == 't') {
            time_t now = time(NULL);
            struct tm tm;
            out += strftime(out, (size_t)(end - out), "%Y%m%d-%H%M%S", localtime_r(&now, &tm)), p++;
        } else
            *out++ = *p;
        if (out > end)
            out = end;
    }
    *out = 0;
    return make_directories(dir);
}

int wd_recording_directory_is_full(void)
{
    return wd_directory_free() < FREE_BYTES;
}
