/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exchange.h: clients, a proxy and a server, whose messages say whose they are.
 * A message is a head of HEAD bytes of text and a body. What each is at work
 * for, by its bytes, stands in a table beside what the library says.
 */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

#define HEAD 32
#define MOST 6000 /* bytes of a message */
#define LETTERS 8

struct message {
    char kind;   /* 'Q' or 'R' */
    char letter; /* of its type of transaction */
    unsigned client, number, length;
};

/* A whole message, head and body; returns its length. */
size_t message_write(char *to, const struct message *m);
/* The head. Ends the process where the bytes are none: the channel does not work as it should. */
void message_read(const char *from, struct message *m);

/* What the thread is at work for, and what the library says that it is. */
enum step { AT_PROXY, BACK_AT_PROXY, AT_SERVER, BACK_AT_CLIENT, STEPS };
void checks_begin(void); /* before any fork: the table is shared with all children */
void check(enum step step, char letter, int is_mixed);
void checks_print(void);

/* Kinds of channels. */
enum shape { CONNECTED, PAIRED, DATAGRAMS };
struct kind {
    const char *name;
    enum shape shape;
    int domain, type; /* 0: pipes, FIFOs */
    int keeps_messages;
};
const struct kind *kind_named(const char *name);

union address {
    struct sockaddr any;
    struct sockaddr_un local;
    struct sockaddr_storage room;
};
struct ends {
    int in, out;
};
struct place {
    union address address;
    socklen_t length;
    int listener; /* or the socket of datagrams */
};
struct place place_open(const struct kind *kind);
int place_connect(const struct kind *kind, const struct place *place);

/* Two ends for a new client or server, and how the proxy gets its own: by SCM_RIGHTS, or the names of FIFOs. */
struct handed {
    char role; /* 'C', 'S' */
    char fifo[64];
};
struct ends pair_make(const struct kind *kind, int control, char role);
int pair_take(int control, char *role, struct ends *ends); /* the proxy's; 0: the control is closed */

unsigned chance(unsigned below);
void chance_begin(unsigned seed);
void fail(const char *what) __attribute__((noreturn));

/* Sends all of a message, now and then in pieces and by different calls; -1: the other end is gone. */
int put_message(int fd, const char *bytes, size_t n, int at_once);

/* Bytes that were received, and the messages in them. */
struct inbox {
    char bytes[4 * MOST];
    size_t n;
    char first; /* letter of the first message that the last receive has brought bytes of */
    int others; /* messages before this one that are complete since that */
};
/* One receive of any length, -1: would block, 0: the other end is gone. `from` is of datagrams. */
ssize_t inbox_receive(struct inbox *inbox, int fd, const struct kind *kind, union address *from, socklen_t *length);
/* The next complete message, its bytes in `bytes`; 0: there is none. Checks it. */
size_t inbox_take(struct inbox *inbox, enum step step, struct message *m, char *bytes);

void client_run(const struct kind *kind, unsigned number, unsigned exchanges, const struct place *place,
                struct ends ends);
void proxy_run(const struct kind *kind, const struct place *front, const struct place *back, int control);
void server_run(const struct kind *kind, const struct place *place, const struct ends *ends, int count);

/* Shared by all. */
struct totals {
    int is_over;
    unsigned long answered, abandoned, reconnects, forks, killed_clients, killed_servers;
};
extern struct totals *totals;

#endif
