/* SPDX-License-Identifier: Apache-2.0 */
#include "stale_sockets.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* As scripts/record.sh names them. */
static int is_name(const char *name)
{
    static const char first[] = "kernel-", elsewhere[] = "whodunit-kernel-", last[] = ".socket";
    size_t n = strlen(name);
    return (strncmp(name, first, sizeof first - 1) == 0 || strncmp(name, elsewhere, sizeof elsewhere - 1) == 0) &&
           n >= sizeof last && strcmp(name + n - (sizeof last - 1), last) == 0;
}

static int is_our_socket(int directory, const char *name)
{
    struct stat s;
    return fstatat(directory, name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISSOCK(s.st_mode) && s.st_uid == geteuid();
}

static int nobody_listens(int directory, const char *name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int n = snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/%s", directory, name);
    if (n >= (int)sizeof address.sun_path)
        return 0;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int refused = fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0 && errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return refused;
}

void wd_stale_sockets_remove(int directory)
{
    int listed = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *names = listed < 0 ? NULL : fdopendir(listed);
    for (struct dirent *d; names && (d = readdir(names)) != NULL;)
        if (is_name(d->d_name) && is_our_socket(directory, d->d_name) && nobody_listens(directory, d->d_name))
            unlinkat(directory, d->d_name, 0);
    if (names)
        closedir(names);
    else if (listed >= 0)
        close(listed);
}
