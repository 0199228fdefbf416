/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A critical section that faults, and a handler that mends it: faults KIND ITEMS.
 * Items go from one thread to another; in the section that takes the last but
 * some, the code of that kind faults. Prints what the handler is told: the same
 * with flows as without. On stderr: whether the item before was known.
 */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "kinds.h"
#include "under.h"
#include "whodunit.h"

enum { SIZE = 64, REST = 1000, PAGE = 4096 };

/* At an address that is always the same: it is printed. */
static char *const page = (char *)0x10000000000;

/* All registers hold what they hold nowhere else, rdi the page, and carry and overflow are set. */
__asm__(".macro FAULT name\n"
        ".globl fault_\\name, at_\\name\n"
        "fault_\\name:\n"
        " push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
        " mov %rsp, saved_sp(%rip)\n"
        " mov $0x7f, %al; add $1, %al; stc\n"
        " movabs $0x1111111111111101, %rax; movabs $0x1111111111111102, %rcx\n"
        " movabs $0x1111111111111103, %rdx; movabs $0x1111111111111104, %rbx\n"
        " movabs $0x1111111111111105, %rbp; movabs $0x1111111111111106, %rsi\n"
        " movabs $0x10000000000, %rdi;      movabs $0x1111111111111108, %r8\n"
        " movabs $0x1111111111111109, %r9;  movabs $0x111111111111110a, %r10\n"
        " movabs $0x111111111111110b, %r11; movabs $0x111111111111110c, %r12\n"
        " movabs $0x111111111111110d, %r13; movabs $0x111111111111110e, %r14\n"
        " movabs $0x111111111111110f, %r15\n"
        ".endm\n"
        ".macro BACK\n"
        " mov saved_sp(%rip), %rsp\n"
        " pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx\n"
        " ret\n"
        ".endm\n"
        ".bss\n"
        ".balign 4096\n"
        "near_page: .skip 4096\n"
        "saved_sp: .skip 8\n"
        ".balign 4096\n"
        ".text\n"
        "FAULT load\n at_load: mov (%rdi), %rax\n BACK\n"
        "FAULT store\n at_store: mov %rsi, (%rdi)\n BACK\n"
        "FAULT compute\n at_compute: add %rcx, (%rdi)\n BACK\n"
        "FAULT near\n at_near: mov near_page(%rip), %rdx\n BACK\n"
        "FAULT push\n lea 8(%rdi), %rsp\n at_push: push %rax\n BACK\n"
        "FAULT pop\n mov %rdi, %rsp\n at_pop: pop %rax\n BACK\n"
        "FAULT return\n mov %rdi, %rsp\n at_return: ret\n"
        "FAULT jump\n at_jump: jmp *(%rdi)\n"
        "FAULT call\n mov %rdi, %r15\n lea 8(%rdi), %rsp\n at_call: call back\n"
        "FAULT copy\n mov $64, %ecx\n lea saved_sp(%rip), %rsi\n mov %rdi, %r15\n at_copy: rep movsb\n BACK\n"
        "FAULT divide\n mov $0, %ecx\n mov $0, %edx\n at_divide: div %rcx\n BACK\n"
        "FAULT illegal\n at_illegal: ud2\n BACK\n"
        "FAULT trap\n at_trap: int3\n BACK\n"
        ".globl back\n"
        "back: BACK\n");
extern char back[], near_page[], saved_sp[];

#define KIND(name)                                   \
    extern void fault_##name(void), at_##name(void); \
    static const struct kind kind_##name = { #name, fault_##name, (char *)at_##name };
static const struct kind {
    const char *name;
    void (*fault)(void);
    char *at;
} * kind;
KIND(load)
KIND(store)
KIND(compute)
KIND(near)
KIND(push)
KIND(pop)
KIND(return )
KIND(jump)
KIND(call)
KIND(copy)
KIND(divide)
KIND(illegal)
KIND(trap)
static const struct kind *const all[] = { &kind_load,   &kind_store,   &kind_compute, &kind_near, &kind_push,
                                          &kind_pop,    &kind_return,  &kind_jump,    &kind_call, &kind_copy,
                                          &kind_divide, &kind_illegal, &kind_trap };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct item {
    long number;
} * ring[SIZE];
static int in, out, length;
static long items, right, wrong;

static void tell(int signal, const siginfo_t *info, const greg_t *registers)
{
    static const int printed[] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RBP, REG_RDI, REG_R8,
                                   REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };
    char *address = info->si_addr;
    printf("signal %d code %d", signal, info->si_code);
    if (address >= near_page && address < near_page + PAGE)
        printf(" near page+%ld", (long)(address - near_page));
    else if (address >= page && address < page + PAGE)
        printf(" page+%ld", (long)(address - page));
    printf(" at %ld", (long)((char *)registers[REG_RIP] - kind->at));
    if ((char *)registers[REG_RSP] >= page && (char *)registers[REG_RSP] <= page + PAGE)
        printf(" stack page+%ld", (long)((char *)registers[REG_RSP] - page));
    else
        printf(" stack %ld", (long)((char *)registers[REG_RSP] - *(char **)saved_sp));
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
        printf(" %llx", registers[printed[i]]);
    printf(" flags %llx\n", registers[REG_EFL] & 0x8d5);
}

/* Makes it possible: the page holds an address to go to. */
static void on_fault(int signal, siginfo_t *info, void *ucontext)
{
    greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    tell(signal, info, registers);
    mprotect(page, PAGE, PROT_READ | PROT_WRITE);
    mprotect(near_page, PAGE, PROT_READ | PROT_WRITE);
    *(char **)page = back;
    if (signal == SIGFPE)
        registers[REG_RCX] = 3;
    if (signal == SIGILL)
        registers[REG_RIP] += 2;
}

static void *produce(void *unused)
{
    (void)unused;
    for (long i = 0; i < items + REST; i++) {
        struct item *item = malloc(sizeof *item);
        item->number = i;
        whodunit_context before = whodunit_attach(kinds[i % KINDS]);
        pthread_mutex_lock(&mutex);
        while (length == SIZE)
            pthread_cond_wait(&changed, &mutex);
        ring[in] = item;
        in = (in + 1) % SIZE;
        length++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
        whodunit_detach(before);
    }
    return NULL;
}

static __attribute__((noinline)) struct item *get(int faults)
{
    pthread_mutex_lock(&mutex);
    while (length == 0)
        pthread_cond_wait(&changed, &mutex);
    struct item *item = ring[out];
    out = (out + 1) % SIZE;
    length--;
    if (faults)
        kind->fault();
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *consume(void *unused)
{
    char *stack = malloc(1 << 16);
    (void)unused;
    sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = 1 << 16 }, NULL);
    int known = 0;
    for (long i = 0; i < items + REST; i++) {
        if (i == items)
            fputs(known ? "known\n" : "unknown\n", stderr);
        struct item *item = get(i == items);
        volatile long number = item->number;
        for (int k = 0; k < 60; k++)
            number = number + k;
        whodunit_context context = whodunit_current();
        known = is_under(context, kinds[item->number % KINDS]);
        wrong += !known && context != WHODUNIT_ROOT;
        right += known;
        free(item);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "load", *how = argc > 3 ? argv[3] : "handler";
    items = argc > 2 ? atol(argv[2]) : 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, name) == 0)
            kind = all[i];
    if (!kind)
        return 2;
    begin_kinds();
    setvbuf(stdout, NULL, _IONBF, 0);
    if (mmap(page, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != page)
        return 2;
    mprotect(near_page, PAGE, PROT_NONE);
    static const int signals[] = { SIGSEGV, SIGFPE, SIGILL, SIGTRAP };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK }, before, after;
        if (strcmp(how, "once") == 0)
            action.sa_flags |= (int)SA_RESETHAND;
        if (strcmp(how, "default") == 0)
            action = (struct sigaction){ .sa_handler = SIG_DFL };
        sigaction(signals[i], &action, &before);
        sigaction(signals[i], NULL, &after);
        printf("was %s, is %s\n", before.sa_handler == SIG_DFL ? "default" : "set",
               after.sa_handler == SIG_DFL      ? "default"
               : after.sa_sigaction == on_fault ? "ours"
                                                : "another");
    }
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    struct sigaction after;
    sigaction(SIGSEGV, NULL, &after);
    printf("%ld wrong, at the end %s\n", wrong, after.sa_handler == SIG_DFL ? "default" : "set");
    return 0;
}
