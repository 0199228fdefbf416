/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/tls_descriptor.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "propagation/dispatch.h"

#define KIND_SSL 0 /* libcrypto's CRYPTO_EX_INDEX_SSL */

static struct {
    int (*SSL_get_fd)(const void *);
    int (*SSL_set_ex_data)(void *, int, void *);
    void *(*SSL_get_ex_data)(const void *, int);
    int (*SSL_get_ex_new_index)(long, void *, void *, void *, void *);
    int (*CRYPTO_get_ex_new_index)(int, long, void *, void *, void *, void *);
} libssl;

static int place; /* of ours in libssl's objects, plus one; 0: none yet, -1: there is none to be had */

/* A macro since OpenSSL 1.1.0, by the second function, and else a function: in BoringSSL and older OpenSSLs, in which
 * the second one is another. */
static void find_index_functions(void *library)
{
    *(void **)&libssl.SSL_get_ex_new_index = dlsym(library, "SSL_get_ex_new_index");
    *(void **)&libssl.CRYPTO_get_ex_new_index =
        libssl.SSL_get_ex_new_index ? NULL : dlsym(library, "CRYPTO_get_ex_new_index");
}

int wd_tls_descriptor_begin(const void *function)
{
    Dl_info there;
    void *library = dladdr(function, &there) ? dlopen(there.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    if (!library)
        return 0;
    *(void **)&libssl.SSL_get_fd = dlsym(library, "SSL_get_fd");
    *(void **)&libssl.SSL_set_ex_data = dlsym(library, "SSL_set_ex_data");
    *(void **)&libssl.SSL_get_ex_data = dlsym(library, "SSL_get_ex_data");
    find_index_functions(library);
    dlclose(library);
    place = libssl.SSL_set_ex_data && libssl.SSL_get_ex_data ? 0 : -1;
    return libssl.SSL_get_fd != NULL;
}

static int new_index(void)
{
    if (libssl.SSL_get_ex_new_index)
        return libssl.SSL_get_ex_new_index(0, NULL, NULL, NULL, NULL);
    return libssl.CRYPTO_get_ex_new_index ? libssl.CRYPTO_get_ex_new_index(KIND_SSL, 0, NULL, NULL, NULL, NULL) : -1;
}

/* Not before the program itself has used libssl, which it may want to be begun in its own way. Index 0 is the
 * program's. */
static int find_place(void)
{
    int found = new_index(), none = 0;
    int mine = found <= 0 ? -1 : found + 1;
    return __atomic_compare_exchange_n(&place, &none, mine, 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE) ? mine : none;
}

/* An object that was never read from has NULL there. */
static int kept(const void *ssl)
{
    int mine = __atomic_load_n(&place, __ATOMIC_ACQUIRE);
    return mine > 0 ? (int)(intptr_t)libssl.SSL_get_ex_data(ssl, mine - 1) - 1 : -1;
}

static void keep(void *ssl, int fd)
{
    int mine = __atomic_load_n(&place, __ATOMIC_ACQUIRE);
    if (mine == 0)
        mine = find_place();
    if (mine > 0)
        libssl.SSL_set_ex_data(ssl, mine - 1, (void *)(intptr_t)(fd + 1));
}

int wd_tls_descriptor(void *ssl)
{
    int fd = libssl.SSL_get_fd(ssl);
    return fd >= 0 ? fd : kept(ssl);
}

/* What it is: where libssl has received, if it has, or where it did before. */
static int learn(void *ssl, int received_on)
{
    int fd = kept(ssl);
    if (received_on < 0 || received_on == fd)
        return fd;
    keep(ssl, received_on);
    return received_on;
}

int wd_tls_read_begins(void)
{
    int before = wd_propagation_received_on;
    wd_propagation_received_on = 0;
    return before;
}

int wd_tls_read_ends(void *ssl, int before)
{
    int saved = errno, received_on = wd_propagation_received_on - 1, fd = libssl.SSL_get_fd(ssl);
    wd_propagation_received_on = before;
    if (fd < 0)
        fd = learn(ssl, received_on);
    errno = saved; /* SSL_get_error asks for it */
    return fd;
}

void wd_tls_handshake_ends(void *ssl, int before)
{
    int received_on = wd_propagation_received_on - 1;
    if (received_on >= 0 && wd_descriptor(received_on) & WD_FD_CLIENT)
        wd_propagation_received_on = 0;
    wd_tls_read_ends(ssl, before);
}
