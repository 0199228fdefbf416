/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/records/definitions.h"

#include <string.h>

#include "crosstalk/sites.h"
#include "crosstalk/waits.h"
#include "memory/region.h"
#include "protobuf/text.h"
#include "recording/records/record.h"
#include "sampler/sampler.h"

static uint32_t generation;                        /* one more for each file, also of a forked child */
static uint32_t *names_defined, *contexts_defined; /* generation in which it was last defined */
static whodunit_context *undefined;                /* a context and its ancestors, while they are being defined */
static uint32_t kernel_stacks_defined[1u << 15];   /* likewise, by number */

void wd_definitions_begin(void)
{
    if (!names_defined) {
        names_defined = wd_region_reserve_own(sizeof(uint32_t) * WD_CONTEXT_END);
        contexts_defined = wd_region_reserve_own(sizeof(uint32_t) * WD_CONTEXT_END);
        undefined = wd_region_reserve_own(sizeof(uint32_t) * WD_CONTEXT_END);
    }
    generation++;
}

void wd_define_name(wd_name name)
{
    if (!name || !names_defined || names_defined[name] == generation)
        return;
    wd_record = (whodunit_Record){ .which_body = whodunit_Record_name_tag };
    wd_record.body.name.id = name;
    wd_text_copy(wd_record.body.name.text, sizeof wd_record.body.name.text, wd_name_text(name));
    if (wd_record_write())
        names_defined[name] = generation;
}

static void fill_element(whodunit_Context *c, const void *bytes, size_t length)
{
    const wd_name *ids = bytes;
    size_t n = length / sizeof *ids, limit = sizeof c->frames / sizeof *c->frames;
    switch ((enum wd_kind)c->kind) {
    case WD_REMOTE:
        c->uid = ((const struct wd_remote *)bytes)->uid;
        c->synopsis = ((const struct wd_remote *)bytes)->synopsis;
        break;
    case WD_CALL_PATH: /* over-long paths lose their outermost frames */
        c->frames_count = (pb_size_t)(n < limit ? n : limit);
        memcpy(c->frames, ids + (n - c->frames_count), c->frames_count * sizeof *ids);
        break;
    default: c->name = n ? ids[0] : 0;
    }
}

/* Defines a context whose parent is defined. */
static void write_context(whodunit_context context)
{
    size_t length;
    const void *bytes = wd_context_bytes(context, &length);
    enum wd_kind kind = wd_context_kind(context);
    if (kind == WD_STACK || kind == WD_HANDED) { /* the same frames, as names */
        bytes = wd_context_bytes(wd_site_path(WD_UNNAMED | *(const uint32_t *)bytes), &length);
        kind = WD_CALL_PATH;
    }
    if (kind != WD_REMOTE)
        for (size_t i = 0; i < length / sizeof(wd_name); i++)
            wd_define_name(((const wd_name *)bytes)[i]);
    wd_record = (whodunit_Record){ .which_body = whodunit_Record_context_tag };
    wd_record.body.context.id = context;
    wd_record.body.context.parent = wd_context_parent(context);
    wd_record.body.context.kind = (whodunit_Context_Kind)kind;
    fill_element(&wd_record.body.context, bytes, length);
    if (wd_record_write())
        contexts_defined[context] = generation;
}

/* A path may be as long as there are contexts: too long for a stack. */
void wd_define_context(whodunit_context context)
{
    uint32_t n = 0;
    if (context >= wd_context_count() || !contexts_defined || !undefined)
        return;
    for (; context != WHODUNIT_ROOT && contexts_defined[context] != generation; context = wd_context_parent(context))
        undefined[n++] = context;
    while (n > 0)
        write_context(undefined[--n]);
}

void wd_define_kernel_stack(uint32_t number)
{
    static char names[WD_KERNEL_NAMES];
    wd_name frames[sizeof wd_record.body.kernel_stack.frames / sizeof *wd_record.body.kernel_stack.frames];
    const uint32_t limit = sizeof frames / sizeof *frames;
    if (number >= sizeof kernel_stacks_defined / sizeof *kernel_stacks_defined ||
        kernel_stacks_defined[number] == generation)
        return;
    uint32_t n = wd_sampler_kernel_stack(number, names, sizeof names);
    const char *name = names;
    n = n < limit ? n : limit;
    for (uint32_t i = 0; i < n; i++, name += strlen(name) + 1) {
        frames[i] = wd_name_intern(name, strlen(name));
        wd_define_name(frames[i]);
    }
    if (n == 0)
        return;
    wd_record = (whodunit_Record){ .which_body = whodunit_Record_kernel_stack_tag };
    wd_record.body.kernel_stack.id = number;
    wd_record.body.kernel_stack.frames_count = (pb_size_t)n;
    memcpy(wd_record.body.kernel_stack.frames, frames, n * sizeof *frames);
    if (wd_record_write())
        kernel_stacks_defined[number] = generation;
}
