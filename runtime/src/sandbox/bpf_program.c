/* SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/bpf_program.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct machine {
    uint32_t a, x, memory[BPF_MEMWORDS];
};

static int calculate(struct machine *m, const struct sock_filter *i)
{
    uint32_t operand = BPF_SRC(i->code) == BPF_X ? m->x : i->k;
    switch (BPF_OP(i->code)) {
    case BPF_ADD: m->a += operand; return 1;
    case BPF_SUB: m->a -= operand; return 1;
    case BPF_MUL: m->a *= operand; return 1;
    case BPF_DIV: m->a = operand ? m->a / operand : 0; return operand != 0;
    case BPF_OR: m->a |= operand; return 1;
    case BPF_AND: m->a &= operand; return 1;
    case BPF_XOR: m->a ^= operand; return 1;
    case BPF_LSH: m->a = operand < 32 ? m->a << operand : 0; return 1;
    case BPF_RSH: m->a = operand < 32 ? m->a >> operand : 0; return 1;
    case BPF_NEG: m->a = -m->a; return 1;
    default: return 0;
    }
}

/* How many instructions are passed over; the kernel has no way back, and negative is not understood. */
static long jump(const struct machine *m, const struct sock_filter *i)
{
    uint32_t operand = BPF_SRC(i->code) == BPF_X ? m->x : i->k;
    switch (BPF_OP(i->code)) {
    case BPF_JA: return (long)i->k;
    case BPF_JEQ: return m->a == operand ? i->jt : i->jf;
    case BPF_JGT: return m->a > operand ? i->jt : i->jf;
    case BPF_JGE: return m->a >= operand ? i->jt : i->jf;
    case BPF_JSET: return (m->a & operand) ? i->jt : i->jf;
    default: return -1;
    }
}

static int load(struct machine *m, const struct sock_filter *i, const struct seccomp_data *call)
{
    uint32_t *to = BPF_CLASS(i->code) == BPF_LDX ? &m->x : &m->a;
    switch (BPF_MODE(i->code)) {
    case BPF_IMM: *to = i->k; return 1;
    case BPF_LEN: *to = sizeof *call; return 1;
    case BPF_MEM:
        if (i->k < BPF_MEMWORDS)
            *to = m->memory[i->k];
        return i->k < BPF_MEMWORDS;
    case BPF_ABS:
        if (i->k > sizeof *call - sizeof *to)
            return 0;
        memcpy(to, (const char *)call + i->k, sizeof *to);
        return 1;
    default: return 0;
    }
}

static int store(struct machine *m, const struct sock_filter *i)
{
    if (i->k >= BPF_MEMWORDS)
        return 0;
    m->memory[i->k] = BPF_CLASS(i->code) == BPF_ST ? m->a : m->x;
    return 1;
}

static uint32_t run(const struct sock_fprog *program, const struct seccomp_data *call)
{
    struct machine m = { 0 };
    for (size_t at = 0; at < program->len; at++) {
        const struct sock_filter *i = &program->filter[at];
        long passed = 0;
        int understood = 1;
        switch (BPF_CLASS(i->code)) {
        case BPF_LD:
        case BPF_LDX: understood = load(&m, i, call); break;
        case BPF_ST:
        case BPF_STX: understood = store(&m, i); break;
        case BPF_ALU: understood = calculate(&m, i); break;
        case BPF_JMP: passed = jump(&m, i); break;
        case BPF_RET: return BPF_RVAL(i->code) == BPF_A ? m.a : i->k;
        default: /* BPF_MISC */
            if (BPF_MISCOP(i->code) == BPF_TAX)
                m.x = m.a;
            else
                m.a = m.x;
        }
        if (!understood || passed < 0)
            break;
        at += (size_t)passed;
    }
    return SECCOMP_RET_KILL_PROCESS;
}

int wd_bpf_allows(const struct sock_fprog *program, const struct seccomp_data *call)
{
    uint32_t action = run(program, call) & SECCOMP_RET_ACTION_FULL;
    return action == SECCOMP_RET_ALLOW || action == SECCOMP_RET_LOG;
}
