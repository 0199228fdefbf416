/* SPDX-License-Identifier: Apache-2.0 */
#include "statements.h"

#include <stdlib.h>

void wd_statements_clear(struct wd_statements *s)
{
    s->count = 0;
    s->last = (struct wd_prepared){ 0 };
}

void wd_statements_prepared(struct wd_statements *s, uint64_t uid, uint32_t synopsis)
{
    s->last = (struct wd_prepared){ 0, synopsis, synopsis, uid };
}

void wd_statements_remember(struct wd_statements *s, uint32_t id, uint64_t uid, uint32_t synopsis)
{
    if (synopsis == 0)
        return;
    if (s->count == s->capacity) {
        uint32_t capacity = s->capacity ? s->capacity * 2 : 16;
        struct wd_prepared *grown = capacity <= WD_STATEMENTS ? realloc(s->all, capacity * sizeof *grown) : NULL;
        if (!grown)
            return;
        s->all = grown;
        s->capacity = capacity;
    }
    s->all[s->count++] = (struct wd_prepared){ id, synopsis, synopsis, uid };
}

struct wd_prepared *wd_statements_recall(struct wd_statements *s, uint32_t id)
{
    if (id == WD_STATEMENT_LAST)
        return s->last.synopsis ? &s->last : NULL;
    for (uint32_t i = s->count; i-- > 0;)
        if (s->all[i].id == id)
            return &s->all[i];
    return NULL;
}

void wd_statements_forget(struct wd_statements *s, uint32_t id)
{
    struct wd_prepared *p = wd_statements_recall(s, id);
    if (p && p != &s->last)
        *p = s->all[--s->count];
}
