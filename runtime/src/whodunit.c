/* SPDX-License-Identifier: Apache-2.0 */
/* The public API of whodunit.h. */
#include "whodunit.h"

#include "contexts/context.h"
#include "contexts/wire.h"
#include "health/health.h"
#include "threads/thread.h"

whodunit_context whodunit_current(void)
{
    return wd_thread.context;
}

/* What flows attach and detach is not the program's word. */
static int is_handed(whodunit_context context)
{
    return wd_context_kind(context) == WD_HANDED;
}

static void says(whodunit_context context)
{
    wd_thread.said_before = wd_thread.said == wd_thread.context ? wd_thread.said : WHODUNIT_ROOT;
    wd_thread.said = context;
}

whodunit_context whodunit_begin(const char *type)
{
    whodunit_context context = wd_context_transaction(wd_thread.context, type ? type : "");
    wd_context_count_event(context, WD_BEGUN, 1);
    wd_thread_begins_work(context);
    says(context);
    return wd_thread_switch(context);
}

void whodunit_end(whodunit_context previous)
{
    if (!is_handed(previous) && !is_handed(wd_thread.context)) {
        wd_thread.said = wd_thread.said_before == previous ? previous : WHODUNIT_ROOT;
        wd_thread.said_before = WHODUNIT_ROOT;
    }
    wd_thread_set(previous);
}

whodunit_context whodunit_attach(whodunit_context context)
{
    if (context != WHODUNIT_ROOT)
        wd_thread_begins_work(context);
    if (!is_handed(context))
        says(context);
    return wd_thread_switch(context);
}

void whodunit_detach(whodunit_context previous)
{
    whodunit_end(previous);
}

size_t whodunit_to_wire(whodunit_context context, char *out, size_t size)
{
    if (size <= WHODUNIT_WIRE_LENGTH || context == WHODUNIT_ROOT)
        return 0;
    wd_wire_format(wd_process_uid(), context, out);
    out[WHODUNIT_WIRE_LENGTH] = 0;
    wd_context_count_event(context, WD_SENT, 1);
    return WHODUNIT_WIRE_LENGTH;
}

whodunit_context whodunit_from_wire(const char *text, size_t length)
{
    uint64_t uid;
    uint32_t synopsis;
    if (!text || !wd_wire_parse(text, length, &uid, &synopsis)) {
        wd_health_add(WD_HEALTH_WIRE_MALFORMED, 1);
        return WHODUNIT_ROOT;
    }
    whodunit_context context = wd_context_remote(uid, synopsis);
    wd_context_count_event(context, WD_RECEIVED, 1);
    return context;
}
