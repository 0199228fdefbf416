/* SPDX-License-Identifier: Apache-2.0 */
#include "publication/records.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "contexts/context.h"
#include "contexts/wire.h"
#include "memory/region.h"
#include "protobuf/text.h"
#include "threads/thread.h"

#define LONGEST_TYPE 100 /* bytes; all of a record fits */
#define LONGEST_TIER 48

const char *const wd_record_keys[WD_RECORD_KEYS] = {
    [WD_RECORD_TRANSACTION] = "whodunit.transaction",
    [WD_RECORD_SYNOPSIS] = "whodunit.synopsis",
    [WD_RECORD_UPSTREAM] = "whodunit.upstream",
    [WD_RECORD_TIER] = "whodunit.tier",
};

/* The form is the standard's. There is no trace: both ids are 0. */
struct record {
    uint8_t trace_id[16];
    uint8_t span_id[8];
    uint8_t valid;
    uint8_t trace_flags;
    uint16_t size;
    char attributes[WD_RECORD_SIZE - 28];
};
_Static_assert(sizeof(struct record) == WD_RECORD_SIZE, "packed");
_Static_assert(4 * 2 + LONGEST_TYPE + 8 + WHODUNIT_WIRE_LENGTH + LONGEST_TIER + 1 <= WD_RECORD_SIZE - 28, "it fits");

static struct record *records;
static char tier[LONGEST_TIER + 1];

static void add(struct record *r, enum wd_record_key key, const char *value)
{
    char *to = r->attributes + r->size;
    char *end = stpcpy(to + 2, value);
    to[0] = (char)key;
    to[1] = (char)(end - to - 2);
    r->size = (uint16_t)(end - r->attributes);
}

/* The outermost transaction on the path, and where the path comes from. */
static void add_path(struct record *r, whodunit_context context)
{
    char type[LONGEST_TYPE + 1] = "", upstream[WHODUNIT_WIRE_LENGTH + 1] = "";
    for (whodunit_context c = context; c != WHODUNIT_ROOT; c = wd_context_parent(c)) {
        size_t length;
        const void *bytes = wd_context_bytes(c, &length);
        enum wd_kind kind = wd_context_kind(c);
        if (kind == WD_TRANSACTION && length == sizeof(wd_name)) {
            wd_text_copy(type, sizeof type, wd_name_text(*(const wd_name *)bytes));
        } else if (kind == WD_REMOTE && length == sizeof(struct wd_remote)) {
            const struct wd_remote *remote = bytes;
            wd_wire_format(remote->uid, remote->synopsis, upstream);
        }
    }
    if (type[0])
        add(r, WD_RECORD_TRANSACTION, type);
    if (upstream[0])
        add(r, WD_RECORD_UPSTREAM, upstream);
}

/* Two threads may make the same record at the same time: they write the same. */
static void make(whodunit_context context)
{
    struct record made = { .valid = 0 }, *r = &records[context];
    char synopsis[9];
    if (__atomic_load_n(&r->valid, __ATOMIC_ACQUIRE))
        return;
    add_path(&made, context);
    snprintf(synopsis, sizeof synopsis, "%08x", context);
    add(&made, WD_RECORD_SYNOPSIS, synopsis);
    add(&made, WD_RECORD_TIER, tier);
    memcpy(r->attributes, made.attributes, made.size);
    r->size = made.size;
    __atomic_store_n(&r->valid, 1, __ATOMIC_RELEASE);
}

int wd_published_records_begin(const char *name)
{
    struct record *region = wd_region_reserve((size_t)WD_CONTEXT_END * sizeof *region);
    if (!region)
        return 0;
    wd_text_copy(tier, sizeof tier, name);
    records = region;
    __atomic_store_n(&wd_context_made, make, __ATOMIC_RELEASE);
    for (whodunit_context c = WHODUNIT_OVERFLOW; c < wd_context_count(); c++)
        make(c);
    __atomic_store_n(&wd_thread_records, (const char *)region, __ATOMIC_RELEASE);
    return 1;
}
