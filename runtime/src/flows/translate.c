/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/translate.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>

#include "flows/emit.h"
#include "flows/raw.h"
#include "flows/text.h"
#include "region.h"

enum {
    CODE_BYTES = 32 << 20,
    EDGES = 1 << 18,
    BLOCKS = 1 << 17,
    OPS = 1 << 20,
    BLOCK_INSNS = 32,
    CHAIN = 8,
    LEAVES = 1 << 14,
    SPANS = 1 << 18,
    WRAPPERS = 64
};

__thread struct wd_flow_thread wd_flow_thread __attribute__((tls_model("initial-exec")));

void (*wd_translate_left)(struct wd_flow_thread *, uintptr_t, enum wd_left);
size_t (*wd_translate_text)(uintptr_t) = wd_text_length;
int (*wd_translate_is_ours)(uintptr_t) = wd_text_is_ours;

extern void wd_flows_dispatch(void);
extern void *wd_flows_resume;
extern int wd_flows_lock;
void wd_flows_resolve(struct wd_flow_thread *t);

enum edge_kind { DIRECT, INDIRECT, BUDGET, STOP };

struct edge {
    uintptr_t target;
    struct wd_version *version;
    uint8_t *site; /* the distance to be patched */
    uint8_t kind, chained;
};

static uint8_t *code_begin, *code_end, *dispatch_entry, *fallback;
static struct wd_emit out;
static struct edge *edges;
static struct wd_block *blocks;
static struct wd_op *ops;
/* Where blocks begin, in the order of their copies. */
static struct span {
    uint32_t offset;
    uintptr_t pc;
} * spans;
static uint32_t span_count;
static uint32_t edge_count, block_count = 1, op_count;
static int32_t thread_offset;

/* Ways out, by the address that they lead to. */
static struct wd_version leaves, wrappers;

#define AT(member) (thread_offset + (int32_t)offsetof(struct wd_flow_thread, member))

static void emit_entries(void)
{
    dispatch_entry = out.at;
    wd_emit_spill(&out, WD_RAX, AT(spill[0]));
    wd_emit_spill(&out, WD_RCX, AT(spill[1]));
    wd_emit_fill(&out, WD_RAX, 0);
    wd_emit_lea(&out, WD_RAX, WD_RAX, WD_REG_NONE, 1, thread_offset);
    wd_emit_jump_far(&out, (uintptr_t)wd_flows_dispatch);
    wd_flows_resume = out.at;
    WD_EMIT(&out, 0x64, 0xff, 0x24, 0x25);
    wd_emit_32(&out, (uint32_t)AT(resume));
    fallback = out.at;
    WD_EMIT(&out, 0x64, 0xc7, 0x04, 0x25);
    wd_emit_32(&out, (uint32_t)AT(busy));
    wd_emit_32(&out, 0);
    WD_EMIT(&out, 0x64, 0xff, 0x24, 0x25);
    wd_emit_32(&out, (uint32_t)AT(target));
}

/* The processor's state is saved by one mask, which the system must have enabled. */
static int can_save_state(void)
{
    uint32_t a = 1, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(c & 1u << 27))
        return 0;
    a = 13, c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    a = 0x80000001, c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return c & 1; /* lahf */
}

/* A shadow stack would not bear return addresses that change. */
static int has_shadow_stack(void)
{
    unsigned long features = 0;
    return wd_raw_call(SYS_arch_prctl, 0x5005, (long)&features, 0, 0) == 0 && (features & 1);
}

int wd_translate_open(char *error, size_t size)
{
    if (wd_decode_open(error, size) != 0)
        return -1;
    if (!can_save_state() || has_shadow_stack()) {
        snprintf(error, size, "this processor lacks xsave or lahf, or a shadow stack is in use");
        return -1;
    }
    code_begin =
        mmap(NULL, CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    spans = wd_region_reserve(SPANS * sizeof *spans);
    edges = wd_region_reserve(EDGES * sizeof *edges);
    blocks = wd_region_reserve(BLOCKS * sizeof *blocks);
    ops = wd_region_reserve(OPS * sizeof *ops);
    if (code_begin == MAP_FAILED || !spans || !edges || !blocks || !ops || !wd_version_begin(&leaves, 0, LEAVES) ||
        !wd_version_begin(&wrappers, 0, WRAPPERS)) {
        snprintf(error, size, "memory that can be written and executed is refused");
        return -1;
    }
    code_end = code_begin + CODE_BYTES;
    out = (struct wd_emit){ code_begin, code_end, 0 };
    uintptr_t fs;
    __asm__("mov %%fs:0, %0" : "=r"(fs));
    thread_offset = (int32_t)((intptr_t)&wd_flow_thread - (intptr_t)fs);
    emit_entries();
    return 0;
}

void wd_translate_forget(void)
{
    out = (struct wd_emit){ code_begin, code_end, 0 };
    edge_count = op_count = span_count = 0;
    block_count = 1;
    memset(leaves.table, 0, leaves.slots * sizeof *leaves.table);
    memset(wrappers.table, 0, wrappers.slots * sizeof *wrappers.table);
    leaves.used = wrappers.used = 0;
    emit_entries();
}

void wd_translate_lock(uint64_t *mask)
{
    static const uint64_t all = ~UINT64_C(0);
    wd_raw_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, (long)mask, 8);
    while (__atomic_exchange_n(&wd_flows_lock, 1, __ATOMIC_ACQUIRE))
        wd_raw_call(SYS_sched_yield, 0, 0, 0, 0);
}

void wd_translate_unlock(const uint64_t *mask)
{
    __atomic_store_n(&wd_flows_lock, 0, __ATOMIC_RELEASE);
    wd_raw_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)mask, 0, 8);
}

int wd_version_begin(struct wd_version *v, int learns, uint32_t slots)
{
    v->slots = slots;
    v->used = 0;
    v->learns = learns;
    v->table = wd_region_reserve(slots * sizeof *v->table);
    return v->table != NULL;
}

const struct wd_block *wd_translate_block(uint64_t number)
{
    return &blocks[number];
}

const struct wd_op *wd_translate_ops(const struct wd_block *block)
{
    return &ops[block->first];
}

uintptr_t wd_translate_place(uintptr_t pc)
{
    uintptr_t offset = pc - (uintptr_t)code_begin;
    if (!code_begin || offset >= CODE_BYTES)
        return pc;
    uint32_t first = 0, end = __atomic_load_n(&span_count, __ATOMIC_ACQUIRE);
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        if (spans[middle].offset <= offset)
            first = middle;
        else
            end = middle;
    }
    return end > first && spans[first].offset <= offset ? spans[first].pc : pc;
}

static struct wd_translated *probe(const struct wd_version *v, uintptr_t pc)
{
    uint32_t i = (uint32_t)((pc * 0x9E3779B97F4A7C15u) >> 32) & (v->slots - 1);
    for (;; i = (i + 1) & (v->slots - 1)) {
        uintptr_t there = __atomic_load_n(&v->table[i].pc, __ATOMIC_ACQUIRE);
        if (there == pc || there == 0)
            return &v->table[i];
    }
}

uint8_t *wd_translated(const struct wd_version *v, uintptr_t pc)
{
    struct wd_translated *t = probe(v, pc);
    return t->pc == pc ? t->code : NULL;
}

void wd_version_forget(struct wd_version *v)
{
    for (uint32_t i = 0; i < v->slots && v->used; i++)
        __atomic_store_n(&v->table[i].pc, 0, __ATOMIC_RELEASE);
    v->used = 0;
}

static int remember(struct wd_version *v, uintptr_t pc, uint8_t *code)
{
    if (v->used >= v->slots / 4 * 3)
        return 0;
    struct wd_translated *t = probe(v, pc);
    t->code = code;
    v->used++;
    __atomic_store_n(&t->pc, pc, __ATOMIC_RELEASE);
    return 1;
}

/* Code that leads to C, which finds out where the edge leads. For an indirect one, what it leads to is in target. */
static uint8_t *emit_stub(struct wd_version *v, enum edge_kind kind, uintptr_t target, uint8_t *site)
{
    if (edge_count == EDGES) {
        out.full = 1;
        return fallback;
    }
    edges[edge_count] = (struct edge){ .target = target, .version = v, .site = site, .kind = (uint8_t)kind };
    uint8_t *stub = out.at;
    wd_emit_store_const(&out, AT(edge), (int32_t)edge_count++);
    wd_emit_jump(&out, dispatch_entry);
    return stub;
}

/* The thread is the processor's from here on. */
static uint8_t *emit_leave(uintptr_t pc)
{
    uint8_t *code = wd_translated(&leaves, pc);
    if (code || code_end - out.at < 1 << 12)
        return code ? code : fallback;
    code = out.at;
    wd_emit_store_const(&out, AT(section), 0);
    WD_EMIT(&out, 0x64, 0xc7, 0x04, 0x25);
    wd_emit_32(&out, (uint32_t)AT(busy));
    wd_emit_32(&out, 0);
    wd_emit_jump_far(&out, pc);
    return remember(&leaves, pc, code) ? code : fallback;
}

/* One of our functions is called, which knows by the stack pointer that it was called from here. */
static uint8_t *emit_wrapper(uintptr_t pc)
{
    uint8_t *code = wd_translated(&wrappers, pc);
    if (code || code_end - out.at < 1 << 12)
        return code;
    code = out.at;
    wd_emit_spill(&out, WD_RSP, AT(slot));
    wd_emit_jump_far(&out, pc);
    return remember(&wrappers, pc, code) ? code : NULL;
}

static void store_rax(int member)
{
    WD_EMIT(&out, 0x48, 0x89, 0x41, (uint8_t)member); /* mov [rcx + member], rax */
}

static void log_next(void)
{
    WD_EMIT(&out, 0x66, 0x8d, 0x49, sizeof(struct wd_access)); /* lea cx, [rcx + …]: wraps, changes no flag */
    wd_emit_spill(&out, WD_RCX, AT(log));
}

static void log_begin(void)
{
    wd_emit_spill(&out, WD_RAX, AT(spill[0]));
    wd_emit_spill(&out, WD_RCX, AT(spill[1]));
}

static void log_end(void)
{
    wd_emit_fill(&out, WD_RAX, AT(spill[0]));
    wd_emit_fill(&out, WD_RCX, AT(spill[1]));
}

static void log_member(int member, int32_t value)
{
    WD_EMIT(&out, 0x48, 0xc7, 0x41, (uint8_t)member);
    wd_emit_32(&out, (uint32_t)value);
}

/* The address in rax, and what is there. */
static void log_access(int reads, int size, int learnt)
{
    wd_emit_fill(&out, WD_RCX, AT(log));
    store_rax(0);
    if (reads) {
        if (size == 4)
            WD_EMIT(&out, 0x8b, 0x00);
        else
            WD_EMIT(&out, 0x48, 0x8b, 0x00);
        store_rax(8);
    }
    if (learnt)
        log_member(16, learnt);
    log_next();
}

static void log_condition(const struct wd_insn *insn)
{
    log_begin();
    WD_EMIT(&out, 0x0f, (uint8_t)(0x90 | insn->condition), 0xc0, 0x0f, 0xb6, 0xc0); /* setcc al; movzx eax, al */
    wd_emit_fill(&out, WD_RCX, AT(log));
    store_rax(0);
    log_next();
    log_end();
}

static int moves_value(const struct wd_op *op)
{
    switch (op->kind) {
    case WD_OP_LOAD:
    case WD_OP_STORE:
    case WD_OP_STORE_CONST:
    case WD_OP_MOVE_IF:
    case WD_OP_LOAD_LANE: return 1;
    default: return 0;
    }
}

/* The entries of an instruction's memory operand. */
static void log_memory(const struct wd_insn *insn, int learnt)
{
    const struct wd_op *op = &insn->op;
    int reads = moves_value(op), parts = reads && op->size > 8 ? op->size / 8 : 1;
    log_begin();
    for (int part = 0; part < parts; part++) {
        if (part)
            log_end();
        wd_emit_address(&out, &insn->memory);
        if (part)
            wd_emit_lea(&out, WD_RAX, WD_RAX, WD_REG_NONE, 1, part * 8);
        log_access(reads, op->size, learnt);
    }
    log_end();
}

/* The entry of an instruction that uses the stack. */
static void log_stack(const struct wd_insn *insn)
{
    const struct wd_op *op = &insn->op;
    int down = op->kind == WD_OP_PUSH;
    log_begin();
    wd_emit_lea(&out, WD_RAX, op->kind == WD_OP_LEAVE ? WD_RBP : WD_RSP, WD_REG_NONE, 1, down ? -8 : 0);
    log_access(0, 8, 0);
    log_end();
}

static int uses_stack(const struct wd_insn *insn)
{
    return insn->op.kind == WD_OP_PUSH || insn->op.kind == WD_OP_POP || insn->op.kind == WD_OP_LEAVE ||
           insn->transfer == WD_RETURN;
}

static void log_before(const struct wd_insn *insn)
{
    if (insn->op.logs == 0)
        return;
    if (insn->op.kind == WD_OP_MOVE_IF)
        log_condition(insn);
    if (uses_stack(insn))
        log_stack(insn);
    else if (insn->memory.present && !insn->log_after)
        log_memory(insn, 0);
}

static int learnt_number(const struct wd_version *v, uintptr_t pc)
{
    for (int i = 0; i < v->learnt_count; i++)
        if (v->learnt[i] == pc)
            return i + 1;
    return 0;
}

static void plain(struct wd_version *v, const struct wd_insn *insn)
{
    int learnt = v->learns ? 0 : learnt_number(v, insn->op.pc);
    int memory = insn->memory.present && (learnt ? moves_value(&insn->op) : v->learns && insn->op.logs > 0);
    if (v->learns)
        log_before(insn);
    else if (learnt && memory && !insn->log_after)
        log_memory(insn, learnt);
    wd_emit_copy(&out, insn, AT(spill[2]));
    if (memory && insn->log_after)
        log_memory(insn, learnt);
}

static void push_address(uintptr_t pc)
{
    wd_emit_8(&out, 0x68);
    wd_emit_32(&out, (uint32_t)pc);
    WD_EMIT(&out, 0xc7, 0x44, 0x24, 0x04);
    wd_emit_32(&out, (uint32_t)(pc >> 32));
}

/* The jumps of a block that have no target yet: their stubs come behind it. */
struct pending {
    uint8_t *site;
    uintptr_t target;
    enum edge_kind kind;
};

static void emit_pending(struct wd_version *v, const struct pending *p, int count)
{
    for (int i = 0; i < count; i++)
        wd_patch_jump(p[i].site, emit_stub(v, p[i].kind, p[i].target, p[i].site));
}

/* rcx leads to where the way goes on, the host's rcx is in spill[0]. */
static void indirect(struct pending *pending, int *count)
{
    wd_emit_spill(&out, WD_RCX, AT(target));
    pending[(*count)++] = (struct pending){ wd_emit_jump(&out, NULL), 0, INDIRECT };
}

/* Behind the last guess for an indirect way: the host's rcx again. */
static uint8_t *emit_indirect_stub(struct wd_version *v, uint8_t *site)
{
    uint8_t *stub = out.at;
    wd_emit_fill(&out, WD_RCX, AT(spill[0]));
    emit_stub(v, INDIRECT, 0, site);
    return stub;
}

/* One more guess: if target is `pc`, goes to `code`. Returns the distance of the jump to the next guess. */
static uint8_t *emit_guess(uintptr_t pc, const uint8_t *code)
{
    wd_emit_fill(&out, WD_RCX, AT(target));
    wd_emit_spill(&out, WD_RAX, AT(spill[1]));
    wd_emit_const(&out, WD_RAX, 0 - (uint64_t)pc);
    wd_emit_lea(&out, WD_RCX, WD_RCX, WD_RAX, 1, 0);
    wd_emit_fill(&out, WD_RAX, AT(spill[1]));
    WD_EMIT(&out, 0xe3, 0);
    uint8_t *hit = out.at;
    uint8_t *next = wd_emit_jump(&out, NULL);
    if (!out.full)
        hit[-1] = (uint8_t)(out.at - hit);
    wd_emit_fill(&out, WD_RCX, AT(spill[0]));
    wd_emit_jump(&out, code);
    return next;
}

static void flow(const struct wd_version *v, const struct wd_insn *insn, struct pending *pending, int *count)
{
    uintptr_t next = insn->op.pc + insn->length;
    if (v->learns && insn->transfer != WD_STOP)
        log_before(insn);
    switch (insn->transfer) {
    case WD_JUMP_IF:
        pending[(*count)++] = (struct pending){ wd_emit_jump_if(&out, insn->condition, NULL), insn->target, DIRECT };
        pending[(*count)++] = (struct pending){ wd_emit_jump(&out, NULL), next, DIRECT };
        break;
    case WD_JUMP_COUNT: {
        wd_emit_bytes(&out, (const void *)insn->op.pc, insn->length - 1u);
        wd_emit_8(&out, 0);
        uint8_t *after = out.at;
        pending[(*count)++] = (struct pending){ wd_emit_jump(&out, NULL), next, DIRECT };
        if (!out.full)
            after[-1] = (uint8_t)(out.at - after);
        pending[(*count)++] = (struct pending){ wd_emit_jump(&out, NULL), insn->target, DIRECT };
        break;
    }
    case WD_CALL:
        push_address(next);
        pending[(*count)++] = (struct pending){ wd_emit_jump(&out, NULL), insn->target, DIRECT };
        break;
    case WD_JUMP: pending[(*count)++] = (struct pending){ wd_emit_jump(&out, NULL), insn->target, DIRECT }; break;
    case WD_CALL_BY:
    case WD_JUMP_BY:
        wd_emit_spill(&out, WD_RCX, AT(spill[0]));
        wd_emit_target(&out, insn);
        if (insn->transfer == WD_CALL_BY)
            push_address(next);
        indirect(pending, count);
        break;
    case WD_RETURN:
        wd_emit_spill(&out, WD_RCX, AT(spill[0]));
        WD_EMIT(&out, 0x48, 0x8b, 0x0c, 0x24, 0x48, 0x8d, 0xa4, 0x24); /* mov rcx, [rsp]; lea rsp, [rsp + …] */
        wd_emit_32(&out, 8u + insn->released);
        indirect(pending, count);
        break;
    default: pending[(*count)++] = (struct pending){ wd_emit_jump(&out, NULL), insn->op.pc, STOP }; break;
    }
}

/* Counts the block's instructions, and logs its number. */
static uint8_t *learn_begin(struct pending *over, uintptr_t pc, uint32_t number)
{
    wd_emit_spill(&out, WD_RAX, AT(spill[0]));
    WD_EMIT(&out, 0x9f, 0x0f, 0x90, 0xc0);       /* lahf; seto al */
    WD_EMIT(&out, 0x64, 0x48, 0x83, 0x2c, 0x25); /* sub fs:[budget], … */
    wd_emit_32(&out, (uint32_t)AT(budget));
    uint8_t *count = out.at;
    wd_emit_8(&out, 0);
    uint8_t *site = wd_emit_jump_if(&out, 8, NULL); /* js */
    WD_EMIT(&out, 0x04, 0x7f, 0x9e);                /* add al, 127; sahf */
    wd_emit_fill(&out, WD_RCX, AT(log));
    log_member(0, (int32_t)number);
    log_next();
    *over = (struct pending){ site, pc, BUDGET };
    return count;
}

static void budget_stub(struct wd_version *v, const struct pending *over)
{
    wd_patch_jump(over->site, out.at);
    WD_EMIT(&out, 0x04, 0x7f, 0x9e);
    wd_emit_fill(&out, WD_RAX, AT(spill[0]));
    emit_stub(v, BUDGET, over->target, NULL);
}

static uint8_t *translate_block(struct wd_version *v, uintptr_t pc, size_t length)
{
    struct wd_insn insn;
    struct pending pending[4], over = { 0 };
    int pending_count = 0, insns = 0;
    uint8_t *begin = out.at, *count = NULL;
    uint32_t number = block_count, first = op_count;
    uintptr_t at = pc;
    if (v->learns) {
        wd_emit_spill(&out, WD_RCX, AT(spill[1]));
        count = learn_begin(&over, pc, number);
        log_end();
    }
    for (;;) {
        wd_decode(at, length - (at - pc), &insn);
        if (v->learns && insn.transfer != WD_STOP)
            ops[op_count++] = insn.op;
        insns++;
        if (insn.transfer != WD_PLAIN)
            break;
        plain(v, &insn);
        at += insn.length;
        if (insns == BLOCK_INSNS || at - pc >= length)
            break;
    }
    if (insn.transfer != WD_PLAIN)
        flow(v, &insn, pending, &pending_count);
    else
        pending[pending_count++] = (struct pending){ wd_emit_jump(&out, NULL), at, DIRECT };
    for (int i = 0; i < pending_count; i++)
        if (pending[i].kind == INDIRECT)
            wd_patch_jump(pending[i].site, emit_indirect_stub(v, pending[i].site));
        else
            emit_pending(v, &pending[i], 1);
    if (v->learns) {
        *count = (uint8_t)insns;
        budget_stub(v, &over);
        blocks[number] = (struct wd_block){ pc, first, (uint16_t)(op_count - first) };
        block_count++;
    }
    return begin;
}

uint8_t *wd_translate(struct wd_version *v, uintptr_t pc)
{
    uint8_t *known = wd_translated(v, pc);
    if (known)
        return known;
    size_t length = wd_translate_text(pc);
    if (length == 0 || out.full || code_end - out.at < 1 << 16 || block_count + 1 >= BLOCKS ||
        op_count + BLOCK_INSNS + 1 >= OPS || edge_count + 64 >= EDGES)
        return NULL;
    if (span_count == SPANS)
        return NULL;
    spans[span_count] = (struct span){ (uint32_t)(out.at - code_begin), pc };
    __atomic_store_n(&span_count, span_count + 1, __ATOMIC_RELEASE);
    uint8_t *code = translate_block(v, pc, length);
    return !out.full && remember(v, pc, code) ? code : NULL;
}

static void leave(struct wd_flow_thread *t, uintptr_t pc, enum wd_left why)
{
    wd_translate_left(t, pc, why);
    t->section = NULL;
    t->busy = 1;
    t->target = pc;
    t->resume = (uintptr_t)emit_leave(pc);
}

/* Where an edge leads for good. */
static void settle(struct edge *e, uintptr_t pc, const uint8_t *code)
{
    if (e->kind == DIRECT) {
        wd_patch_jump(e->site, code);
    } else if (e->chained < CHAIN && code_end - out.at > 1 << 12) {
        uint8_t *guess = out.at, *next = emit_guess(pc, code);
        uint8_t *stub = out.at;
        wd_emit_fill(&out, WD_RCX, AT(spill[0]));
        wd_emit_store_const(&out, AT(edge), (int32_t)(e - edges));
        wd_emit_jump(&out, dispatch_entry);
        wd_patch_jump(next, stub);
        wd_patch_jump(e->site, guess);
        e->site = next;
        e->chained++;
    }
}

void wd_flows_resolve(struct wd_flow_thread *t)
{
    struct edge *e = &edges[t->edge];
    uintptr_t pc = e->kind == INDIRECT ? t->target : e->target;
    if (e->kind == BUDGET || e->kind == STOP) {
        leave(t, pc, e->kind == BUDGET ? WD_LEFT_BUDGET : WD_LEFT_INSTRUCTION);
        return;
    }
    uint8_t *code = wd_translate(e->version, pc);
    if (code) {
        settle(e, pc, code);
        t->resume = (uintptr_t)code;
    } else if (wd_translate_is_ours(pc) && (code = emit_wrapper(pc)) != NULL) {
        if (!e->version->learns)
            settle(e, pc, code);
        else
            wd_translate_left(t, pc, WD_LEFT_FOR_WRAPPER);
        t->resume = (uintptr_t)code;
    } else {
        leave(t, pc, wd_translate_text(pc) ? WD_LEFT_FULL : WD_LEFT_CODE);
    }
}
