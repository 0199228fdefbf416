/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/tls_descriptor.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "propagation/dispatch.h"

#define SELDOM __attribute__((noinline)) /* so that where libssl knows the socket no frame is made for it */

#define KIND_SSL 0 /* libcrypto's CRYPTO_EX_INDEX_SSL */

static struct {
    int (*SSL_get_fd)(const void *);
    int (*SSL_set_ex_data)(void *, int, void *);
    void *(*SSL_get_ex_data)(const void *, int);
    int (*SSL_get_ex_new_index)(long, void *, void *, void *, void *);
    int (*CRYPTO_get_ex_new_index)(int, long, void *, void *, void *, void *);
    int (*SSL_is_server)(const void *);
    size_t (*SSL_get_client_random)(const void *, unsigned char *, size_t);
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
    *(void **)&libssl.SSL_is_server = dlsym(library, "SSL_is_server");
    *(void **)&libssl.SSL_get_client_random = dlsym(library, "SSL_get_client_random");
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

/* With libssl's object: its descriptor plus one, and in the upper half which connection of that it is; or NOWHERE. An
 * object that was never read from has NULL there. */
#define NOWHERE UINT32_MAX /* its client's random number has come on no connection that is followed */

static uintptr_t kept(const void *ssl)
{
    int mine = __atomic_load_n(&place, __ATOMIC_ACQUIRE);
    return mine > 0 ? (uintptr_t)libssl.SSL_get_ex_data(ssl, mine - 1) : 0;
}

static void keep(void *ssl, uintptr_t what)
{
    int mine = __atomic_load_n(&place, __ATOMIC_ACQUIRE);
    if (mine == 0)
        mine = find_place();
    if (mine > 0)
        libssl.SSL_set_ex_data(ssl, mine - 1, (void *)what);
}

static uintptr_t connection_of(int fd)
{
    return (uintptr_t)wd_propagation_epoch(fd) << 32 | (uint32_t)(fd + 1);
}

/* -1: none is, or it is closed; the number may be another connection's by now. */
static int descriptor_in(uintptr_t what)
{
    int fd = (int)(uint32_t)what - 1;
    return fd >= 0 && what == connection_of(fd) ? fd : -1;
}

static SELDOM int kept_descriptor(const void *ssl)
{
    return descriptor_in(kept(ssl));
}

int wd_tls_descriptor(void *ssl)
{
    int fd = libssl.SSL_get_fd(ssl);
    return fd >= 0 ? fd : kept_descriptor(ssl);
}

/* False: no client has begun one with it. */
static int has_handshake(const void *ssl, unsigned char random[WD_TLS_RANDOM])
{
    static const unsigned char none[WD_TLS_RANDOM];
    return libssl.SSL_is_server && libssl.SSL_get_client_random && libssl.SSL_is_server(ssl) == 1 &&
           libssl.SSL_get_client_random(ssl, random, WD_TLS_RANDOM) == WD_TLS_RANDOM &&
           memcmp(random, none, WD_TLS_RANDOM) != 0;
}

/* Once: who has answered the handshake may have forgotten how it began. */
static int find_by_handshake(void *ssl)
{
    unsigned char random[WD_TLS_RANDOM];
    if (!has_handshake(ssl, random))
        return -1;
    int fd = wd_propagation_handshake(random);
    keep(ssl, fd >= 0 ? connection_of(fd) : NOWHERE);
    return fd;
}

/* What it is: where libssl has received, if it has, or where it did before; or where its client's handshake came. */
static SELDOM int learn(void *ssl, int received_on)
{
    uintptr_t before = kept(ssl);
    if (received_on < 0)
        return before ? descriptor_in(before) : find_by_handshake(ssl);
    if (before != connection_of(received_on))
        keep(ssl, connection_of(received_on));
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
