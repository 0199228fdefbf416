/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement_text.h: of a statement that arrives in pieces, what may hold our
 * synopsis: its beginning and its end, however long it is. Not safe for two
 * threads at once; allocates nothing.
 */
#ifndef WD_STATEMENT_TEXT_H
#define WD_STATEMENT_TEXT_H

#include "sql_comment.h"

#define WD_TEXT_HEAD 512
#define WD_TEXT_TAIL 512 /* a power of two */

struct wd_statement_text {
    uint64_t length;   /* of all pieces */
    const char *whole; /* NULL: head and tail have it */
    uint32_t head_length;
    char head[WD_TEXT_HEAD];
    char tail[WD_TEXT_TAIL]; /* ring: byte i of the text at i % WD_TEXT_TAIL */
};

/* A new statement. */
void wd_statement_text_clear(struct wd_statement_text *text);

/* The next piece of it. */
void wd_statement_text_add(struct wd_statement_text *text, const uint8_t *bytes, size_t length);

/* All of a new statement, in one piece, which must stay until its comment was looked for. */
void wd_statement_text_whole(struct wd_statement_text *text, const void *bytes, size_t length);

/* Its beginning: head_length bytes. */
static inline const char *wd_statement_text_head(const struct wd_statement_text *text)
{
    return text->whole ? text->whole : text->head;
}

/* Our synopsis in a comment in front of the statement, whose own text begins at
 * `offset` (at most head_length), or at its end. */
enum wd_comment wd_statement_text_comment(const struct wd_statement_text *text, uint32_t offset, uint64_t *uid,
                                          uint32_t *synopsis);

/* The same of a statement that lies there whole. */
static inline enum wd_comment wd_statement_comment(const char *text, size_t length, uint64_t *uid, uint32_t *synopsis)
{
    enum wd_comment found = WD_COMMENT_NONE;
    if (length > 0 && ((unsigned char)*text <= ' ' || *text == '/')) /* else it begins with a word */
        found = wd_comment_in_front(text, length < WD_TEXT_HEAD ? length : WD_TEXT_HEAD, uid, synopsis);
    if (found != WD_COMMENT_NONE)
        return found;
    size_t n = length < WD_TEXT_TAIL ? length : WD_TEXT_TAIL;
    return wd_comment_at_end(text + length - n, n, uid, synopsis);
}

#endif
