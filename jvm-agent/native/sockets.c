/* SPDX-License-Identifier: Apache-2.0 */
#include "sockets.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "channels/rules.h"
#include "got_patch.h"
#include "vm.h"

/* Where a library is preloaded its functions are in front of libc's for everybody; without that they are not known to
 * the JDK's libraries, which have to be told of each. */
static const char *const libraries[] = { "libnio.so", "libnet.so" };
static const char *const functions[] = { "accept",   "accept4", "connect", "close",    "dup2",      "read",
                                         "readv",    "recv",    "recvmsg", "write",    "writev",    "send",
                                         "recvfrom", "sendto",  "sendmsg", "sendfile", "sendfile64" };

/* The library by its name in the JDK, loaded as the JVM does it; NULL if there is none. It stays. */
static void *open_library(const char *name)
{
    char path[4096];
    char *directories = NULL;
    if ((*wd_jvmti)->GetSystemProperty(wd_jvmti, "sun.boot.library.path", &directories) != JVMTI_ERROR_NONE)
        return NULL;
    int length = (int)strcspn(directories, ":");
    int n = snprintf(path, sizeof path, "%.*s/%s", length, directories, name);
    (*wd_jvmti)->Deallocate(wd_jvmti, (unsigned char *)directories);
    return n > 0 && (size_t)n < sizeof path ? dlopen(path, RTLD_LAZY) : NULL;
}

/* A look-up from this code would find libc's. */
static void *open_this(void)
{
    Dl_info info;
    return dladdr((void *)wd_sockets_follow, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

/* How many of its imports are ours now. */
static int redirect(void *library, void *ours)
{
    int redirected = 0;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(ours, functions[i]);
        redirected += function && wd_got_patch(library, functions[i], function);
    }
    return redirected;
}

void wd_sockets_follow(void)
{
    void *ours = open_this();
    int redirected = 0;
    if (!wd_channels_begin_hosted())
        return;
    for (size_t i = 0; ours && i < sizeof libraries / sizeof *libraries; i++) {
        void *library = open_library(libraries[i]);
        redirected += library ? redirect(library, ours) : 0;
    }
    if (!redirected)
        fprintf(stderr, "whodunit: messages of this JVM are not followed: its libraries of sockets are not known\n");
}
