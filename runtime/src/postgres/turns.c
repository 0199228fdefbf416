/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/turns.h"

void wd_pg_turns_begin(struct wd_pg_served *s)
{
    wd_pg_stream_begin(&s->stream);
    s->label = (struct wd_pg_label){ 0 };
    s->bare = s->several = s->mixed = 0;
    s->begun = s->received = 0;
}

void wd_pg_turns_read_on(struct wd_pg_served *s)
{
    wd_pg_stream_reads_on(&s->stream);
    s->begun = s->received = 0;
    if (!s->stream.busy)
        wd_pg_turn_begin(s, s->stream.answered);
    s->mixed = 0;
}

int wd_pg_turn_put_off(struct wd_pg_served *s, const struct wd_pg_command *command, whodunit_context context)
{
    struct wd_pg_later *last = s->received > 0 ? &s->later[s->received - 1] : NULL;
    if (!last || (last->turn != command->turn && s->received < WD_PG_LATER)) {
        s->later[s->received++] = (struct wd_pg_later){ command->turn, context, command->code, s->several };
        s->arrived = wd_propagation_arrived;
        return 0;
    }
    int mixed = last->turn != command->turn && last->context != context;
    last->several |= mixed || s->several;
    last->context = context;
    last->code = command->code;
    return mixed;
}

/* Each ReadyForQuery is sent at once. */
const struct wd_pg_later *wd_pg_turn_next(struct wd_pg_served *s)
{
    if (s->begun == s->received || (int32_t)(s->stream.answered - s->later[s->begun].turn) < 0)
        return NULL;
    wd_propagation_arrived = s->arrived; /* others may have been since */
    return &s->later[s->begun++];
}
