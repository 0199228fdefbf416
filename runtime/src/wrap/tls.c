/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tls.c: SSL_read, SSL_write and their forms with a size_t, of the program itself,
 * of the libraries that it is linked with, and of those that it opens by their
 * paths, as servers open their modules; told to protocols that follow the
 * connection. SSL_accept and SSL_do_handshake tell which connection it is. By
 * imports, not by our own symbols of these names: a process may have several libssl
 * (a module brings its own), and a function of ours would stand in front of all of
 * them without knowing which is meant. The first that is found is followed, while it
 * is there.
 */
#include "wrap/tls.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "imports/got_patch.h"
#include "imports/library_opening.h"
#include "propagation/dispatch.h"
#include "wrap/tls_descriptor.h"

#define LIBSSL "libssl."

static struct {
    int (*SSL_read)(void *, void *, int);
    int (*SSL_peek)(void *, void *, int);
    int (*SSL_write)(void *, const void *, int);
    int (*SSL_read_ex)(void *, void *, size_t, size_t *);
    int (*SSL_write_ex)(void *, const void *, size_t, size_t *);
    int (*SSL_accept)(void *);
    int (*SSL_do_handshake)(void *);
} libssl;

/* A handshake may receive what is read from the connection afterwards. */
static int handshake(int (*real)(void *), void *ssl)
{
    int before = wd_tls_read_begins();
    int result = real(ssl);
    wd_tls_handshake_ends(ssl, before);
    return result;
}

static int told_SSL_accept(void *ssl)
{
    return handshake(libssl.SSL_accept, ssl);
}

static int told_SSL_do_handshake(void *ssl)
{
    return handshake(libssl.SSL_do_handshake, ssl);
}

static int is_read_in_pieces(void *ssl)
{
    return wd_propagation_pieces.tls_fd >= 0 && wd_tls_descriptor(ssl) == wd_propagation_pieces.tls_fd;
}

/* Where nothing can be looked at, nothing can be read for the same reason. */
static int read_piece(void *ssl, void *buffer, int size)
{
    int n = libssl.SSL_peek(ssl, buffer, size);
    if (n > 0)
        size = (int)wd_propagation_pieces.piece(wd_propagation_pieces.tls_fd, buffer, (size_t)n);
    return n > 0 ? libssl.SSL_read(ssl, buffer, size) : n;
}

static int told_SSL_read(void *ssl, void *buffer, int size)
{
    int before = wd_tls_read_begins();
    int n = is_read_in_pieces(ssl) ? read_piece(ssl, buffer, size) : libssl.SSL_read(ssl, buffer, size);
    int fd = wd_tls_read_ends(ssl, before);
    if (n > 0)
        wd_propagation_decrypted_received(fd, buffer, (size_t)n);
    return n;
}

static int told_SSL_write(void *ssl, const void *buffer, int size)
{
    int fd = wd_tls_descriptor(ssl);
    if (size > 0)
        wd_propagation_decrypted_sends(fd, buffer, (size_t)size);
    int n = libssl.SSL_write(ssl, buffer, size);
    if (n > 0)
        wd_propagation_decrypted_sent(fd, buffer, (size_t)n);
    return n;
}

/* With the length where the program wants it, which is what it has read or written: this has succeeded. */
static int told_SSL_read_ex(void *ssl, void *buffer, size_t size, size_t *n)
{
    int before = wd_tls_read_begins();
    int success = libssl.SSL_read_ex(ssl, buffer, size, n);
    int fd = wd_tls_read_ends(ssl, before);
    if (success == 1 && *n > 0)
        wd_propagation_decrypted_received(fd, buffer, *n);
    return success;
}

static int told_SSL_write_ex(void *ssl, const void *buffer, size_t size, size_t *n)
{
    int fd = wd_tls_descriptor(ssl);
    wd_propagation_decrypted_sends(fd, buffer, size);
    int success = libssl.SSL_write_ex(ssl, buffer, size, n);
    if (success == 1 && *n > 0)
        wd_propagation_decrypted_sent(fd, buffer, *n);
    return success;
}

/* What an import points at may be the linker's stub, which would put the real function in our place. */
static int find_libssl(void *library)
{
    *(void **)&libssl.SSL_read = dlsym(library, "SSL_read");
    *(void **)&libssl.SSL_peek = dlsym(library, "SSL_peek");
    *(void **)&libssl.SSL_write = dlsym(library, "SSL_write");
    *(void **)&libssl.SSL_read_ex = dlsym(library, "SSL_read_ex");
    *(void **)&libssl.SSL_write_ex = dlsym(library, "SSL_write_ex");
    *(void **)&libssl.SSL_accept = dlsym(library, "SSL_accept");
    *(void **)&libssl.SSL_do_handshake = dlsym(library, "SSL_do_handshake");
    if (libssl.SSL_read && libssl.SSL_peek && libssl.SSL_write && wd_tls_descriptor_begin(*(void **)&libssl.SSL_read))
        return 1;
    libssl.SSL_read = NULL;
    return 0;
}

/* A server may close all of its modules, and libssl with them, and open them anew. */
static int is_followed(void)
{
    Dl_info there;
    return libssl.SSL_read && dladdr(*(void **)&libssl.SSL_read, &there);
}

static int is_the_one(void *library)
{
    void *found = dlsym(library, "SSL_read");
    return found && (is_followed() ? found == *(void **)&libssl.SSL_read : find_libssl(library));
}

static int reads_and_writes(void *library)
{
    int reads = wd_got_patch(library, "SSL_read", (void *)told_SSL_read) != NULL;
    int writes = wd_got_patch(library, "SSL_write", (void *)told_SSL_write) != NULL;
    if (libssl.SSL_read_ex)
        reads |= wd_got_patch(library, "SSL_read_ex", (void *)told_SSL_read_ex) != NULL;
    if (libssl.SSL_write_ex)
        writes |= wd_got_patch(library, "SSL_write_ex", (void *)told_SSL_write_ex) != NULL;
    if (libssl.SSL_accept)
        wd_got_patch(library, "SSL_accept", (void *)told_SSL_accept);
    if (libssl.SSL_do_handshake)
        wd_got_patch(library, "SSL_do_handshake", (void *)told_SSL_do_handshake);
    return reads && writes;
}

static void opened(void *library)
{
    if (is_the_one(library))
        reads_and_writes(library);
}

static int needs_libssl(const struct link_map *library)
{
    const char *name;
    for (size_t i = 0; (name = wd_got_needed(library, i)) != NULL; i++)
        if (strncmp(name, LIBSSL, sizeof LIBSSL - 1) == 0)
            return 1;
    return 0;
}

/* A program may be little more than the library that it is linked with. */
static void look_at_libraries(const struct link_map *first)
{
    for (const struct link_map *at = first->l_next; at; at = at->l_next) {
        void *library = needs_libssl(at) ? dlopen(at->l_name, RTLD_LAZY | RTLD_NOLOAD) : NULL;
        if (!library)
            continue;
        opened(library);
        dlclose(library);
    }
}

void wd_tls_begin(void)
{
    struct link_map *first;
    void *program = dlopen(NULL, RTLD_LAZY);
    if (!program)
        return;
    wd_propagation_decrypts = is_the_one(program) && reads_and_writes(program);
    if (dlinfo(program, RTLD_DI_LINKMAP, &first) == 0)
        look_at_libraries(first);
    dlclose(program);
    (void)dlerror();
    wd_library_opening_watch(opened);
}
