/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sql_comment.h: finding our synopsis in a statement (docs/architecture.md, "On
 * the wire"; docs/decisions.md, "The comment goes in front").
 */
#ifndef WD_SQL_COMMENT_H
#define WD_SQL_COMMENT_H

#include <stddef.h>
#include <stdint.h>

enum wd_comment { WD_COMMENT_NONE, WD_COMMENT_FOUND, WD_COMMENT_MALFORMED };

/* Looks through the comments in front of the statement: `text` is its
 * beginning, as far as it was kept. */
enum wd_comment wd_comment_in_front(const char *text, size_t length, uint64_t *uid, uint32_t *synopsis);

/* Looks into the comment that ends the statement: `text` is its end. */
enum wd_comment wd_comment_at_end(const char *text, size_t length, uint64_t *uid, uint32_t *synopsis);

#endif
