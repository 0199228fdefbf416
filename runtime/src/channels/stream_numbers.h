/* SPDX-License-Identifier: Apache-2.0 */
/* stream_numbers.h: numbers above all descriptors, for requests that share one. Signal-safe; takes no lock. */
#ifndef WD_CHANNELS_STREAM_NUMBERS_H
#define WD_CHANNELS_STREAM_NUMBERS_H

/* -1: all are taken. */
int wd_stream_number_take(void);
void wd_stream_number_give_back(int number);

#endif
