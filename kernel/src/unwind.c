/* SPDX-License-Identifier: Apache-2.0 */
#include "unwind.h"

#include <string.h>

#include "process_code.h"

struct walk {
    const struct wd_stack_event *stack;
    uint64_t address[WD_UNWIND_DEPTH];
    uint32_t n;
};

static void found(struct walk *walk, uint64_t address)
{
    if (walk->n < WD_UNWIND_DEPTH)
        walk->address[walk->n++] = address;
}

/* Which word of the copy is at the address; the number of words if none. */
static uint32_t word_at(const struct wd_stack_event *stack, uint64_t address)
{
    uint64_t offset = address - stack->sp;
    return address % 8 == 0 && offset / 8 < stack->words ? (uint32_t)(offset / 8) : stack->words;
}

/* A saved frame pointer and a return address, which lead outwards. */
static int is_frame(const struct wd_stack_event *stack, uint32_t i)
{
    if (i + 1 >= stack->words)
        return 0;
    uint64_t outer = stack->word[i];
    return outer > stack->sp + 8ull * i && outer < stack->sp + (1u << 20) &&
           wd_code_returns_to(stack->pid, stack->word[i + 1]);
}

/* Follows frame pointers from word `i` on. Returns how many frames there were. */
static uint32_t follow(struct walk *walk, uint32_t i)
{
    const struct wd_stack_event *stack = walk->stack;
    uint32_t before = walk->n;
    while (is_frame(stack, i)) {
        found(walk, stack->word[i + 1] - 1);
        i = word_at(stack, stack->word[i]);
    }
    if (i + 1 < stack->words && wd_code_returns_to(stack->pid, stack->word[i + 1]))
        found(walk, stack->word[i + 1] - 1); /* the outermost, which links to nothing */
    return walk->n - before;
}

/* Where the function returns to that was called by the one whose frame is at word `i`. */
static void caller_before(struct walk *walk, uint32_t i)
{
    const struct wd_stack_event *stack = walk->stack;
    while (i-- > 0)
        if (wd_code_is_at(stack->pid, stack->word[i]) && wd_code_returns_to(stack->pid, stack->word[i])) {
            found(walk, stack->word[i] - 1);
            return;
        }
}

/* libc's functions keep no frame pointers: the chain begins at the first frame of the program's own. */
static int by_frame_pointers(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->stack->words; i++) {
        struct walk attempt = *walk;
        caller_before(&attempt, i);
        if (is_frame(walk->stack, i) && follow(&attempt, i) >= 2) {
            *walk = attempt;
            return 1;
        }
    }
    return 0;
}

static void by_return_addresses(struct walk *walk)
{
    const struct wd_stack_event *stack = walk->stack;
    for (uint32_t i = 0; i < stack->words; i++)
        if (wd_code_is_at(stack->pid, stack->word[i]) && wd_code_returns_to(stack->pid, stack->word[i]))
            found(walk, stack->word[i] - 1);
}

uint32_t wd_unwind(const struct wd_stack_event *stack, char names[][WD_UNWIND_NAME])
{
    struct walk walk = { .stack = stack };
    uint32_t n = 0;
    found(&walk, stack->ip);
    if (!by_frame_pointers(&walk))
        by_return_addresses(&walk);
    for (uint32_t i = 0; i < walk.n; i++) {
        wd_code_name(stack->pid, walk.address[i], names[n], WD_UNWIND_NAME);
        if (n == 0 || strcmp(names[n], names[n - 1]) != 0)
            n++;
    }
    return n;
}
