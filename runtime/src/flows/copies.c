/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/copies.h"

#include <sys/mman.h>

#include "memory/region.h"

enum { CODE_BYTES = 32 << 20, SPANS = 1 << 20 };

struct wd_emit wd_copies;
int32_t wd_copies_thread;
static uint8_t *code_begin;
/* Where instructions begin, in the order of their copies. */
static struct span {
    uint32_t offset;
    uint8_t held, lent;
    uintptr_t pc;
} * spans;
static uint32_t span_count;

int wd_copies_open(void)
{
    code_begin =
        mmap(NULL, CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    spans = wd_region_reserve(SPANS * sizeof *spans);
    if (code_begin == MAP_FAILED || !spans)
        return -1;
    wd_copies = (struct wd_emit){ code_begin, code_begin + CODE_BYTES, 0 };
    uintptr_t fs;
    __asm__("mov %%fs:0, %0" : "=r"(fs));
    wd_copies_thread = (int32_t)((intptr_t)&wd_flow_thread - (intptr_t)fs);
    return 0;
}

size_t wd_copies_room(void)
{
    return (size_t)(wd_copies.end - wd_copies.at);
}

void wd_copies_mark_held(uintptr_t pc, enum wd_held held, int lent)
{
    if (span_count == SPANS)
        return;
    spans[span_count] = (struct span){ (uint32_t)(wd_copies.at - code_begin), (uint8_t)held, (uint8_t)lent, pc };
    __atomic_store_n(&span_count, span_count + 1, __ATOMIC_RELEASE);
}

void wd_copies_mark(uintptr_t pc)
{
    wd_copies_mark_held(pc, WD_HELD_NONE, 0);
}

int wd_copies_can_mark(uint32_t count)
{
    return span_count + count < SPANS;
}

int wd_copies_find(uintptr_t pc, struct wd_copied *out)
{
    uintptr_t offset = pc - (uintptr_t)code_begin;
    if (!code_begin || offset >= CODE_BYTES)
        return 0;
    uint32_t first = 0, end = __atomic_load_n(&span_count, __ATOMIC_ACQUIRE);
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        if (spans[middle].offset <= offset)
            first = middle;
        else
            end = middle;
    }
    if (end == first || spans[first].offset > offset)
        return 0;
    *out = (struct wd_copied){ spans[first].pc, spans[first].held, spans[first].lent };
    if (out->pc == WD_COPIES_TARGET)
        out->pc = wd_flow_thread.target;
    return 1;
}
