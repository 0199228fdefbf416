/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

#include "little_endian.h"

enum { CLIENT_QUERY_ATTRIBUTES = 0x8000000 };

/* Where the statement's text begins in the head: behind the command byte and,
 * where the client sends query attributes, their counts. Behind attributes
 * themselves only the end of the statement is looked at. */
static uint32_t text_offset(const struct wd_statement_text *text, uint32_t capabilities)
{
    const char *head = wd_statement_text_head(text);
    if (head[0] != COM_QUERY || !(capabilities & CLIENT_QUERY_ATTRIBUTES))
        return 1;
    return text->head_length > 3 && head[1] == 0 ? 3 : text->head_length;
}

static void read_comment(const struct wd_statement_text *text, uint32_t capabilities, struct wd_command *c)
{
    enum wd_comment found = wd_statement_text_comment(text, text_offset(text, capabilities), &c->uid, &c->synopsis);
    c->labelled = found == WD_COMMENT_FOUND;
    c->malformed = found == WD_COMMENT_MALFORMED;
}

static void label_as(struct wd_command *c, const struct wd_prepared *p)
{
    c->labelled = 1;
    c->uid = p->uid;
    c->synopsis = p->executing;
}

/* The iteration count (always 1, or 0) holds the synopsis of the executing
 * path. What later belongs to the statement (fetching from its cursor, closing
 * it) belongs to the path that executed it last. */
static void read_statement_id(const struct wd_statement_text *text, struct wd_statements *statements,
                              struct wd_command *c)
{
    const char *head = wd_statement_text_head(text);
    if (text->head_length < 5)
        return;
    struct wd_prepared *p = wd_statements_recall(statements, wd_little_endian(head + 1, 4));
    if (!p)
        return;
    if (c->code == COM_STMT_EXECUTE && text->head_length >= 10) {
        uint32_t count = wd_little_endian(head + 6, 4);
        p->executing = count > 1 ? count : p->synopsis;
    }
    label_as(c, p);
}

int wd_command_has_response(uint8_t code)
{
    return code != COM_QUIT && code != COM_STMT_CLOSE && code != COM_STMT_SEND_LONG_DATA;
}

struct wd_command wd_command_read(const struct wd_statement_text *text, uint32_t capabilities,
                                  struct wd_statements *statements)
{
    const char *head = wd_statement_text_head(text);
    struct wd_command c = { .code = (uint8_t)head[0] };
    switch (c.code) {
    case COM_QUERY:
    case COM_STMT_PREPARE:
        c.statement = 1;
        read_comment(text, capabilities, &c);
        if (c.code == COM_STMT_PREPARE)
            wd_statements_prepared(statements, c.uid, c.labelled ? c.synopsis : 0);
        break;
    case COM_STMT_EXECUTE:
    case COM_STMT_BULK_EXECUTE:
        c.statement = 1;
        read_statement_id(text, statements, &c);
        break;
    case COM_STMT_SEND_LONG_DATA:
    case COM_STMT_FETCH:
    case COM_STMT_RESET: read_statement_id(text, statements, &c); break;
    case COM_STMT_CLOSE:
        read_statement_id(text, statements, &c);
        if (text->head_length >= 5)
            wd_statements_forget(statements, wd_little_endian(head + 1, 4));
        break;
    case COM_RESET_CONNECTION:
    case COM_CHANGE_USER: wd_statements_clear(statements); break;
    }
    return c;
}
