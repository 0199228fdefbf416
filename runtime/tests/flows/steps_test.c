/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Single steps: functions that call each other, by the processor, and in
 * translation, while it learns and when it does not. After each instruction of a
 * copy a signal handler must find what it would have found after one of the
 * host's, in their order, as far as it matters to who unwinds the stack: program
 * counter, stack pointer and the registers that functions preserve. And where a
 * lock function is about to return into a copy, the host's return address.
 * Exit status 0: it does.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "flows/as_host.h"
#include "flows/translate.h"

#define STEPPED __attribute__((section("stepped"), noinline))
extern const char __start_stepped[], __stop_stepped[];

enum { STATES = 4096, TRAP_FLAG = 0x100, TURNS = 7 };

static const int preserved[] = { REG_RIP, REG_RSP, REG_RBP, REG_RBX, REG_R12, REG_R13, REG_R14, REG_R15 };
enum { PRESERVED = sizeof preserved / sizeof *preserved };

static struct state {
    greg_t value[PRESERVED];
} states[STATES];
static int state_count, at, differs, in_translation;
static uintptr_t *found_slot, found_address;
static long sum;

STEPPED static long leaf(long number)
{
    return number * 3 + 1;
}

STEPPED static long other_leaf(long number)
{
    sum += number;
    return number ^ sum;
}

STEPPED static long deep(long number)
{
    return number == 0 ? 1 : leaf(number) + deep(number - 1) * 2;
}

static long (*volatile functions[])(long) = { leaf, other_leaf, deep };

STEPPED static long by_address(long number)
{
    return functions[number % 3](number) + 1;
}

STEPPED static long work(long turns)
{
    long result = 0;
    for (long i = 0; i < turns; i++) {
        result += leaf(i) + deep(i % 4);
        result ^= by_address(i);
        other_leaf(result);
    }
    return result;
}

static size_t text_length(uintptr_t pc)
{
    uintptr_t end = (uintptr_t)__stop_stepped;
    return pc - (uintptr_t)__start_stepped < end - (uintptr_t)__start_stepped ? end - pc : 0;
}

static int is_ours(uintptr_t pc)
{
    (void)pc;
    return 0;
}

static void left(struct wd_flow_thread *t, uintptr_t pc, enum wd_left why)
{
    (void)t, (void)pc, (void)why;
}

static struct state state_of(const greg_t *registers)
{
    struct state s;
    for (int i = 0; i < PRESERVED; i++)
        s.value[i] = registers[preserved[i]];
    return s;
}

static int is_same(const struct state *one, const struct state *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

static void compare(const struct state *found)
{
    if (at + 1 < state_count && is_same(found, &states[at + 1])) {
        at++;
    } else if (!is_same(found, &states[at]) && differs++ < 3) {
        printf("after step %d of %d:\n", at, state_count);
        for (int i = 0; i < PRESERVED; i++)
            printf("  %llx, was %llx, then %llx\n", found->value[i], states[at].value[i], states[at + 1].value[i]);
    }
}

/* Who dispatches blocks all signals: the last step is that of the host's last return. */
static void on_step(int signal, siginfo_t *info, void *ucontext)
{
    greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    gregset_t found;
    (void)signal, (void)info;
    memcpy(found, registers, sizeof found);
    if (in_translation)
        found_slot = wd_as_host(ucontext, &found_address);
    struct state state = state_of(registers);
    memcpy(registers, found, sizeof found);
    if (!text_length((uintptr_t)state.value[0]))
        return;
    if (in_translation)
        compare(&state);
    else if (state_count < STATES)
        states[state_count++] = state;
    if (in_translation && at == state_count - 1)
        registers[REG_EFL] &= ~TRAP_FLAG;
}

/* Calls work(turns), whose code is at entry, with the flag set: the same stack and registers for all. */
long run(const void *entry, uint64_t flag, long turns);
__asm__(".text\nrun:\n"
        "push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
        "mov %rdi, %rax; mov %rdx, %rdi; mov %rsp, run_stack(%rip); lea run_stack(%rip), %rsp\n"
        "xor %ebx, %ebx; xor %ebp, %ebp; xor %r12d, %r12d; xor %r13d, %r13d; xor %r14d, %r14d; xor %r15d, %r15d\n"
        "pushfq; or %rsi, (%rsp); popfq\n"
        "call *%rax\n"
        "pushfq; andq $~0x100, (%rsp); popfq\n"
        "mov run_stack(%rip), %rsp\n"
        "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx; ret\n"
        ".bss\n.balign 64\n.skip 65536\nrun_stack: .skip 8\n.text\n");

static void run_translated(struct wd_version *v, uint64_t flag)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    uint64_t mask;
    t->log = (uint64_t)t->log_begin;
    t->budget = 1000000;
    t->section = (struct wd_section *)t;
    sum = 0;
    wd_translate_lock(&mask);
    uint8_t *entry = wd_translate(v, (uintptr_t)work);
    wd_translate_unlock(&mask);
    if (!entry)
        exit(2);
    run(entry, flag, TURNS);
}

__attribute__((noinline)) static int finds_return_address(struct wd_version *v)
{
    uintptr_t slot = (uintptr_t)wd_version_find(v, (uintptr_t)work);
    wd_flow_thread.entered = &slot;
    __asm__ volatile("int3" : "+m"(slot)::"memory");
    return found_slot == &slot && found_address == (uintptr_t)work;
}

int main(void)
{
    static struct wd_version versions[2];
    char error[200];
    setbuf(stdout, NULL); /* a step that is not expected may end the process */
    struct sigaction action = { .sa_sigaction = on_step, .sa_flags = SA_SIGINFO };
    wd_translate_text = text_length;
    wd_translate_is_ours = is_ours;
    wd_translate_left = left;
    if (wd_translate_open(error, sizeof error) != 0)
        return printf("%s\n", error), 1;
    wd_flow_thread.log_begin = aligned_alloc(WD_LOG_BYTES, WD_LOG_BYTES);
    sigaction(SIGTRAP, &action, NULL);
    run((const void *)work, TRAP_FLAG, TURNS);
    in_translation = 1;
    for (int learns = 0; learns < 2; learns++) {
        struct wd_version *v = &versions[learns];
        wd_version_begin(v, learns, WD_VERSION_SLOTS);
        run_translated(v, 0); /* so that all is translated, and all ways are known */
        run_translated(v, 0);
        at = 0;
        run_translated(v, TRAP_FLAG);
        printf("%s: %d of %d steps, %d differ\n", learns ? "learning" : "learnt", at + 1, state_count, differs);
        if (differs || at != state_count - 1 || state_count < 100)
            return 1;
    }
    if (finds_return_address(&versions[0]))
        return 0;
    printf("a return address is not found\n");
    return 1;
}
