/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tls.c: SSL_read, SSL_write and their forms with a size_t of the program itself, told to protocols that
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
    int (*SSL_read_ex)(void *, void *, size_t, size_t *);
    int (*SSL_write_ex)(void *, const void *, size_t, size_t *);
    int (*SSL_get_fd)(const void *);
} libssl;

static void decrypted_received(const void *ssl, const void *buffer, size_t n)
{
    int fd = libssl.SSL_get_fd(ssl);
    if (!carries_nothing(fd))
        wd_propagation_decrypted_received(fd, buffer, n);
}

static void decrypted_sends(const void *ssl, const void *buffer, size_t n)
{
    int fd = libssl.SSL_get_fd(ssl);
    if (!carries_nothing(fd))
        wd_propagation_decrypted_sends(fd, buffer, n);
}

static void decrypted_sent(const void *ssl, const void *buffer, size_t n)
{
    int fd = libssl.SSL_get_fd(ssl);
    if (!carries_nothing(fd))
        wd_propagation_decrypted_sent(fd, buffer, n);
}

static int told_read(void *ssl, void *buffer, int size)
{
    int n = libssl.SSL_read(ssl, buffer, size);
    if (n > 0)
        decrypted_received(ssl, buffer, (size_t)n);
    return n;
}

static int told_write(void *ssl, const void *buffer, int size)
{
    if (size > 0)
        decrypted_sends(ssl, buffer, (size_t)size);
    int n = libssl.SSL_write(ssl, buffer, size);
    if (n > 0)
        decrypted_sent(ssl, buffer, (size_t)n);
    return n;
}

/* With the length where the program wants it, which is what it has read or written: this has succeeded. */
static int told_read_ex(void *ssl, void *buffer, size_t size, size_t *n)
{
    int success = libssl.SSL_read_ex(ssl, buffer, size, n);
    if (success == 1 && *n > 0)
        decrypted_received(ssl, buffer, *n);
    return success;
}

static int told_write_ex(void *ssl, const void *buffer, size_t size, size_t *n)
{
    decrypted_sends(ssl, buffer, size);
    int success = libssl.SSL_write_ex(ssl, buffer, size, n);
    if (success == 1 && *n > 0)
        decrypted_sent(ssl, buffer, *n);
    return success;
}

/* What the import points at may be the linker's stub, which would put the real function in our place. */
void wd_tls_begin(void)
{
    *(void **)&libssl.SSL_read = dlsym(RTLD_DEFAULT, "SSL_read");
    *(void **)&libssl.SSL_write = dlsym(RTLD_DEFAULT, "SSL_write");
    *(void **)&libssl.SSL_read_ex = dlsym(RTLD_DEFAULT, "SSL_read_ex");
    *(void **)&libssl.SSL_write_ex = dlsym(RTLD_DEFAULT, "SSL_write_ex");
    *(void **)&libssl.SSL_get_fd = dlsym(RTLD_DEFAULT, "SSL_get_fd");
    if (!libssl.SSL_read || !libssl.SSL_write || !libssl.SSL_get_fd)
        return;
    void *program = dlopen(NULL, RTLD_LAZY);
    if (!program)
        return;
    int reads = wd_got_patch(program, "SSL_read", (void *)told_read) != NULL;
    int writes = wd_got_patch(program, "SSL_write", (void *)told_write) != NULL;
    if (libssl.SSL_read_ex)
        reads |= wd_got_patch(program, "SSL_read_ex", (void *)told_read_ex) != NULL;
    if (libssl.SSL_write_ex)
        writes |= wd_got_patch(program, "SSL_write_ex", (void *)told_write_ex) != NULL;
    wd_propagation_decrypts = reads && writes;
    dlclose(program);
}
