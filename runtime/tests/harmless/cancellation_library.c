/* SPDX-License-Identifier: Apache-2.0 */
/* A library that is preloaded behind ours, and counts what the program's one thread reads: ours have an input of
 * their own. */
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static int reads;

__attribute__((visibility("default"))) ssize_t read(int fd, void *buffer, size_t size)
{
    ssize_t (*real)(int, void *, size_t);
    *(void **)&real = dlsym(RTLD_NEXT, "read");
    reads += fd == 0 && gettid() == getpid();
    return real(fd, buffer, size);
}

__attribute__((destructor)) static void tell(void)
{
    printf("%d reads\n", reads);
    fflush(stdout);
}
