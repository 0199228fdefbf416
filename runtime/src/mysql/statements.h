/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statements.h: the prepared statements of one MySQL connection that carry a
 * synopsis, by the ids that the server has given them.
 */
#ifndef WD_MYSQL_STATEMENTS_H
#define WD_MYSQL_STATEMENTS_H

#include <stdint.h>

#define WD_STATEMENTS 4096           /* remembered per connection */
#define WD_STATEMENT_LAST UINT32_MAX /* MariaDB's id for the last one that was prepared */

struct wd_prepared {
    uint32_t id;
    uint32_t synopsis;  /* of its preparation, never 0 in the table */
    uint32_t executing; /* of its last execution */
    uint64_t uid;
};

/* Zeroed to begin with. What it has allocated it keeps: connections are used
 * again, never freed. */
struct wd_statements {
    struct wd_prepared last; /* the last COM_STMT_PREPARE; without synopsis if it had none */
    struct wd_prepared *all;
    uint32_t count, capacity;
};

/* Forgets all, but keeps the memory. */
void wd_statements_clear(struct wd_statements *statements);

/* A COM_STMT_PREPARE was sent; synopsis 0: without one. */
void wd_statements_prepared(struct wd_statements *statements, uint64_t uid, uint32_t synopsis);

/* The server has given an id to a statement, which is not remembered without a
 * synopsis, without memory, or if there are too many. Allocates. */
void wd_statements_remember(struct wd_statements *statements, uint32_t id, uint64_t uid, uint32_t synopsis);

/* NULL if it is not known. Until the next call that changes the table. */
struct wd_prepared *wd_statements_recall(struct wd_statements *statements, uint32_t id);

void wd_statements_forget(struct wd_statements *statements, uint32_t id);

#endif
