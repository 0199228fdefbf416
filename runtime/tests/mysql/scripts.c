/* SPDX-License-Identifier: Apache-2.0 */
#include "scripts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UID 0x0123456789abcdefull
#define TAG(synopsis) "/*whodunit='0123456789abcdef-" synopsis "'*/"

enum { SERVER = 0, CLIENT = 1 };
enum { COMPRESS = 0x20, PROTOCOL_41 = 0x200, SSL = 0x800, ATTRIBUTES = 0x8000000 };

static struct turn *turn_of(struct script *s, int from_client)
{
    struct turn *t = s->turns ? &s->turn[s->turns - 1] : NULL;
    if (!t || t->from_client != from_client) {
        t = &s->turn[s->turns++];
        t->from_client = from_client;
    }
    return t;
}

static void raw(struct script *s, int from_client, const void *bytes, size_t n)
{
    struct turn *t = turn_of(s, from_client);
    t->bytes = realloc(t->bytes, t->length + n + 1);
    memcpy(t->bytes + t->length, bytes, n);
    t->length += n;
}

static void packet(struct script *s, int from_client, int sequence, const void *bytes, size_t n)
{
    uint8_t header[4] = { (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)sequence };
    raw(s, from_client, header, 4);
    raw(s, from_client, bytes, n);
}

static void greeting(struct script *s, uint32_t capabilities)
{
    uint8_t p[80] = "\x0a"
                    "5.5.5-10.11.19-MariaDB";
    size_t at = strlen((char *)p) + 1 + 4 + 8 + 1;
    p[at] = (uint8_t)capabilities, p[at + 1] = (uint8_t)(capabilities >> 8);
    p[at + 5] = (uint8_t)(capabilities >> 16), p[at + 6] = (uint8_t)(capabilities >> 24);
    packet(s, SERVER, 0, p, at + 7 + 24);
}

static void hello(struct script *s, uint32_t capabilities)
{
    uint8_t p[64] = { (uint8_t)capabilities, (uint8_t)(capabilities >> 8), (uint8_t)(capabilities >> 16),
                      (uint8_t)(capabilities >> 24) };
    memcpy(p + 32, "root", 5);
    packet(s, CLIENT, 1, p, 50);
}

static void ok(struct script *s, int sequence)
{
    packet(s, SERVER, sequence, "\0\0\0\2\0\0\0", 7);
}

static void connect_with(struct script *s, uint32_t offered, uint32_t asked)
{
    greeting(s, PROTOCOL_41 | offered);
    hello(s, PROTOCOL_41 | asked);
    ok(s, 2);
}

static void command(struct script *s, int code, const char *text)
{
    char p[4096];
    int n = snprintf(p, sizeof p, "%c%s", code, text);
    packet(s, CLIENT, 0, p, (size_t)n);
}

static void prepare_ok(struct script *s, uint8_t id)
{
    uint8_t p[12] = { 0, id };
    packet(s, SERVER, 1, p, sizeof p);
}

static void execute_as(struct script *s, uint8_t code, uint32_t id, uint32_t count)
{
    uint8_t p[10] = { code, (uint8_t)id,    (uint8_t)(id >> 8),    (uint8_t)(id >> 16),    (uint8_t)(id >> 24),
                      1,    (uint8_t)count, (uint8_t)(count >> 8), (uint8_t)(count >> 16), (uint8_t)(count >> 24) };
    packet(s, CLIENT, 0, p, sizeof p);
}

static void execute(struct script *s, uint32_t id, uint32_t count)
{
    execute_as(s, 0x17, id, count);
}

static void expect(struct script *s, uint8_t code, int statement, uint32_t synopsis)
{
    s->answer[s->answers++] =
        (struct answer){ code, (uint8_t)statement, synopsis != 0, 0, synopsis ? UID : 0, synopsis };
}

static void expect_malformed(struct script *s, uint8_t code)
{
    s->answer[s->answers++] = (struct answer){ code, 1, 0, 1, 0, 0 };
}

/* A query whose synopsis (0: none) must be found. */
static void query(struct script *s, const char *text, uint32_t synopsis)
{
    command(s, 3, text);
    expect(s, 3, 1, synopsis);
    ok(s, 1);
}

static void comments(struct script *s)
{
    char text[2000];
    connect_with(s, 0, 0);
    query(s, "SELECT 1", 0);
    query(s, TAG("0000abcd") "SELECT 1", 0xabcd);
    query(s, " \n\t" TAG("0000abcd") " SELECT 1", 0xabcd);
    query(s, "/* app */ " TAG("0000abce") "SELECT 1", 0xabce);
    query(s, "/*action='x',whodunit='0123456789abcdef-0000abcf',z='1'*/SELECT 1", 0xabcf);
    query(s, "/*a='it\\'s', whodunit='0123456789abcdef%2D0000abd0'*/SELECT 1", 0xabd0);
    query(s, "SELECT 1 " TAG("0000abd1"), 0xabd1);
    query(s, "SELECT 1 " TAG("0000abd2") " ; ", 0xabd2);
    query(s, "SELECT '/*whodunit=''0123456789abcdef-0000abd3''*/'", 0);
    query(s, "/*notwhodunit='0123456789abcdef-0000abd3'*/SELECT 1", 0);
    query(s, "SELECT 1 " TAG("0000abd3") " + 1", 0);
    query(s, "/* never closed whodunit='0123456789abcdef-0000abd3'", 0);
    snprintf(text, sizeof text, "SELECT '%01000d' " TAG("0000abd4"), 7);
    query(s, text, 0xabd4);
    snprintf(text, sizeof text, TAG("0000abd5") "SELECT '%01500d'", 7);
    query(s, text, 0xabd5);
    static const char *const broken[] = {
        "/*whodunit='0123456789abcdef-0000abc'*/SELECT 1",
        "/*whodunit='0123456789abcdef-0000abcdd'*/SELECT 1",
        "/*whodunit='0123456789ABCDEF-0000abcd'*/SELECT 1",
        "/*whodunit='0000000000000000-0000abcd'*/SELECT 1",
        "/*whodunit='0123456789abcdef-00000000'*/SELECT 1",
        "/*whodunit=''*/SELECT 1",
        "/*whodunit='0123456789abcdef-0000abcd*/SELECT 1",
        "SELECT 1 /*whodunit='%%%'*/",
        "/*whodunit='aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'*/SELECT 1",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        command(s, 3, broken[i]);
        expect_malformed(s, 3);
        ok(s, 1);
    }
}

static void prepared(struct script *s)
{
    connect_with(s, 0, 0);
    command(s, 0x16, TAG("00000011") "SELECT ?");
    expect(s, 0x16, 1, 0x11);
    prepare_ok(s, 7);
    command(s, 0x16, "SELECT 2");
    expect(s, 0x16, 1, 0);
    prepare_ok(s, 8);
    execute(s, 7, 1), expect(s, 0x17, 1, 0x11), ok(s, 1);
    execute(s, 7, 0x12345678), expect(s, 0x17, 1, 0x12345678), ok(s, 1);
    packet(s, CLIENT, 0, "\x1c\7\0\0\0\1\0\0\0", 9), expect(s, 0x1c, 0, 0x12345678), ok(s, 1);
    execute(s, 7, 0), expect(s, 0x17, 1, 0x11), ok(s, 1);
    execute(s, 8, 0x12345678), expect(s, 0x17, 1, 0), ok(s, 1);
    execute(s, 9, 0x12345678), expect(s, 0x17, 1, 0), ok(s, 1);
    execute_as(s, 0xfa, 7, 0x12345678), expect(s, 0xfa, 1, 0x11), ok(s, 1);
    packet(s, CLIENT, 0, "\x18\7\0\0\0\0\0data", 11), expect(s, 0x18, 0, 0x11);
    execute(s, 7, 0x13), expect(s, 0x17, 1, 0x13), ok(s, 1);
    packet(s, CLIENT, 0, "\x19\7\0\0\0", 5), expect(s, 0x19, 0, 0x13);
    execute(s, 7, 0x14), expect(s, 0x17, 1, 0), ok(s, 1);
    packet(s, CLIENT, 0, "\x01", 1), expect(s, 1, 0, 0);
}

static void prepare_fails(struct script *s)
{
    connect_with(s, 0, 0);
    command(s, 0x16, TAG("00000011") "SELEC");
    expect(s, 0x16, 1, 0x11);
    packet(s, SERVER, 1, "\xff\x28\4#42000 no", 12);
    execute(s, 0x0428, 0x22), expect(s, 0x17, 1, 0), ok(s, 1);
}

/* Connector/J sends COM_STMT_PREPARE and COM_STMT_EXECUTE of statement -1 together. */
static void pipelined(struct script *s)
{
    connect_with(s, 0, 0);
    command(s, 0x16, TAG("00000021") "SELECT ?"), expect(s, 0x16, 1, 0x21);
    execute(s, 0xffffffff, 0x31), expect(s, 0x17, 1, 0x31);
    command(s, 0x16, TAG("00000022") "SELECT ?"), expect(s, 0x16, 1, 0x22);
    execute(s, 0xffffffff, 1), expect(s, 0x17, 1, 0x22);
    prepare_ok(s, 1), ok(s, 1), prepare_ok(s, 2), ok(s, 1);
    execute(s, 1, 1), expect(s, 0x17, 1, 0x21), ok(s, 1);
    execute(s, 2, 1), expect(s, 0x17, 1, 0x22), ok(s, 1);
}

/* The response's sequence numbers come round to 1 while a PREPARE is pending:
 * the next statement id cannot be told for sure, so it must not be taken. */
static void long_result(struct script *s)
{
    connect_with(s, 0, 0);
    command(s, 3, "SELECT 1"), expect(s, 3, 1, 0);
    command(s, 0x16, TAG("00000021") "SELECT ?"), expect(s, 0x16, 1, 0x21);
    for (int i = 1; i <= 400; i++)
        packet(s, SERVER, i & 255, "\0\7\0\0\0\0\0\0\0\0\0\0", 12);
    prepare_ok(s, 5);
    execute(s, 7, 0x77), expect(s, 0x17, 1, 0), ok(s, 1);
    execute(s, 5, 0x77), expect(s, 0x17, 1, 0), ok(s, 1);
    query(s, TAG("00000023") "SELECT 1", 0x23);
}

static void load_data(struct script *s)
{
    connect_with(s, 0, 0);
    command(s, 3, TAG("00000041") "LOAD DATA LOCAL INFILE 'x' INTO TABLE t"), expect(s, 3, 1, 0x41);
    packet(s, SERVER, 1, "\xfbx", 2);
    for (int i = 2; i < 600; i++)
        packet(s, CLIENT, i & 255, "\3" TAG("00000042") "SELECT 1", 20);
    packet(s, CLIENT, 600 & 255, "", 0);
    ok(s, 601 & 255);
    query(s, TAG("00000043") "SELECT 1", 0x43);
}

static void load_data_ends_at_zero(struct script *s)
{
    connect_with(s, 0, 0);
    command(s, 3, "LOAD DATA LOCAL INFILE 'x' INTO TABLE t"), expect(s, 3, 1, 0);
    packet(s, SERVER, 1, "\xfbx", 2);
    for (int i = 2; i < 256; i++)
        packet(s, CLIENT, i, "1,2,3\n", 6);
    packet(s, CLIENT, 0, "", 0);
    ok(s, 1);
    query(s, TAG("00000044") "SELECT 1", 0x44);
}

static void sixteen_mebibytes(struct script *s)
{
    const size_t full = 0xffffff;
    char *text = malloc(full);
    memset(text, 'x', full);
    memcpy(text, "\3" TAG("00000051") "SELECT '", 45);
    connect_with(s, 0, 0);
    packet(s, CLIENT, 0, text, full);
    packet(s, CLIENT, 1, text, full); /* looks like a command, but goes on */
    packet(s, CLIENT, 2, "'", 1);
    expect(s, 3, 1, 0x51);
    ok(s, 3);
    memcpy(text, "\3SELECT '", 9);
    packet(s, CLIENT, 0, text, full);
    packet(s, CLIENT, 1, "' " TAG("00000052"), 42);
    expect(s, 3, 1, 0x52);
    ok(s, 2);
    packet(s, CLIENT, 0, text, full);
    packet(s, CLIENT, 1, "", 0);
    expect(s, 3, 1, 0);
    ok(s, 2);
    free(text);
}

static void change_user(struct script *s)
{
    connect_with(s, 0, 0);
    command(s, 0x16, TAG("00000011") "SELECT ?"), expect(s, 0x16, 1, 0x11), prepare_ok(s, 1);
    command(s, 0x11, "root"), expect(s, 0x11, 0, 0);
    packet(s, SERVER, 1, "\xfemysql_native_password", 23);
    packet(s, CLIENT, 2, "\3" TAG("00000012"), 20);
    ok(s, 3);
    execute(s, 1, 0x99), expect(s, 0x17, 1, 0), ok(s, 1);
    command(s, 0x16, TAG("00000013") "SELECT ?"), expect(s, 0x16, 1, 0x13), prepare_ok(s, 1);
    packet(s, CLIENT, 0, "\x1f", 1), expect(s, 0x1f, 0, 0), ok(s, 1);
    execute(s, 1, 0x99), expect(s, 0x17, 1, 0), ok(s, 1);
    query(s, TAG("00000014") "SELECT 1", 0x14);
}

static void auth_switch(struct script *s)
{
    greeting(s, PROTOCOL_41);
    hello(s, PROTOCOL_41);
    packet(s, SERVER, 2, "\xfemysql_native_password", 23);
    packet(s, CLIENT, 3, "\3secret", 7);
    packet(s, SERVER, 4, "\1more", 5);
    packet(s, CLIENT, 5, "\3", 1);
    ok(s, 6);
    query(s, TAG("00000061") "SELECT 1", 0x61);
}

static void attributes(struct script *s)
{
    connect_with(s, ATTRIBUTES, ATTRIBUTES);
    packet(s, CLIENT, 0, "\3\0\1" TAG("00000071") "SELECT 1", 51), expect(s, 3, 1, 0x71), ok(s, 1);
    packet(s, CLIENT, 0, "\3\1\1\0\1\3\0\1a\1\0\0\0SELECT 1 " TAG("00000072"), 62);
    expect(s, 3, 1, 0x72), ok(s, 1);
}

static void tls(struct script *s)
{
    uint8_t request[32] = { 0, (SSL | PROTOCOL_41) >> 8 };
    greeting(s, PROTOCOL_41 | SSL);
    packet(s, CLIENT, 1, request, sizeof request);
    raw(s, CLIENT, "\x16\3\1\2\0\1\0\1\xfc\3\3", 11);
    raw(s, SERVER, "\x16\3\3\0\x7a\2\0\0\x76\3\3", 11);
    s->end = WD_STREAM_TLS;
}

static void compressed(struct script *s)
{
    connect_with(s, COMPRESS, COMPRESS);
    raw(s, CLIENT, "\x0d\0\0\0\0\0\0\x09\0\0\0\3SELECT 1", 20);
    s->end = WD_STREAM_COMPRESSED;
}

static void compression_refused(struct script *s)
{
    connect_with(s, 0, COMPRESS);
    query(s, TAG("00000081") "SELECT 1", 0x81);
}

static void client_speaks_first(struct script *s)
{
    raw(s, CLIENT, "GET / HTTP/1.1\r\n\r\n", 18);
    greeting(s, PROTOCOL_41);
    s->end = WD_STREAM_NOT_MYSQL;
}

static void another_protocol(struct script *s)
{
    raw(s, SERVER, "220 mail.example.org ESMTP ready and waiting for you\r\n", 54);
    s->end = WD_STREAM_NOT_MYSQL;
}

static void no_greeting(struct script *s)
{
    packet(s, SERVER, 0, "\xff\x10\4Too many connections, come back later", 40);
    s->end = WD_STREAM_NOT_MYSQL;
}

static void wrong_sequence(struct script *s)
{
    connect_with(s, 0, 0);
    query(s, TAG("00000091") "SELECT 1", 0x91);
    packet(s, CLIENT, 77, "\3SELECT 1", 9);
    packet(s, CLIENT, 0, "\3" TAG("00000092") "SELECT 1", 49);
    s->end = WD_STREAM_LOST;
}

static void empty_command(struct script *s)
{
    connect_with(s, 0, 0);
    packet(s, CLIENT, 0, "", 0);
    s->end = WD_STREAM_LOST;
}

static void never_answered(struct script *s)
{
    connect_with(s, 0, 0);
    for (int i = 0; i < 70; i++) {
        command(s, 3, "SELECT 1");
        if (i <= WD_STREAM_PENDING)
            expect(s, 3, 1, 0);
    }
    s->end = WD_STREAM_LOST;
}

#define SIGNATURE "\r\n\r\n\0\r\nQUIT\n"

static void proxied(struct script *s, const char *header, size_t n)
{
    greeting(s, PROTOCOL_41);
    raw(s, CLIENT, header, n);
    hello(s, PROTOCOL_41);
    ok(s, 2);
    query(s, TAG("000000a1") "SELECT 1", 0xa1);
}

static void proxied_as_text(struct script *s)
{
    proxied(s, "PROXY TCP4 192.0.2.1 192.0.2.2 56324 3306\r\n", 43);
}

static void proxied_unknown(struct script *s)
{
    proxied(s, "PROXY UNKNOWN\r\n", 15);
}

static void proxied_binary(struct script *s)
{
    proxied(s, SIGNATURE "\x21\x11\0\x10\1\2\3\4\5\6\7\x08\xdb\4\x0c\xea\4\0\1X", 32);
}

static void proxied_local(struct script *s)
{
    proxied(s, SIGNATURE "\x20\0\0\0", 16);
}

static void proxied_long(struct script *s)
{
    char header[16 + 300] = SIGNATURE "\x21\x31\x01\x2c\r\n\r\n"; /* what is skipped may look like an end */
    proxied(s, header, sizeof header);
}

static void proxied_before_greeting(struct script *s, const char *header, size_t n)
{
    raw(s, CLIENT, header, n);
    connect_with(s, 0, 0);
    query(s, TAG("000000a2") "SELECT 1", 0xa2);
}

static void proxied_first_as_text(struct script *s)
{
    proxied_before_greeting(s, "PROXY TCP6 2001:db8::1 2001:db8::2 56324 3306\r\n", 47);
}

static void proxied_first_binary(struct script *s)
{
    proxied_before_greeting(s, SIGNATURE "\x21\x11\0\x0c\1\2\3\4\5\6\7\x08\xdb\4\x0c\xea", 28);
}

static void header_without_end(struct script *s)
{
    greeting(s, PROTOCOL_41);
    raw(s, CLIENT, "PROXY TCP4 ", 11);
    for (int i = 0; i < 10; i++)
        raw(s, CLIENT, "0123456789", 10);
    hello(s, PROTOCOL_41);
    s->end = WD_STREAM_LOST;
}

static void header_of_another_version(struct script *s)
{
    greeting(s, PROTOCOL_41);
    raw(s, CLIENT, SIGNATURE "\x31\x11\0\0", 16);
    hello(s, PROTOCOL_41);
    s->end = WD_STREAM_LOST;
}

static void two_headers(struct script *s)
{
    greeting(s, PROTOCOL_41);
    raw(s, CLIENT, "PROXY UNKNOWN\r\nPROXY UNKNOWN\r\n", 30);
    hello(s, PROTOCOL_41);
    s->end = WD_STREAM_LOST;
}

static void speaks_behind_a_header(struct script *s)
{
    raw(s, CLIENT, "PROXY UNKNOWN\r\nGET / HTTP/1.1\r\n\r\n", 33);
    greeting(s, PROTOCOL_41);
    s->end = WD_STREAM_NOT_MYSQL;
}

/* Its first byte, the length, is a P. */
static void hello_like_a_header(struct script *s)
{
    uint8_t p['P'] = { 0, PROTOCOL_41 >> 8 };
    greeting(s, PROTOCOL_41);
    packet(s, CLIENT, 1, p, sizeof p);
    ok(s, 2);
    query(s, TAG("000000a3") "SELECT 1", 0xa3);
}

static const struct {
    const char *name;
    void (*build)(struct script *);
} scripts[] = {
    { "comments", comments },
    { "prepared statements", prepared },
    { "a PREPARE that fails", prepare_fails },
    { "pipelined PREPARE and EXECUTE -1", pipelined },
    { "a result of more than 256 packets", long_result },
    { "LOAD DATA LOCAL over two rounds of numbers", load_data },
    { "LOAD DATA LOCAL that ends at number 0", load_data_ends_at_zero },
    { "change user and reset", change_user },
    { "authentication switch", auth_switch },
    { "query attributes", attributes },
    { "TLS", tls },
    { "compression", compressed },
    { "compression that the server does not offer", compression_refused },
    { "client speaks first", client_speaks_first },
    { "another protocol", another_protocol },
    { "an error instead of a greeting", no_greeting },
    { "a wrong sequence number", wrong_sequence },
    { "an empty command", empty_command },
    { "commands that are never answered", never_answered },
    { "a proxy's header as text", proxied_as_text },
    { "a proxy's header of unknown origin", proxied_unknown },
    { "a binary proxy's header", proxied_binary },
    { "a binary proxy's header of its own", proxied_local },
    { "a binary proxy's header of 300 bytes", proxied_long },
    { "a proxy's header as text before the greeting", proxied_first_as_text },
    { "a binary proxy's header before the greeting", proxied_first_binary },
    { "a proxy's header without an end", header_without_end },
    { "a proxy's header of another version", header_of_another_version },
    { "two proxies' headers", two_headers },
    { "a client that speaks first behind a proxy's header", speaks_behind_a_header },
    { "a client's first packet that begins like a proxy's header", hello_like_a_header },
    { "16 MiB packets", sixteen_mebibytes },
};

int script_build(size_t i, struct script *s)
{
    if (i >= sizeof scripts / sizeof *scripts)
        return 0;
    memset(s, 0, sizeof *s);
    s->name = scripts[i].name;
    s->end = WD_STREAM_READY;
    scripts[i].build(s);
    return 1;
}

void script_free(struct script *s)
{
    for (size_t i = 0; i < s->turns; i++)
        free(s->turn[i].bytes);
}
