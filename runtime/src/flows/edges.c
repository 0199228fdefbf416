/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/edges.h"

#include <stddef.h>

#include "flows/copies.h"
#include "memory/region.h"

enum { EDGES = 1 << 18, CHAIN = 8, LEAVES = 1 << 14, WRAPPERS = 128, ROOM = 1 << 12 };

extern void wd_flows_dispatch(void);
extern void *wd_flows_resume;

static struct wd_emit *const out = &wd_copies;
static uint8_t *dispatch_entry, *fallback;
static struct wd_edge *edges;
static uint32_t edge_count;

/* Ways out, by the address that they lead to. */
static struct wd_version leaves, wrappers;

static void emit_entries(void)
{
    dispatch_entry = out->at;
    wd_emit_spill(out, WD_RAX, WD_AT(spill[0]));
    wd_emit_spill(out, WD_RCX, WD_AT(spill[1]));
    wd_emit_fill(out, WD_RAX, 0);
    wd_emit_lea(out, WD_RAX, WD_RAX, WD_REG_NONE, 1, wd_copies_thread);
    wd_emit_jump_far(out, (uintptr_t)wd_flows_dispatch);
    wd_flows_resume = out->at;
    WD_EMIT(out, 0x64, 0xff, 0x24, 0x25);
    wd_emit_32(out, (uint32_t)WD_AT(resume));
    fallback = out->at;
    WD_EMIT(out, 0x64, 0xc7, 0x04, 0x25);
    wd_emit_32(out, (uint32_t)WD_AT(busy));
    wd_emit_32(out, 0);
    WD_EMIT(out, 0x64, 0xff, 0x24, 0x25);
    wd_emit_32(out, (uint32_t)WD_AT(target));
}

int wd_edges_open(void)
{
    edges = wd_region_reserve(EDGES * sizeof *edges);
    if (!edges || !wd_version_begin(&leaves, 0, LEAVES) || !wd_version_begin(&wrappers, 0, WRAPPERS))
        return 0;
    emit_entries();
    return 1;
}

int wd_edges_can(void)
{
    return edge_count + 64 < EDGES;
}

struct wd_edge *wd_edge_get(uint64_t number)
{
    return &edges[number];
}

uint8_t *wd_edge_emit(struct wd_version *v, enum wd_edge_kind kind, uintptr_t target, uint8_t *site)
{
    if (edge_count == EDGES) {
        out->full = 1;
        return fallback;
    }
    edges[edge_count] = (struct wd_edge){ .target = target, .version = v, .site = site, .kind = (uint8_t)kind };
    uint8_t *stub = out->at;
    if (target)
        wd_copies_mark(target);
    wd_emit_store_const(out, WD_AT(edge), (int32_t)edge_count++);
    wd_emit_jump(out, dispatch_entry);
    return stub;
}

uint8_t *wd_edge_leave(uintptr_t pc)
{
    uint8_t *code = wd_version_find(&leaves, pc);
    if (code || wd_version_is_full(&leaves) || wd_copies_room() < ROOM)
        return code ? code : fallback;
    code = out->at;
    wd_copies_mark(pc);
    wd_emit_store_const(out, WD_AT(section), 0);
    WD_EMIT(out, 0x64, 0xc7, 0x04, 0x25);
    wd_emit_32(out, (uint32_t)WD_AT(busy));
    wd_emit_32(out, 0);
    wd_emit_jump_far(out, pc);
    return wd_version_remember(&leaves, pc, code) ? code : fallback;
}

uint8_t *wd_edge_wrapper(uintptr_t pc)
{
    uint8_t *code = wd_version_find(&wrappers, pc);
    if (code || wd_version_is_full(&wrappers) || wd_copies_room() < ROOM)
        return code;
    code = out->at;
    wd_copies_mark(pc);
    wd_emit_spill(out, WD_RSP, WD_AT(slot));
    wd_emit_jump_far(out, pc);
    return wd_version_remember(&wrappers, pc, code) ? code : NULL;
}

uint8_t *wd_edge_emit_indirect(struct wd_version *v, uint8_t *site)
{
    uint8_t *stub = out->at;
    wd_copies_mark(WD_COPIES_TARGET);
    wd_emit_fill(out, WD_RCX, WD_AT(spill[0]));
    wd_edge_emit(v, WD_EDGE_INDIRECT, 0, site);
    return stub;
}

/* One more guess: if target is `pc`, goes to `code`. The first one finds the target in rcx. Returns the distance of the
 * jump to the next guess. */
static uint8_t *emit_guess(uintptr_t pc, const uint8_t *code, int is_first)
{
    if (!is_first)
        wd_emit_fill(out, WD_RCX, WD_AT(target));
    wd_emit_spill(out, WD_RAX, WD_AT(spill[1]));
    wd_emit_const(out, WD_RAX, 0 - (uint64_t)pc);
    wd_emit_lea(out, WD_RCX, WD_RCX, WD_RAX, 1, 0);
    wd_emit_fill(out, WD_RAX, WD_AT(spill[1]));
    WD_EMIT(out, 0xe3, 0);
    uint8_t *hit = out->at;
    uint8_t *next = wd_emit_jump(out, NULL);
    if (!out->full)
        hit[-1] = (uint8_t)(out->at - hit);
    wd_emit_fill(out, WD_RCX, WD_AT(spill[0]));
    wd_emit_jump(out, code);
    return next;
}

void wd_edge_settle(struct wd_edge *e, uintptr_t pc, const uint8_t *code)
{
    if (e->kind == WD_EDGE_DIRECT) {
        wd_patch_jump(e->site, code);
    } else if (e->chained < CHAIN && wd_copies_room() > ROOM) {
        wd_copies_mark(WD_COPIES_TARGET);
        uint8_t *guess = out->at, *next = emit_guess(pc, code, e->chained == 0);
        uint8_t *stub = out->at;
        wd_emit_fill(out, WD_RCX, WD_AT(spill[0]));
        wd_emit_store_const(out, WD_AT(edge), (int32_t)(e - edges));
        wd_emit_jump(out, dispatch_entry);
        wd_patch_jump(next, stub);
        wd_patch_jump(e->site, guess);
        e->site = next;
        e->chained++;
    }
}
