/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include <string.h>

#include "little_endian.h"

enum {
    CLIENT_COMPRESS = 0x20,
    CLIENT_PROTOCOL_41 = 0x200,
    CLIENT_SSL = 0x800,
    CLIENT_ZSTD = 0x4000000,

    FULL_PACKET = 0xffffff,
};

void wd_stream_begin(struct wd_stream *s)
{
    struct wd_statements kept = s->statements;
    memset(s, 0, sizeof *s);
    s->statements = kept;
    wd_statements_clear(&s->statements);
}

/* Packet framing: takes the header, returns true once it is complete. */
static int take_header(struct wd_packets *p, const uint8_t **bytes, size_t *length)
{
    size_t n = sizeof p->header - p->header_length;
    if (n > *length)
        n = *length;
    if (n == sizeof p->header)
        memcpy(p->header, *bytes, sizeof p->header); /* one instruction */
    else
        memcpy(p->header + p->header_length, *bytes, n);
    p->header_length += (uint8_t)n;
    *bytes += n;
    *length -= n;
    return p->header_length == sizeof p->header;
}

/* Bytes of the current packet's payload that are at hand; ends the packet
 * when all are taken. */
static size_t take_payload(struct wd_packets *p, size_t length)
{
    size_t n = p->length - p->done;
    if (n > length)
        n = length;
    p->done += (uint32_t)n;
    return n;
}

static int packet_done(const struct wd_packets *p)
{
    return p->header_length == 4 && p->done == p->length;
}

/* ---- client packets ---- */

static void expect_response(struct wd_stream *s, const struct wd_command *c)
{
    if (s->pending_count == WD_STREAM_PENDING) { /* nobody pipelines that much: the responses were missed */
        s->state = WD_STREAM_LOST;
        return;
    }
    struct pending *p = &s->pending[(s->pending_first + s->pending_count++) % WD_STREAM_PENDING];
    *p = (struct pending){ c->code, (uint8_t)(s->client.sequence + 1), c->labelled ? c->synopsis : 0, c->uid };
}

static struct wd_command finish_command(struct wd_stream *s)
{
    struct wd_command c = wd_command_read(&s->command, s->capabilities, &s->statements);
    if (wd_command_has_response(c.code))
        expect_response(s, &c);
    s->in_command = 0;
    return c;
}

static void begin_client_packet(struct wd_stream *s)
{
    struct wd_packets *p = &s->client;
    uint8_t sequence = p->header[3];
    p->length = wd_little_endian(p->header, 3);
    p->done = 0;
    int follows = sequence == (uint8_t)(s->last_sequence + 1);
    if (s->state == WD_STREAM_AUTH || s->continues || (sequence != 0)) {
        /* a command's next 16 MiB, an authentication exchange, or the data of LOAD DATA LOCAL */
        if (!follows)
            s->state = WD_STREAM_LOST;
    } else if (!(p->sequence == 255 && !s->server_spoke && p->seen)) {
        /* sequence 0, not the 256th packet of such data: a command */
        if (p->length == 0) {
            s->state = WD_STREAM_LOST;
        } else {
            if (s->server_spoke) {
                s->pending_first = s->pending_count = 0;
                s->response_fresh = 1;
            }
            s->in_command = 1;
            wd_statement_text_clear(&s->command);
        }
    }
    s->continues = s->in_command && p->length == FULL_PACKET;
    p->sequence = s->last_sequence = sequence;
    p->seen = 1;
    s->server_spoke = 0;
}

/* The client's first packet: its capabilities. */
static void read_client_hello(struct wd_stream *s)
{
    if (s->command.head_length < 4) {
        s->state = WD_STREAM_LOST;
        return;
    }
    s->capabilities = wd_little_endian(s->command.head, 4) & s->server_capabilities;
    if (!(s->capabilities & CLIENT_PROTOCOL_41))
        s->capabilities &= 0xffff; /* the old packet has no upper half */
    if (s->capabilities & CLIENT_SSL)
        s->state = WD_STREAM_TLS;
    else
        s->compress = (s->capabilities & (CLIENT_COMPRESS | CLIENT_ZSTD)) != 0;
}

/* A proxy's header comes on the client's side, in front of the greeting or behind
 * it. The server is to say who may send one; here it is skipped. */

static int in_proxy_header(const struct wd_stream *s)
{
    return s->proxy.taken > 0 && !s->proxy.done;
}

/* Whether what seems to be the header of the client's first packet begins one:
 * as a packet its number would be wrong. */
static int begins_proxy_header(struct wd_stream *s)
{
    const uint8_t *held = s->client.header;
    size_t n = sizeof s->client.header;
    if (s->proxy.done)
        return 0;
    if (wd_proxy_header_take(&s->proxy, &held, &n) == WD_PROXY_HEADER_MORE)
        return 1;
    s->proxy = (struct wd_proxy_header){ 0 };
    return 0;
}

/* A MySQL server speaks first: before it does, there is nothing but a proxy's header. */
static void before_greeting(struct wd_stream *s, const uint8_t *bytes, size_t length)
{
    if (wd_proxy_header_take(&s->proxy, &bytes, &length) == WD_PROXY_HEADER_NONE || length > 0)
        s->state = WD_STREAM_NOT_MYSQL;
}

void wd_stream_client(struct wd_stream *s, const void *data, size_t length,
                      void (*command)(void *user, const struct wd_command *command), void *user)
{
    const uint8_t *bytes = data;
    if (s->state == WD_STREAM_NEW && length > 0)
        before_greeting(s, bytes, length);
    while (length > 0 && (s->state == WD_STREAM_AUTH || s->state == WD_STREAM_READY)) {
        struct wd_packets *p = &s->client;
        if (in_proxy_header(s)) {
            if (wd_proxy_header_take(&s->proxy, &bytes, &length) == WD_PROXY_HEADER_NONE)
                s->state = WD_STREAM_LOST;
            continue;
        }
        if (p->header_length < 4) {
            int first = !p->seen;
            if (!take_header(p, &bytes, &length))
                return;
            if (first && begins_proxy_header(s)) {
                p->header_length = 0;
                continue;
            }
            begin_client_packet(s);
            if (first && s->state == WD_STREAM_AUTH)
                wd_statement_text_clear(&s->command);
            if (length == 0 && p->length > 0)
                return; /* the header alone, as MariaDB reads it */
        }
        size_t n = take_payload(p, length);
        int is_whole = n == p->length && s->command.length == 0 && !s->continues;
        if (s->in_command && is_whole && s->state == WD_STREAM_READY)
            wd_statement_text_whole(&s->command, bytes, n);
        else if (s->in_command || s->state == WD_STREAM_AUTH)
            wd_statement_text_add(&s->command, bytes, n);
        bytes += n;
        length -= n;
        if (!packet_done(p) || s->state == WD_STREAM_LOST)
            continue;
        p->header_length = 0;
        if (s->state == WD_STREAM_AUTH) {
            if (p->sequence == 1)
                read_client_hello(s);
            wd_statement_text_clear(&s->command);
        } else if (s->in_command && !s->continues) {
            struct wd_command c = finish_command(s);
            command(user, &c);
        }
    }
}

int wd_stream_at_boundary(const struct wd_stream *s)
{
    return s->client.header_length == 0 && !s->continues;
}

/* ---- server packets ---- */

/* Protocol 10: version NUL, thread id 4, scramble 8, filler 1, capabilities 2,
 * charset 1, status 2, capabilities 2. */
static void read_greeting(struct wd_stream *s)
{
    uint32_t n = s->command.head_length;
    const char *end = n > 1 ? memchr(s->command.head + 1, 0, n - 1) : NULL;
    uint32_t at = end ? (uint32_t)(end - s->command.head) + 1 + 4 + 8 + 1 : n;
    if (s->server.sequence != 0 || n == 0 || s->command.head[0] != 10 || at + 7 > n) {
        s->state = WD_STREAM_NOT_MYSQL;
        return;
    }
    s->server_capabilities = wd_little_endian(s->command.head + at, 2) | wd_little_endian(s->command.head + at + 5, 2)
                                                                             << 16;
    s->state = WD_STREAM_AUTH;
    wd_statement_text_clear(&s->command);
    s->response_fresh = 1;
}

static void read_response_start(struct wd_stream *s)
{
    if (s->pending_count == 0)
        return;
    struct pending *p = &s->pending[s->pending_first];
    int starts = s->server.sequence == p->first_sequence;
    int continues = !s->response_fresh && s->server.seen > 1 && (uint8_t)(s->last_sequence + 1) == s->server.sequence;
    if (!starts)
        return;
    if (continues) {
        /* Either the same number again in a long result, or the response to the next
         * of several commands that were read at once. Statement ids are no longer
         * sure, so none is taken until the client is read again. */
        s->pending_count = 0;
        return;
    }
    if (p->code == COM_STMT_PREPARE && s->server.length >= 12 && s->server_head[0] == 0)
        wd_statements_remember(&s->statements, wd_little_endian(s->server_head + 1, 4), p->uid, p->synopsis);
    s->pending_first = (s->pending_first + 1) % WD_STREAM_PENDING;
    s->pending_count--;
    s->response_fresh = 0;
}

static void finish_server_packet(struct wd_stream *s)
{
    if (s->state == WD_STREAM_NEW)
        read_greeting(s);
    else if (s->state == WD_STREAM_AUTH && s->server.length > 0 && s->server_head[0] == 0)
        s->state = s->compress ? WD_STREAM_COMPRESSED : WD_STREAM_READY;
    else if (s->state == WD_STREAM_READY)
        read_response_start(s);
    s->last_sequence = s->server.sequence;
    s->server.seen = 2;
    s->server_spoke = 1;
}

/* A result's rows, as many as are there whole: they say nothing but their numbers. Returns their bytes. */
static size_t skip_rows(struct wd_stream *s, const uint8_t *bytes, size_t length)
{
    struct wd_packets *p = &s->server;
    int first = s->pending_count > 0 ? s->pending[s->pending_first].first_sequence : -1;
    uint8_t last = s->last_sequence;
    size_t done = 0;
    while (length - done >= sizeof p->header) {
        uint32_t header = wd_little_endian(bytes + done, sizeof p->header);
        uint8_t sequence = (uint8_t)(header >> 24);
        size_t size = sizeof p->header + (header & 0xffffff);
        if (sequence == first || size > length - done)
            break;
        last = sequence;
        done += size;
    }
    if (done > 0)
        p->sequence = s->last_sequence = last;
    return done;
}

void wd_stream_server(struct wd_stream *s, const void *data, size_t length)
{
    const uint8_t *bytes = data;
    while (length > 0 && s->state <= WD_STREAM_READY) {
        if (s->state == WD_STREAM_READY && s->server_spoke && s->server.header_length == 0) {
            size_t rows = skip_rows(s, bytes, length);
            bytes += rows;
            length -= rows;
            if (length == 0)
                break;
        }
        struct wd_packets *p = &s->server;
        if (p->header_length < 4) {
            if (!take_header(p, &bytes, &length))
                return;
            p->length = wd_little_endian(p->header, 3);
            p->sequence = p->header[3];
            p->done = 0;
            if (s->state == WD_STREAM_NEW && (p->sequence != 0 || p->length < 30 || p->length > 400)) {
                s->state = WD_STREAM_NOT_MYSQL;
                return;
            }
        }
        uint32_t offset = p->done;
        size_t n = take_payload(p, length);
        if (offset < sizeof s->server_head) {
            size_t room = sizeof s->server_head - offset;
            memcpy(s->server_head + offset, bytes, n < room ? n : room);
        }
        if (s->state == WD_STREAM_NEW)
            wd_statement_text_add(&s->command, bytes, n);
        bytes += n;
        length -= n;
        if (packet_done(p)) {
            p->header_length = 0;
            finish_server_packet(s);
        }
    }
}
