/* SPDX-License-Identifier: Apache-2.0 */
#include "scripts.h"

#include <stdio.h>
#include <string.h>

static struct turn *turn(struct script *s, int from_client)
{
    struct turn *t = &s->turn[s->turns++];
    t->from_client = from_client;
    return t;
}

static void bytes(struct turn *t, const void *data, size_t n)
{
    memcpy(t->bytes + t->length, data, n);
    t->length += n;
}

static void number(struct turn *t, uint32_t n)
{
    bytes(t, (uint8_t[]){ (uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n }, 4);
}

static void message(struct turn *t, char code, const void *payload, size_t n)
{
    bytes(t, &code, 1);
    number(t, (uint32_t)n + 4);
    bytes(t, payload, n);
}

/* A literal with its own NULs and the last one. */
#define MESSAGE(t, code, literal) message(t, code, literal, sizeof literal)
#define EMPTY(t, code) message(t, code, "", 0)

static void from_client(struct script *s, char code, const char *text)
{
    message(turn(s, 1), code, text, strlen(text) + 1);
}

static void request(struct script *s, uint32_t code)
{
    struct turn *t = turn(s, 1);
    number(t, 8);
    number(t, code);
}

static void from_server(struct script *s, const char *data)
{
    bytes(turn(s, 0), data, strlen(data));
}

static void startup(struct script *s, const char *parameters, size_t n)
{
    struct turn *t = turn(s, 1);
    number(t, (uint32_t)n + 8);
    number(t, 3 << 16);
    bytes(t, parameters, n);
}
#define STARTUP(s, literal) startup(s, literal, sizeof literal)

static void ready(struct turn *t)
{
    message(t, 'Z', "I", 1);
}

static void begin(struct script *s)
{
    STARTUP(s, "user\0joe\0replication\0off\0");
    struct turn *t = turn(s, 0);
    message(t, 'R', "\0\0\0\0", 4);
    MESSAGE(t, 'S', "server_version\00015.18");
    message(t, 'K', "\0\0\0\1\0\0\0\2", 8);
    ready(t);
    s->end = WD_PG_READY;
    s->boundary = 1;
}

static struct wd_pg_command *answer(struct script *s, char code, uint32_t synopsis)
{
    struct wd_pg_command *c = &s->answer[s->answers++];
    *c = (struct wd_pg_command){ .code = code, .execution = code == 'Q' || code == 'E' || code == 'F' };
    c->label.synopsis = synopsis;
    c->label.uid = synopsis ? UID : 0;
    return c;
}

#define COMMENT(synopsis) "/*whodunit='0123456789abcdef-" synopsis "'*/"
#define ANNOUNCE(synopsis) "Swhodunit/1/0123456789abcdef-" synopsis

static void simple(struct script *s)
{
    begin(s);
    from_client(s, 'Q', COMMENT("00000011") "SELECT 1");
    answer(s, 'Q', 0x11);
    struct turn *t = turn(s, 0);
    MESSAGE(t, 'T', "\0\1?column?\0\0\0\0\0\0\0\0\0\0\x17\0\4\377\377\377\377\0");
    message(t, 'D', "\0\1\0\0\0\0011", 7);
    MESSAGE(t, 'C', "SELECT 1");
    ready(t);
    from_client(s, 'Q', "SELECT 2 " COMMENT("00000012") " ;");
    answer(s, 'Q', 0x12);
    from_client(s, 'Q', "SELECT 3");
    answer(s, 'Q', 0);
    from_client(s, 'Q', "/*whodunit='nonsense'*/SELECT 4");
    answer(s, 'Q', 0)->malformed = 1;
    char text[3000] = COMMENT("00000013");
    memset(text + strlen(text), 'x', sizeof text - 1 - strlen(text));
    from_client(s, 'Q', text);
    answer(s, 'Q', 0x13);
    memset(text, 'x', sizeof text - 1);
    strcpy(text + sizeof text - sizeof COMMENT("00000014"), COMMENT("00000014"));
    from_client(s, 'Q', text);
    answer(s, 'Q', 0x14);
    EMPTY(turn(s, 1), 'X');
}

static void extended(struct script *s)
{
    begin(s);
    struct turn *t = turn(s, 1);
    MESSAGE(t, 'P', "S_1\0" COMMENT("00000021") "SELECT $1\0\0");
    MESSAGE(t, 'D', "SS_1");
    MESSAGE(t, 'B', "\0S_1\0\0\0\0\0\0");
    MESSAGE(t, 'E', "\0\0\0\0");
    EMPTY(t, 'S');
    answer(s, 'P', 0x21);
    answer(s, 'B', 0x21)->label.guessed = 1;
    answer(s, 'E', 0x21)->label.guessed = 1;
    t = turn(s, 0);
    EMPTY(t, '1');
    EMPTY(t, 't');
    EMPTY(t, 'n');
    EMPTY(t, '2');
    EMPTY(t, 'I');
    ready(t);

    t = turn(s, 1); /* announced, for this Bind and its portal only */
    MESSAGE(t, 'C', ANNOUNCE("00000022"));
    MESSAGE(t, 'B', "c1\0S_1\0\0\0\0\0\0");
    MESSAGE(t, 'E', "c1\0\0\0\0");
    MESSAGE(t, 'B', "\0S_1\0\0\0\0\0\0");
    MESSAGE(t, 'E', "c1\0\0\0\0");
    answer(s, 'B', 0x22);
    answer(s, 'E', 0x22);
    answer(s, 'B', 0x21)->label.guessed = 1;
    answer(s, 'E', 0x22);

    t = turn(s, 1); /* the unnamed one is parsed by each path for itself */
    MESSAGE(t, 'P', "\0SELECT 1 " COMMENT("00000023") "\0\0");
    MESSAGE(t, 'B', "\0\0\0\0\0\0\0");
    MESSAGE(t, 'E', "\0\0\0\0");
    answer(s, 'P', 0x23);
    answer(s, 'B', 0x23);
    answer(s, 'E', 0x23);

    t = turn(s, 1); /* closed, and a broken announcement, and one that a Sync forgets */
    MESSAGE(t, 'C', "SS_1");
    MESSAGE(t, 'C', ANNOUNCE("0000002"));
    MESSAGE(t, 'B', "\0S_1\0\0\0\0\0\0");
    MESSAGE(t, 'C', ANNOUNCE("00000024"));
    EMPTY(t, 'S');
    MESSAGE(t, 'B', "\0S_1\0\0\0\0\0\0");
    answer(s, 'C', 0)->malformed = 1;
    answer(s, 'B', 0);
    answer(s, 'B', 0);
}

/* Each of them where no other name has a context. */
static void names_of_one(struct script *s)
{
    begin(s);
    struct turn *t = turn(s, 1);
    MESSAGE(t, 'C', ANNOUNCE("00000031"));
    MESSAGE(t, 'B', "\0\0\0\0\0\0\0");
    MESSAGE(t, 'E', "\0\0\0\0");
    EMPTY(t, 'S');
    answer(s, 'B', 0x31);
    answer(s, 'E', 0x31);
    t = turn(s, 1); /* parsed again without one, it has none */
    MESSAGE(t, 'P', "\0" COMMENT("00000032") "SELECT 1\0\0");
    MESSAGE(t, 'P', "\0SELECT 2\0\0");
    MESSAGE(t, 'B', "\0\0\0\0\0\0\0");
    MESSAGE(t, 'E', "\0\0\0\0");
    EMPTY(t, 'S');
    answer(s, 'P', 0x32);
    answer(s, 'P', 0);
    answer(s, 'B', 0);
    answer(s, 'E', 0);
}

/* Of a Query behind a statement without a Sync it is not known whether it is answered. */
static void query_without_a_sync(struct script *s)
{
    begin(s);
    struct turn *t = turn(s, 1);
    MESSAGE(t, 'P', "\0SELECT 1\0\0");
    MESSAGE(t, 'Q', "SELECT 2");
    MESSAGE(t, 'Q', "SELECT 3");
    answer(s, 'P', 0);
    answer(s, 'Q', 0);
    answer(s, 'Q', 0)->unsure = 1;
}

static void copies_and_calls(struct script *s)
{
    begin(s);
    from_client(s, 'Q', COMMENT("00000031") "COPY t FROM STDIN");
    answer(s, 'Q', 0x31);
    message(turn(s, 0), 'G', "\0\0\1\0\0", 5);
    from_client(s, 'd', "1\n2\n");
    EMPTY(turn(s, 1), 'c');
    struct turn *t = turn(s, 0);
    MESSAGE(t, 'C', "COPY 2");
    ready(t);
    message(turn(s, 1), 'F', "\0\0\0\1\0\0\0\0\0\0", 10);
    answer(s, 'F', 0);
}

static void copy_is_no_boundary(struct script *s)
{
    begin(s);
    from_client(s, 'Q', "COPY t FROM STDIN");
    answer(s, 'Q', 0);
    message(turn(s, 0), 'G', "\0\0\1\0\0", 5);
    from_client(s, 'd', "1\n2\n");
    s->boundary = 0;
}

static void copy_refused(struct script *s)
{
    copy_is_no_boundary(s);
    struct turn *t = turn(s, 0);
    MESSAGE(t, 'E', "SERROR");
    ready(t);
    s->boundary = 1;
}

static void copy_both_ways(struct script *s)
{
    begin(s);
    from_client(s, 'Q', "START_REPLICATION 0/0");
    answer(s, 'Q', 0);
    struct turn *t = turn(s, 0);
    MESSAGE(t, 'N', "notice");
    message(t, 'W', "\0\0\0", 3);
    s->end = WD_PG_REPLICATION;
    s->boundary = -1;
}

static void tls_refused(struct script *s)
{
    request(s, 80877104);
    from_server(s, "N");
    request(s, 80877103);
    from_server(s, "N");
    begin(s);
    from_client(s, 'Q', COMMENT("00000041") "SELECT 1");
    answer(s, 'Q', 0x41);
}

static void tls(struct script *s)
{
    request(s, 80877103);
    from_server(s, "S");
    begin(s); /* decrypted */
    from_client(s, 'Q', COMMENT("00000042") "SELECT 1");
    answer(s, 'Q', 0x42);
}

static void ends_as(struct script *s, enum wd_pg_state end)
{
    s->end = end;
    s->boundary = -1;
}

static void gss(struct script *s)
{
    request(s, 80877104);
    from_server(s, "G");
    ends_as(s, WD_PG_GSS);
}

static void gss_answered_by_tls(struct script *s)
{
    request(s, 80877104);
    from_server(s, "S");
    ends_as(s, WD_PG_LOST);
}

static void http(struct script *s)
{
    static const char get[] = "GET / HTTP/1.1\r\n\r\n";
    bytes(turn(s, 1), get, sizeof get - 1);
    ends_as(s, WD_PG_NOT_POSTGRES);
}

static void client_hello(struct script *s)
{
    bytes(turn(s, 1), "\x16\3\1\2\0\1\0\1\374\3\3", 11);
    bytes(turn(s, 0), "\x16\3\3\0\2\2\0", 7);
    ends_as(s, WD_PG_DIRECT);
}

static void direct_tls(struct script *s)
{
    client_hello(s);
    size_t within = s->turns;
    begin(s);
    s->turn[within].decrypted = 1;
    from_client(s, 'Q', COMMENT("00000043") "SELECT 1");
    answer(s, 'Q', 0x43);
}

static void https(struct script *s)
{
    client_hello(s);
    size_t within = s->turns;
    http(s);
    s->turn[within].decrypted = 1;
}

static void impatient(struct script *s)
{
    request(s, 80877103);
    STARTUP(s, "user\0joe\0");
    ends_as(s, WD_PG_LOST);
}

static void cancel(struct script *s)
{
    struct turn *t = turn(s, 1);
    number(t, 16);
    number(t, 80877102);
    number(t, 1);
    number(t, 2);
    ends_as(s, WD_PG_CANCEL);
}

static void replication(struct script *s)
{
    STARTUP(s, "user\0joe\0replication\0database\0");
    ends_as(s, WD_PG_REPLICATION);
}

static void mysql(struct script *s)
{
    from_server(s, "J\1\1\1\n8.0.36");
    ends_as(s, WD_PG_NOT_POSTGRES);
}

static void protocol_2(struct script *s)
{
    struct turn *t = turn(s, 1);
    number(t, 296);
    number(t, 2 << 16);
    ends_as(s, WD_PG_NOT_POSTGRES);
}

static void unknown_message(struct script *s)
{
    begin(s);
    from_client(s, 'y', "what?");
    ends_as(s, WD_PG_LOST);
}

static void short_message(struct script *s)
{
    begin(s);
    bytes(turn(s, 1), "Q\0\0\0\3", 5);
    ends_as(s, WD_PG_LOST);
}

static void server_says_what(struct script *s)
{
    begin(s);
    from_server(s, "?????");
    ends_as(s, WD_PG_LOST);
}

static const struct {
    const char *name;
    void (*build)(struct script *s);
} scripts[] = {
    { "simple", simple },
    { "extended", extended },
    { "names of one", names_of_one },
    { "query without a Sync", query_without_a_sync },
    { "copies and calls", copies_and_calls },
    { "copy is no boundary", copy_is_no_boundary },
    { "copy refused", copy_refused },
    { "copy both ways", copy_both_ways },
    { "TLS refused", tls_refused },
    { "TLS", tls },
    { "TLS that nobody asked for", direct_tls },
    { "HTTPS", https },
    { "GSS", gss },
    { "GSS answered by TLS", gss_answered_by_tls },
    { "impatient", impatient },
    { "cancel", cancel },
    { "replication", replication },
    { "HTTP", http },
    { "MySQL", mysql },
    { "protocol 2", protocol_2 },
    { "unknown message", unknown_message },
    { "short message", short_message },
    { "server says what", server_says_what },
};

int script_build(size_t i, struct script *s)
{
    if (i >= sizeof scripts / sizeof *scripts)
        return 0;
    memset(s, 0, sizeof *s);
    s->name = scripts[i].name;
    scripts[i].build(s);
    return 1;
}
