/* SPDX-License-Identifier: Apache-2.0 */
/*
 * said_tls.c: a web server within TLS, by SSL_read_ex and SSL_write_ex, that answers one connection's requests with
 * what it is at work for. With a third argument libssl does not know the socket: a function of the program's receives
 * as much as has come, so within the handshake also what is read afterwards, as Apache's does.
 *
 * usage: said_tls CERTIFICATE KEY [buffered]
 */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t (*current)(void);
static size_t (*describe)(uint32_t context, char *out, size_t size);

static int listen_anywhere(void)
{
    struct sockaddr_in here = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof here;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(fd, (struct sockaddr *)&here, length) != 0 || listen(fd, 1) != 0 ||
        getsockname(fd, (struct sockaddr *)&here, &length) != 0)
        exit(1);
    printf("%d\n", ntohs(here.sin_port));
    fflush(stdout);
    return fd;
}

static struct {
    int fd;
    size_t at, end;
    char bytes[16384];
} received;

static int receives(BIO *bio, char *into, int most)
{
    (void)bio;
    if (received.at == received.end) {
        ssize_t n = recv(received.fd, received.bytes, sizeof received.bytes, 0);
        if (n <= 0)
            return -1;
        received.at = 0;
        received.end = (size_t)n;
    }
    size_t left = received.end - received.at, n = left < (size_t)most ? left : (size_t)most;
    memcpy(into, received.bytes + received.at, n);
    received.at += n;
    return (int)n;
}

static int sends(BIO *bio, const char *bytes, int n)
{
    (void)bio;
    return (int)send(received.fd, bytes, (size_t)n, 0);
}

static long is_flushed(BIO *bio, int command, long number, void *pointer)
{
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static BIO *buffered(int fd)
{
    BIO_METHOD *method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "buffered");
    received.fd = fd;
    BIO_meth_set_read(method, receives);
    BIO_meth_set_write(method, sends);
    BIO_meth_set_ctrl(method, is_flushed);
    BIO *bio = BIO_new(method);
    BIO_set_init(bio, 1);
    return bio;
}

int main(int argc, char **argv)
{
    char bytes[4096], text[400], answer[600];
    size_t n, written;
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    *(void **)&current = dlsym(RTLD_DEFAULT, "whodunit_current");
    *(void **)&describe = dlsym(RTLD_DEFAULT, "whodunit_describe");
    if (argc < 3 || !current || !describe || SSL_CTX_use_certificate_file(context, argv[1], SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, argv[2], SSL_FILETYPE_PEM) != 1)
        return 2;
    SSL *ssl = SSL_new(context);
    int fd = accept(listen_anywhere(), NULL, NULL);
    if (argc > 3) {
        BIO *bio = buffered(fd);
        SSL_set_bio(ssl, bio, bio);
    } else {
        SSL_set_fd(ssl, fd);
    }
    if (SSL_accept(ssl) != 1)
        return 1;
    while (SSL_read_ex(ssl, bytes, sizeof bytes, &n) == 1) {
        describe(current(), text, sizeof text);
        int length =
            snprintf(answer, sizeof answer, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n%s", strlen(text), text);
        SSL_write_ex(ssl, answer, (size_t)length, &written);
    }
    SSL_free(ssl);
    SSL_CTX_free(context);
    return 0;
}
