/* SPDX-License-Identifier: Apache-2.0 */
/*
 * said_memory.c: a web server within TLS that receives and sends itself, and gives libssl memory. It reads on two
 * connections before it works for either, and answers each request with what it is at work for. When a client has
 * closed, its number becomes that of a connection without TLS, on which it is asked what libssl's old object changes.
 *
 * The program is little more than this library, with which it is linked: linked.c.
 */
#include <openssl/ssl.h>
#include <stdlib.h>
#include <unistd.h>

#include "linked.h"
#include "loopback.h"

enum { CONNECTIONS = 2, ROUNDS = 3 }; /* the handshake, its end with the first request, the second */

struct connection {
    int fd, has_shaken;
    SSL *ssl;
    BIO *in, *out;
};

static void *must_be(void *pointer)
{
    must(pointer != NULL, "no memory");
    return pointer;
}

static void accept_next(struct connection *the, SSL_CTX *context, int listener)
{
    the->fd = accept(listener, NULL, NULL);
    the->ssl = must_be(SSL_new(context));
    the->in = must_be(BIO_new(BIO_s_mem()));
    the->out = must_be(BIO_new(BIO_s_mem()));
    SSL_set_bio(the->ssl, the->in, the->out);
}

static void receive(struct connection *the)
{
    char bytes[16384];
    ssize_t n = recv(the->fd, bytes, sizeof bytes, 0);
    must(n > 0 && BIO_write(the->in, bytes, (int)n) == n, "recv");
}

static void send_all(struct connection *the)
{
    char bytes[16384];
    int n = BIO_read(the->out, bytes, sizeof bytes);
    if (n > 0)
        must(send(the->fd, bytes, (size_t)n, 0) == n, "send");
}

static size_t answer_in(char answer[600])
{
    char text[400];
    describe(current(), text, sizeof text);
    return (size_t)snprintf(answer, 600, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n%s", strlen(text), text);
}

static void work(struct connection *the)
{
    char bytes[4096], answer[600];
    size_t n;
    if (!the->has_shaken)
        the->has_shaken = SSL_accept(the->ssl) == 1;
    if (the->has_shaken && SSL_read_ex(the->ssl, bytes, sizeof bytes, &n) == 1)
        must(SSL_write_ex(the->ssl, answer, answer_in(answer), &n) == 1, "SSL_write_ex");
    send_all(the);
}

/* What libssl has of the connection that is closed is read when its number is another one's. */
static void answer_on_the_next(struct connection *old, int listener)
{
    char bytes[4096], answer[600];
    size_t n;
    int number = old->fd;
    close(number);
    must(accept(listener, NULL, NULL) == number, "another number");
    must(recv(number, bytes, sizeof bytes, 0) > 0, "recv");
    must(SSL_read_ex(old->ssl, bytes, sizeof bytes, &n) == 1, "SSL_read_ex");
    answer_in(answer);
    sends(number, answer);
}

void linked(const char *certificate, const char *key)
{
    struct sockaddr_in here;
    struct connection all[CONNECTIONS] = { 0 };
    int listener = listening(&here);
    be_recorded();
    SSL_CTX *context = must_be(SSL_CTX_new(TLS_server_method()));
    must(SSL_CTX_use_certificate_file(context, certificate, SSL_FILETYPE_PEM) == 1 &&
             SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1,
         "the certificate");
    printf("%d\n", ntohs(here.sin_port));
    fflush(stdout);
    for (int i = 0; i < CONNECTIONS; i++)
        accept_next(&all[i], context, listener);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CONNECTIONS; i++)
            receive(&all[i]);
        for (int i = 0; i < CONNECTIONS; i++)
            work(&all[i]);
    }
    receive(&all[0]);
    answer_on_the_next(&all[0], listener);
    for (int i = 0; i < CONNECTIONS; i++)
        SSL_free(all[i].ssl);
    SSL_CTX_free(context);
}
