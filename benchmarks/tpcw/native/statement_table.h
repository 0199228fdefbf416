/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement_table.h: what statements cost, in the file that STATEMENT_CLOCK names,
 * a table that can be read at any time. Threads and processes share it.
 */
#ifndef STATEMENT_TABLE_H
#define STATEMENT_TABLE_H

#include <stddef.h>

struct statement;

/* That of a text, without comments of ours, literals and digits; NULL if there is no table or it is full. */
struct statement *statement_of(const char *text, size_t length);

/* The calling thread works for it from now on; what it has run since the last call was its predecessor's. */
void statement_begins(struct statement *s);

#endif
