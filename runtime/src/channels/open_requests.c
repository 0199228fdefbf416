/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/open_requests.h"

#define WORDS_OF(bits) ((bits) / 64 + 1)
#define NONE UINT32_MAX

/* A bit for each number; for each word of these, and of those, that has ever had one. A request that is over has its
 * bit until somebody comes by. */
static uint64_t numbers[WORDS_OF(WD_CHANNELS)];
static uint64_t words[WORDS_OF(WORDS_OF(WD_CHANNELS))];
static uint64_t groups[WORDS_OF(WORDS_OF(WORDS_OF(WD_CHANNELS)))];

static uint64_t bit(uint32_t number)
{
    return UINT64_C(1) << number % 64;
}

static void set(uint64_t *bits, uint32_t number)
{
    if (!(__atomic_load_n(&bits[number / 64], __ATOMIC_RELAXED) & bit(number)))
        __atomic_fetch_or(&bits[number / 64], bit(number), __ATOMIC_RELEASE);
}

/* The number's bit is set even where it is: who clears it at this moment has to see that the request is open. */
void wd_open_requests_add(int fd)
{
    uint32_t number = (uint32_t)fd;
    if (number >= WD_CHANNELS)
        return;
    if (!__atomic_load_n(&numbers[number / 64],
                         __ATOMIC_RELAXED)) { /* else whoever has set another one has done that */
        set(groups, number / 64 / 64);
        set(words, number / 64);
    }
    __atomic_fetch_or(&numbers[number / 64], bit(number), __ATOMIC_ACQ_REL);
}

/* One that is opened just now keeps its bit, or gets it again. */
static int is_open_or_leaves(int fd)
{
    const struct wd_channel *channel = wd_channel(fd);
    if (wd_request_is_open(channel))
        return 1;
    __atomic_fetch_and(&numbers[fd / 64], ~bit((uint32_t)fd), __ATOMIC_ACQ_REL);
    if (wd_request_is_open(channel))
        wd_open_requests_add(fd);
    return 0;
}

/* The first that is set in a word, from that bit on. */
static uint32_t first_of(const uint64_t *bits, uint32_t word, uint32_t from)
{
    uint64_t all = __atomic_load_n(&bits[word], __ATOMIC_ACQUIRE);
    if (word == from / 64)
        all &= ~(bit(from) - 1);
    return all ? word * 64 + (uint32_t)__builtin_ctzll(all) : NONE;
}

static uint32_t next_group(uint32_t from)
{
    uint32_t found = NONE;
    for (uint32_t i = from / 64; i < sizeof groups / sizeof *groups && found == NONE; i++)
        found = first_of(groups, i, from);
    return found;
}

static uint32_t next_word(uint32_t from)
{
    uint32_t found = NONE;
    for (uint32_t group = next_group(from / 64); group != NONE && found == NONE; group = next_group(group + 1))
        found = first_of(words, group, from);
    return found;
}

int wd_open_requests_next(struct wd_open_requests_walk *walk)
{
    for (;;) {
        while (walk->bits) {
            int fd = (int)walk->word * 64 + __builtin_ctzll(walk->bits);
            walk->bits &= walk->bits - 1;
            if (is_open_or_leaves(fd))
                return fd;
        }
        uint32_t word = next_word(walk->from);
        if (word == NONE)
            return -1;
        walk->word = word;
        walk->from = word + 1;
        walk->bits = __atomic_load_n(&numbers[word], __ATOMIC_ACQUIRE);
    }
}
