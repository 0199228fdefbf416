/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names.h: the prepared statements or portals of one PostgreSQL connection that
 * have a synopsis, by their names. Pure; allocates nothing. Names are told apart
 * by 64 bits of a hash.
 */
#ifndef WD_POSTGRES_NAMES_H
#define WD_POSTGRES_NAMES_H

#include <stdint.h>

/* Whose a statement, a portal or a command is. */
struct wd_pg_label {
    uint64_t uid;
    uint32_t synopsis; /* 0: nobody's that is known */
    uint8_t guessed;   /* of the statement's Parse, where another path may execute it */
};

#define WD_PG_NAMES 1024 /* the last ones */
#define WD_PG_BUCKETS 256

/* Zeroed to begin with, or by wd_pg_names_clear. Places are numbered from 1 on; 0: none. */
struct wd_pg_names {
    uint32_t count, next;              /* places that were used; after how many one is taken from its name */
    uint16_t free;                     /* the first place that has no name any more */
    uint16_t bucket[WD_PG_BUCKETS];    /* the first place of each */
    uint16_t follows[WD_PG_NAMES + 1]; /* the next place of the same bucket, or that is free */
    uint64_t hash[WD_PG_NAMES];
    struct wd_pg_label label[WD_PG_NAMES];
};

void wd_pg_names_clear(struct wd_pg_names *names);

/* Without a synopsis it is forgotten. */
void wd_pg_names_set(struct wd_pg_names *names, uint64_t hash, const struct wd_pg_label *label);

/* One without synopsis if it is not known. */
struct wd_pg_label wd_pg_names_get(const struct wd_pg_names *names, uint64_t hash);

#endif
