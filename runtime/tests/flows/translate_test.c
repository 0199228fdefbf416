/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random instruction sequences, executed by the processor and in translation:
 * the same registers, flags, vectors and memory afterwards. With a number of
 * seconds as argument it goes on for so much CPU time, else for some thousand
 * sequences; a second argument is the seed.
 * Exit status 0: no difference.
 */
#include <Zydis/Zydis.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "flows/translate.h"

enum { POOL = 6000, DATA = 8192, STACK = 65536 };

struct state {
    uint64_t gpr[16];
    uint64_t flags;
    uint64_t entry;
    uint8_t pad[64 - (18 * 8) % 64];
    uint8_t xsave[4096];
} __attribute__((aligned(64)));

/* Loads all of *state, calls state->entry on the stack at gpr[4], and saves all again. */
void run_state(struct state *state);
void run_back(void);
__asm__(".text\nrun_state:\n"
        "push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
        "mov %rdi, run_current(%rip); mov %rsp, run_stack(%rip)\n"
        "mov $0xe7, %eax; xor %edx, %edx; xrstor64 192(%rdi)\n"
        "mov 32(%rdi), %rsp\n"
        "lea run_back(%rip), %rax; push %rax\n"
        "pushq 128(%rdi); popfq\n"
        "mov 0(%rdi), %rax; mov 8(%rdi), %rcx; mov 16(%rdi), %rdx; mov 24(%rdi), %rbx; mov 40(%rdi), %rbp\n"
        "mov 48(%rdi), %rsi; mov 64(%rdi), %r8; mov 72(%rdi), %r9; mov 80(%rdi), %r10; mov 88(%rdi), %r11\n"
        "mov 96(%rdi), %r12; mov 104(%rdi), %r13; mov 112(%rdi), %r14; mov 120(%rdi), %r15\n"
        "mov 56(%rdi), %rdi\n"
        "jmp *run_entry(%rip)\n"
        ".globl run_back\nrun_back:\n"
        "mov %rdi, run_rdi(%rip); mov run_current(%rip), %rdi; mov %rsp, 32(%rdi)\n"
        "mov run_stack(%rip), %rsp; pushfq; popq 128(%rdi); cld\n"
        "mov %rax, 0(%rdi); mov %rcx, 8(%rdi); mov %rdx, 16(%rdi); mov %rbx, 24(%rdi); mov %rbp, 40(%rdi)\n"
        "mov %rsi, 48(%rdi); mov run_rdi(%rip), %rax; mov %rax, 56(%rdi)\n"
        "mov %r8, 64(%rdi); mov %r9, 72(%rdi); mov %r10, 80(%rdi); mov %r11, 88(%rdi)\n"
        "mov %r12, 96(%rdi); mov %r13, 104(%rdi); mov %r14, 112(%rdi); mov %r15, 120(%rdi)\n"
        "mov $0xe7, %eax; xor %edx, %edx; xsave64 192(%rdi)\n"
        "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx; ret\n"
        ".bss\n.balign 8\nrun_current: .skip 8\nrun_stack: .skip 8\nrun_rdi: .skip 8\n"
        ".globl run_entry\nrun_entry: .skip 8\n.text\n");
extern uint64_t run_entry;

static uint8_t *code, *data, *stack, data_before[DATA];
static struct {
    uint8_t bytes[16];
    uint8_t length, rip;
} pool[POOL];
static int pool_count;
static sigjmp_buf escape;
static ZydisDecoder decoder;
static uint64_t seed = 1;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static void on_signal(int number)
{
    siglongjmp(escape, number);
}

static size_t text_length(uintptr_t pc)
{
    return pc - (uintptr_t)code < 65536 ? 65536 - (pc - (uintptr_t)code) : 0;
}

static int is_ours(uintptr_t pc)
{
    (void)pc;
    return 0;
}

static int lefts[5];
static uintptr_t left_at;
static void left(struct wd_flow_thread *t, uintptr_t pc, enum wd_left why)
{
    (void)t;
    lefts[why]++;
    left_at = pc;
}

/* What depends on where or when it runs, or on memory that is not the test's. */
static int unsuited(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o)
{
    switch (i->mnemonic) {
    case ZYDIS_MNEMONIC_RDTSC:
    case ZYDIS_MNEMONIC_RDTSCP:
    case ZYDIS_MNEMONIC_RDRAND:
    case ZYDIS_MNEMONIC_RDSEED:
    case ZYDIS_MNEMONIC_RDPID:
    case ZYDIS_MNEMONIC_CPUID:
    case ZYDIS_MNEMONIC_FXSAVE:
    case ZYDIS_MNEMONIC_FXSAVE64:
    case ZYDIS_MNEMONIC_FNSAVE:
    case ZYDIS_MNEMONIC_FNSTENV:
    case ZYDIS_MNEMONIC_XABORT: return 1;
    default: break;
    }
    if (i->meta.category == ZYDIS_CATEGORY_BITBYTE && o[0].type == ZYDIS_OPERAND_TYPE_MEMORY &&
        o[1].type == ZYDIS_OPERAND_TYPE_REGISTER)
        return 1; /* a bit that lies as far away as the register says */
    if (i->meta.category == ZYDIS_CATEGORY_XSAVE || i->meta.category == ZYDIS_CATEGORY_XSAVEOPT)
        return 1;
    for (int k = 0; k < i->operand_count; k++) {
        const ZydisDecodedOperand *p = &o[k];
        if (p->type == ZYDIS_OPERAND_TYPE_REGISTER && (p->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)) {
            ZydisRegister full = p->reg.value;
            static const ZydisRegister kept[] = { ZYDIS_REGISTER_RSP, ZYDIS_REGISTER_ESP, ZYDIS_REGISTER_SP,
                                                  ZYDIS_REGISTER_SPL, ZYDIS_REGISTER_RSI, ZYDIS_REGISTER_ESI,
                                                  ZYDIS_REGISTER_SI,  ZYDIS_REGISTER_SIL };
            for (size_t n = 0; n < sizeof kept / sizeof *kept; n++)
                if (full == kept[n])
                    return 1;
        }
        if (p->type == ZYDIS_OPERAND_TYPE_MEMORY &&
            (p->visibility != ZYDIS_OPERAND_VISIBILITY_EXPLICIT || p->mem.type == ZYDIS_MEMOP_TYPE_VSIB ||
             p->mem.segment == ZYDIS_REGISTER_FS || p->mem.segment == ZYDIS_REGISTER_GS))
            return 1;
    }
    return 0;
}

/* Random bytes that are an instruction; its memory operand is made [rsi + displacement] or [rip + …]. */
static int draw(uint8_t *bytes, uint8_t *rip)
{
    static const uint8_t starts[] = { 0x66, 0xf2, 0xf3, 0x48, 0x4c, 0x41, 0x45, 0x0f, 0xc5, 0xc4, 0x62, 0xf0 };
    for (int n = 0; n < 16; n++)
        bytes[n] = (uint8_t)(next_random() >> 11);
    int start = (int)(next_random() >> 13) % 24;
    if (start < 12)
        bytes[0] = starts[start];
    if (bytes[0] == 0xc4)
        bytes[1] = (uint8_t)((bytes[1] & 0xe0) | (1 + bytes[1] % 3));
    if (bytes[0] == 0x62)
        bytes[1] = (uint8_t)((bytes[1] & 0xf0) | (1 + bytes[1] % 3)), bytes[2] |= 4;
    ZydisDecodedInstruction i;
    ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT];
    for (int again = 0; again < 2; again++) {
        if (ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, bytes, 15, &i, o)))
            return 0;
        if (again || !i.raw.modrm.offset || i.raw.modrm.mod == 3)
            continue;
        *rip = next_random() & 1 << 9 ? 1 : 0;
        uint8_t *modrm = &bytes[i.raw.modrm.offset];
        *modrm = (uint8_t)((*modrm & 0x38) | (*rip ? 5 : 0x46)); /* [rip + 32 bits], [rsi + 8 bits] */
        modrm[1] &= 0x7f;
        if (i.attributes & ZYDIS_ATTRIB_HAS_REX && !*rip)
            bytes[i.raw.rex.offset] &= (uint8_t)~1;
        if (bytes[i.raw.vex.offset] == 0xc4 && i.encoding == ZYDIS_INSTRUCTION_ENCODING_VEX)
            bytes[i.raw.vex.offset + 1] |= 0x20;
        if (i.encoding == ZYDIS_INSTRUCTION_ENCODING_EVEX)
            bytes[i.raw.evex.offset + 1] |= 0x20;
    }
    if (*rip && i.raw.disp.size != 32)
        return 0; /* moves of control registers have no memory operand, whatever their mode says */
    struct wd_insn insn;
    wd_decode((uintptr_t)bytes, 16, &insn);
    return insn.transfer == WD_PLAIN && insn.length && !unsuited(&i, o) ? i.length : 0;
}

static struct state initial, native, translated;

/* x87, SSE, AVX and AVX-512 are compared, as far as this processor has them: it restores nothing else. */
static uint8_t components(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint8_t)(low & 0xe7);
}

static void randomise(struct state *s)
{
    for (int r = 0; r < 16; r++)
        s->gpr[r] = next_random() >> (next_random() % 64);
    s->gpr[4] = (uint64_t)stack + STACK / 2;
    s->gpr[6] = (uint64_t)data + 1024;
    s->gpr[7] = (uint64_t)data + 4096 + (next_random() & 0xff);
    s->flags = 0x202 | (next_random() & 0x8d5);
    for (int n = 160; n < 512; n++)
        s->xsave[n] = (uint8_t)(next_random() >> 9);
    for (int n = 576; n < 2688; n++)
        s->xsave[n] = (uint8_t)(next_random() >> 9);
    memset(s->xsave, 0, 160);
    s->xsave[0] = 0x7f, s->xsave[1] = 3;
    s->xsave[24] = 0x80, s->xsave[25] = 0x1f;
    memset(s->xsave + 512, 0, 64);
    s->xsave[512] = components();
}

static int run_at(struct state *s, uint64_t entry)
{
    volatile int number;
    memcpy(data, data_before, DATA);
    memset(stack, 0x5a, STACK);
    *s = initial;
    s->entry = entry;
    run_entry = entry;
    /* one that does not end by itself is not compared */
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){ .it_value = { .tv_sec = 2 } }, NULL);
    if ((number = sigsetjmp(escape, 1)) != 0) {
        __asm__ volatile("cld; emms" ::: "memory");
        return number;
    }
    run_state(s);
    return 0;
}

static void place(uint8_t **at, int which)
{
    uint8_t *begin = *at;
    memcpy(begin, pool[which].bytes, pool[which].length);
    if (pool[which].rip) {
        ZydisDecodedInstruction i;
        ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT];
        ZydisDecoderDecodeFull(&decoder, begin, 15, &i, o);
        int32_t distance = (int32_t)(data + 512 + (next_random() % 64) * 16 - (begin + i.length));
        memcpy(begin + i.raw.disp.offset, &distance, 4);
    }
    *at += pool[which].length;
}

/* False if nothing runs here. */
static int fill_pool(void)
{
    for (int draws = 0; pool_count < POOL; draws++) {
        if (pool_count == 0 && draws == POOL)
            return 0;
        uint8_t bytes[16], rip = 0, *at = code;
        int length = draw(bytes, &rip);
        if (!length)
            continue;
        memcpy(pool[pool_count].bytes, bytes, 16);
        pool[pool_count].length = (uint8_t)length;
        pool[pool_count].rip = rip;
        place(&at, pool_count);
        *at++ = 0xc3;
        randomise(&initial);
        if (run_at(&native, (uint64_t)code) == 0)
            pool_count++;
    }
    return 1;
}

static void plain_run(uint8_t **at, int most)
{
    for (int n = (int)(next_random() % (unsigned)most) + 1; n > 0; n--)
        place(at, (int)(next_random() % POOL));
}

/* A sequence with jumps, calls, indirect jumps, counted loops and stack traffic. */
static void build(void)
{
    uint8_t *at = code, *skip, *subroutine = code + 8192;
    uint8_t *sub_at = subroutine;
    plain_run(&sub_at, 4);
    if (next_random() & 64) {
        *sub_at++ = 0xc3;
    } else {
        memcpy(sub_at, "\xc2\x00\x00", 3);
        sub_at += 3;
    }
    for (int part = 0; part < 4; part++) {
        plain_run(&at, 5);
        int32_t distance;
        switch (next_random() % 7) {
        case 0: /* jcc over some */
            *at++ = (uint8_t)(0x70 | (next_random() & 15));
            skip = at++;
            plain_run(&at, 3);
            *skip = (uint8_t)(at - skip - 1);
            break;
        case 1: /* call */
            *at++ = 0xe8;
            distance = (int32_t)(subroutine - (at + 4));
            memcpy(at, &distance, 4);
            at += 4;
            break;
        case 2: /* lea rax, subroutine; call rax */
            memcpy(at, "\x48\x8d\x05", 3);
            distance = (int32_t)(subroutine - (at + 7));
            memcpy(at + 3, &distance, 4);
            memcpy(at + 7, "\xff\xd0", 2);
            at += 9;
            break;
        case 3: /* mov ecx, 3; some; loop */
            memcpy(at, "\x6a\x03\x59", 3);
            at += 3;
            skip = at;
            memcpy(at, "\x48\xff\xc0", 3);
            at += 3;
            *at++ = 0xe2;
            *at = (uint8_t)(skip - at - 1);
            at++;
            break;
        case 4: /* red zone */
            memcpy(at, "\x48\x89\x44\x24\xf8\x48\x8b\x5c\x24\xf8", 10);
            at += 10;
            break;
        case 5: /* push, pop, enter-like frames */
            memcpy(at, "\x55\x48\x89\xe5\x50\x41\x51\x41\x59\x58\xc9", 11);
            at += 11;
            break;
        default: /* jrcxz over some, and rep movsb */
            memcpy(at, "\xe3\x03\x48\xff\xc9", 5);
            at += 5;
            break;
        }
    }
    *at = 0xc3;
}

static void hide_places(struct state *s)
{
    memset(s->xsave + 8, 0, 16);   /* where the last x87 instruction and its operand were */
    memset(s->xsave + 6, 0, 2);    /* and which it was */
    memset(s->xsave + 520, 0, 56); /* the header's reserved part */
    s->entry = 0;
}

/* Registers whose bit is clear hold their initial values, of which the image says nothing. Where a register has that
 * value, the bit may be clear in one run and set in the other. */
static void complete(struct state *s)
{
    if (!(s->xsave[512] & 2))
        memset(s->xsave + 160, 0, 256);
    if (!(s->xsave[512] & 4))
        memset(s->xsave + 576, 0, 256);
    if (!(s->xsave[512] & 0x20))
        memset(s->xsave + 1088, 0, 64);
    if (!(s->xsave[512] & 0x40))
        memset(s->xsave + 1152, 0, 512);
    if (!(s->xsave[512] & 0x80))
        memset(s->xsave + 1664, 0, 1024);
    if (!(s->xsave[512] & 1)) {
        memset(s->xsave, 0, 6);
        s->xsave[0] = 0x7f, s->xsave[1] = 3; /* the control word that an unused x87 has */
        memset(s->xsave + 32, 0, 128);
    }
    memset(s->xsave + 512, 0, 8);
}

static void tell(const char *what, const struct wd_version *v)
{
    printf("%s differs, %s, seed %llx\n", what, v->learns ? "learning" : "learnt", (unsigned long long)seed);
    for (int r = 0; r < 16; r++)
        if (native.gpr[r] != translated.gpr[r])
            printf("  register %d: %llx, translated %llx\n", r, (unsigned long long)native.gpr[r],
                   (unsigned long long)translated.gpr[r]);
    for (int n = 0; n < 4096; n++)
        if (native.xsave[n] != translated.xsave[n]) {
            printf("  state at %d: %x, translated %x\n", n, native.xsave[n], translated.xsave[n]);
            break;
        }
    printf("  flags %llx, translated %llx\n ", (unsigned long long)native.flags, (unsigned long long)translated.flags);
    for (int n = 0; n < 160; n++)
        printf("%02x ", code[n]);
    printf("\n");
}

/* Ten ways of translating share the room; old ones are not used again. */
/* What the children have done, one after the other. */
static struct {
    long sequences, compared;
    uint64_t seed;
} * done;

static int compare(struct wd_version *v)
{
    static uint8_t memory[DATA], pushed[STACK];
    struct wd_flow_thread *t = &wd_flow_thread;
    uint64_t mask;
    if (run_at(&native, (uint64_t)code) != 0)
        return 0;
    done->compared++;
    memcpy(memory, data, DATA);
    memcpy(pushed, stack, STACK);
    hide_places(&native);
    complete(&native);
    for (int round = 0; round < 2; round++) {
        t->log = (uint64_t)t->log_begin;
        t->budget = 100000;
        t->section = (struct wd_section *)t;
        wd_translate_lock(&mask);
        uint8_t *entry = wd_translate(v, (uintptr_t)code);
        wd_translate_unlock(&mask);
        if (!entry)
            return -1;
        int number = run_at(&translated, (uint64_t)entry);
        if (number) {
            printf("signal %d in translation, not in the original\n", number);
            tell("outcome", v);
            return 1;
        }
        hide_places(&translated);
        complete(&translated);
        if (memcmp(&native, &translated, sizeof native) != 0)
            return tell("state", v), 1;
        if (memcmp(memory, data, DATA) != 0)
            return tell("memory", v), 1;
        if (memcmp(pushed + STACK / 2 - 256, stack + STACK / 2 - 256, STACK / 2) != 0)
            return tell("stack", v), 1;
        if (lefts[WD_LEFT_FULL]) {
            lefts[WD_LEFT_FULL] = 0;
            return -1;
        }
        if (left_at != (uintptr_t)run_back || t->section)
            return tell("where it was left", v), 1;
    }
    return 0;
}

enum { DIFFERS = 1, FULL = 2 };

/* Memory for copies is never given back, so a child goes on until there is none, and leaves the rest to the next. */
static int run_until_full(long limit, time_t end)
{
    static struct wd_version versions[2];
    seed = done->seed;
    while (done->sequences < limit && (!end || time(NULL) < end)) {
        done->sequences++;
        for (int learns = 0; learns < 2; learns++) {
            struct wd_version *v = &versions[learns];
            if (v->table)
                munmap(v->table, v->slots * sizeof *v->table);
            wd_version_begin(v, learns, 256);
            if (learns == 0)
                build(), randomise(&initial);
            v->learnt_count = 0;
            int outcome = compare(v);
            done->seed = seed;
            if (outcome)
                return outcome < 0 ? FULL : DIFFERS;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    char error[200];
    long seconds = argc > 1 ? atol(argv[1]) : 0, limit = argc > 1 ? 1L << 60 : 4000;
    seed = argc > 2 ? strtoull(argv[2], NULL, 16) : 0x9E3779B97F4A7C15u;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    wd_translate_text = text_length;
    wd_translate_is_ours = is_ours;
    wd_translate_left = left;
    if (wd_translate_open(error, sizeof error) != 0)
        return printf("%s\n", error), 1;
    code = mmap(NULL, 65536 + DATA, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    data = code + 65536;
    stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    wd_flow_thread.log_begin = aligned_alloc(WD_LOG_BYTES, WD_LOG_BYTES);
    for (int n = 0; n < DATA; n++)
        data_before[n] = (uint8_t)(next_random() >> 5);
    stack_t alternate = { .ss_sp = malloc(65536), .ss_size = 65536 };
    sigaltstack(&alternate, NULL);
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER };
    static const int signals[] = { SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGTRAP, SIGVTALRM };
    for (size_t n = 0; n < sizeof signals / sizeof *signals; n++)
        sigaction(signals[n], &action, NULL);
    if (!fill_pool())
        return printf("no instruction runs here\n"), 1;
    done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    done->seed = seed;
    time_t end = seconds ? time(NULL) + seconds : 0;
    for (int status = FULL; status == FULL;) {
        pid_t child = fork();
        if (child == 0)
            exit(run_until_full(limit, end));
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
            return printf("a sequence has ended the process\n"), 1;
        status = WEXITSTATUS(status);
        if (status == DIFFERS)
            return 1;
    }
    printf("%ld sequences of %d instructions, %ld compared: no difference\n", done->sequences, pool_count,
           done->compared);
    return done->compared < done->sequences; /* most of them end */
}
