/* SPDX-License-Identifier: Apache-2.0 */
#include "unwind.h"

#include <string.h>

#include "process_code.h"

struct walk {
    const struct wd_stack_event *stack;
    const uint8_t *returns; /* of each word: does a call return there? */
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

/* A return address behind word `i`. */
static int returns_behind(const struct walk *walk, uint32_t i)
{
    return i + 1 < walk->stack->words && walk->returns[i + 1];
}

/* A saved frame pointer and a return address, which lead outwards. */
static int is_frame(const struct walk *walk, uint32_t i)
{
    const struct wd_stack_event *stack = walk->stack;
    return returns_behind(walk, i) && stack->word[i] > stack->sp + 8ull * i && stack->word[i] < stack->sp + (1u << 20);
}

/* Follows frame pointers from word `i` on. Returns how many frames there were. */
static uint32_t follow(struct walk *walk, uint32_t i)
{
    const struct wd_stack_event *stack = walk->stack;
    uint32_t before = walk->n;
    while (is_frame(walk, i)) {
        found(walk, stack->word[i + 1] - 1);
        i = word_at(stack, stack->word[i]);
    }
    if (returns_behind(walk, i))
        found(walk, stack->word[i + 1] - 1); /* the outermost, which links to nothing */
    return walk->n - before;
}

/* Where the function returns to that was called by the one whose frame is at word `i`. */
static void caller_before(struct walk *walk, uint32_t i)
{
    while (i-- > 0)
        if (walk->returns[i]) {
            found(walk, walk->stack->word[i] - 1);
            return;
        }
}

/* libc's functions keep no frame pointers: the chain begins at the first frame of the program's own. */
static int by_frame_pointers(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->stack->words; i++) {
        if (!is_frame(walk, i))
            continue;
        struct walk attempt = *walk;
        caller_before(&attempt, i);
        if (follow(&attempt, i) >= 2) {
            *walk = attempt;
            return 1;
        }
    }
    return 0;
}

static void by_return_addresses(struct walk *walk)
{
    for (uint32_t i = 0; i < walk->stack->words; i++)
        if (walk->returns[i])
            found(walk, walk->stack->word[i] - 1);
}

uint32_t wd_unwind(const struct wd_stack_event *stack, char names[][WD_UNWIND_NAME])
{
    uint8_t returns[WD_STACK_WORDS];
    struct walk walk = { .stack = stack, .returns = returns };
    struct wd_code *code = wd_code_of(stack->pid, stack->program);
    uint32_t n = 0;
    if (!code)
        return 0;
    wd_code_look_for(code, &stack->ip, 1);
    wd_code_look_for(code, stack->word, stack->words);
    for (uint32_t i = 0; i < stack->words; i++)
        returns[i] = (uint8_t)wd_code_returns_to(code, stack->word[i]);
    found(&walk, stack->ip);
    if (!by_frame_pointers(&walk))
        by_return_addresses(&walk);
    for (uint32_t i = 0; i < walk.n; i++) {
        wd_code_name(code, walk.address[i], names[n], WD_UNWIND_NAME);
        if (n == 0 || strcmp(names[n], names[n - 1]) != 0)
            n++;
    }
    return n;
}
