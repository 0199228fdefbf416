/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tls.c: SSL_read and SSL_write of the program itself, told to protocols that
 * follow the connection. By its imports, not by our own symbols of these names: a
 * process may have several libssl (a module brings its own), and a function of
 * ours would stand in front of all of them without knowing which is meant.
 */
#include "wrap/tls.h"

#include <dlfcn.h>

#include "got_patch.h"
#include "propagation/dispatch.h"
#include "wrap/real.h"

static struct {
    int (*SSL_read)(void *, void *, int);
    int (*SSL_write)(void *, const void *, int);
    int (*SSL_get_fd)(const void *);
} libssl;

static int told_read(void *ssl, void *buffer, int size)
{
    int n = libssl.SSL_read(ssl, buffer, size);
    int fd = n > 0 ? libssl.SSL_get_fd(ssl) : -1;
    if (n > 0 && !carries_nothing(fd))
        wd_propagation_decrypted_received(fd, buffer, (size_t)n);
    return n;
}

static int told_write(void *ssl, const void *buffer, int size)
{
    int n = libssl.SSL_write(ssl, buffer, size);
    int fd = n > 0 ? libssl.SSL_get_fd(ssl) : -1;
    if (n > 0 && !carries_nothing(fd))
        wd_propagation_decrypted_sent(fd, buffer, (size_t)n);
    return n;
}

/* What the import points at may be the linker's stub, which would put the real function in our place. */
void wd_tls_begin(void)
{
    *(void **)&libssl.SSL_read = dlsym(RTLD_DEFAULT, "SSL_read");
    *(void **)&libssl.SSL_write = dlsym(RTLD_DEFAULT, "SSL_write");
    *(void **)&libssl.SSL_get_fd = dlsym(RTLD_DEFAULT, "SSL_get_fd");
    if (!libssl.SSL_read || !libssl.SSL_write || !libssl.SSL_get_fd)
        return;
    void *program = dlopen(NULL, RTLD_LAZY);
    if (!program)
        return;
    wd_propagation_decrypts =
        wd_got_patch(program, "SSL_read", (void *)told_read) && wd_got_patch(program, "SSL_write", (void *)told_write);
    dlclose(program);
}
