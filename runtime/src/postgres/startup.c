/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/startup.h"

#include <string.h>
#include <strings.h>

enum {
    STARTUP_AT_LEAST = 8,
    STARTUP_AT_MOST = 10000, /* PostgreSQL takes no longer one */
    PROTOCOL_3 = 3,
    CANCEL = 80877102,
    ASK_TLS = 80877103,
    ASK_GSS = 80877104,
};

/* Code 0 is the startup packet itself, whose parameters are strings. */
void wd_pg_startup_begin(struct wd_pg_stream *s, uint32_t length, uint32_t code)
{
    s->state = wd_pg_startup_is_none(s);
    if (length < STARTUP_AT_LEAST || length > STARTUP_AT_MOST)
        return;
    if (code >> 16 == PROTOCOL_3) {
        s->client.left = length - STARTUP_AT_LEAST;
        s->code = 0;
        s->string = 0;
        s->name_length = 0;
        s->executing = s->asked++;
        s->by_query = s->busy = 1;
        s->state = WD_PG_READY;
    } else if ((code == ASK_TLS || code == ASK_GSS) && length == STARTUP_AT_LEAST && !s->encrypted) {
        s->client.header_length = 0;
        s->asked_gss = code == ASK_GSS;
        s->state = WD_PG_ASKED;
    } else if (code == CANCEL) {
        s->state = WD_PG_CANCEL;
    }
}

/* A boolean's value, or "database". PostgreSQL takes any beginning of a word. */
static int says_yes(const char *value)
{
    static const char *const no[] = { "false", "no", "off", "0" };
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (strncasecmp(value, no[i], strlen(value)) == 0)
            return 0;
    return 1;
}

/* Names and values in turn, each up to a NUL. */
void wd_pg_startup_parameters(struct wd_pg_stream *s, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s->name_length < sizeof s->name)
            s->name[s->name_length++] = (char)bytes[i];
        if (bytes[i] != 0)
            continue;
        s->name[sizeof s->name - 1] = 0;
        if (s->string % 2 == 0)
            s->asks_replication = strcmp(s->name, "replication") == 0;
        else if (s->asks_replication && says_yes(s->name))
            s->state = WD_PG_REPLICATION;
        s->string ^= 1;
        s->name_length = 0;
    }
}
