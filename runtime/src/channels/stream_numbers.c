/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/stream_numbers.h"

#include "channels/channel.h"

#define WORDS (WD_CHANNEL_STREAMS / 64)

static uint64_t taken[WORDS];

static int take_of(uint32_t word)
{
    uint64_t bits = __atomic_load_n(&taken[word], __ATOMIC_RELAXED);
    while (~bits) {
        int bit = __builtin_ctzll(~bits);
        if (__atomic_compare_exchange_n(&taken[word], &bits, bits | UINT64_C(1) << bit, 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return WD_DESCRIPTORS + (int)word * 64 + bit;
    }
    return -1;
}

int wd_stream_number_take(uint32_t among)
{
    int number = -1;
    for (uint32_t word = 0; word < among / 64 && number < 0; word++)
        number = take_of(word);
    return number;
}

void wd_stream_number_give_back(int number)
{
    uint32_t index = (uint32_t)(number - WD_DESCRIPTORS);
    if (index < WD_CHANNEL_STREAMS)
        __atomic_fetch_and(&taken[index / 64], ~(UINT64_C(1) << index % 64), __ATOMIC_RELEASE);
}
