/* SPDX-License-Identifier: Apache-2.0 */
#include "statement_text.h"

#include <string.h>

void wd_statement_text_clear(struct wd_statement_text *t)
{
    t->length = 0;
    t->head_length = 0;
    t->whole = NULL;
}

void wd_statement_text_whole(struct wd_statement_text *t, const void *bytes, size_t n)
{
    t->whole = bytes;
    t->length = n;
    t->head_length = n < WD_TEXT_HEAD ? (uint32_t)n : WD_TEXT_HEAD;
}

void wd_statement_text_add(struct wd_statement_text *t, const uint8_t *bytes, size_t n)
{
    size_t free_head = sizeof t->head - t->head_length, first = n < free_head ? n : free_head;
    memcpy(t->head + t->head_length, bytes, first);
    t->head_length += (uint32_t)first;
    size_t from = n > WD_TEXT_TAIL ? n - WD_TEXT_TAIL : 0, kept = n - from;
    size_t at = (size_t)((t->length + from) % WD_TEXT_TAIL), until_wrap = WD_TEXT_TAIL - at;
    memcpy(t->tail + at, bytes + from, kept < until_wrap ? kept : until_wrap);
    if (kept > until_wrap)
        memcpy(t->tail, bytes + from + until_wrap, kept - until_wrap);
    t->length += n;
}

static enum wd_comment comment_in_tail(const struct wd_statement_text *t, uint64_t *uid, uint32_t *synopsis)
{
    char end[WD_TEXT_TAIL];
    size_t n = t->length < sizeof end ? (size_t)t->length : sizeof end;
    size_t from = (size_t)((t->length - n) % WD_TEXT_TAIL), first = sizeof end - from;
    memcpy(end, t->tail + from, n < first ? n : first);
    if (n > first)
        memcpy(end + first, t->tail, n - first);
    return wd_comment_at_end(end, n, uid, synopsis);
}

enum wd_comment wd_statement_text_comment(const struct wd_statement_text *t, uint32_t offset, uint64_t *uid,
                                          uint32_t *synopsis)
{
    const char *head = wd_statement_text_head(t);
    enum wd_comment found = wd_comment_in_front(head + offset, t->head_length - offset, uid, synopsis);
    if (found != WD_COMMENT_NONE)
        return found;
    if (!t->whole)
        return comment_in_tail(t, uid, synopsis);
    size_t n = t->length < WD_TEXT_TAIL ? (size_t)t->length : WD_TEXT_TAIL;
    return wd_comment_at_end(t->whole + t->length - n, n, uid, synopsis);
}
