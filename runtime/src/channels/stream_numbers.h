/* SPDX-License-Identifier: Apache-2.0 */
/* stream_numbers.h: numbers above all descriptors, for requests that share one. Signal-safe; takes no lock. */
#ifndef WD_CHANNELS_STREAM_NUMBERS_H
#define WD_CHANNELS_STREAM_NUMBERS_H

#include <stdint.h>

/* Of the first `among` of WD_CHANNEL_STREAMS, in steps of 64; -1: all of these are taken. */
int wd_stream_number_take(uint32_t among);
void wd_stream_number_give_back(int number);

#endif
