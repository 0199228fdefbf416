/* SPDX-License-Identifier: Apache-2.0 */
/*
 * each_message.h: variables that are read for each message that is followed, and
 * seldom written, lie together: a server has long needed the caches for itself when
 * the next one comes, and each line that is fetched again costs more than a dozen
 * instructions.
 */
#ifndef WD_EACH_MESSAGE_H
#define WD_EACH_MESSAGE_H

#define WD_EACH_MESSAGE __attribute__((section("wd_each_message")))

#endif
