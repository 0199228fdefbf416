/* SPDX-License-Identifier: Apache-2.0 */
/*
 * path_memo.h: the context that a call path became before, by its key.
 *
 * It forgets what it has no room for, and can be wrong only where the keys of
 * path_key.h are; so some of its answers are held against a full walk.
 */
#ifndef WD_PATH_MEMO_H
#define WD_PATH_MEMO_H

#include "path_key.h"
#include "whodunit.h"

/* What a hit is worth. */
enum wd_path_memo_answer { WD_PATH_UNKNOWN, WD_PATH_KNOWN, WD_PATH_TO_BE_CHECKED };

/* Lock-free. `context` is set unless the answer is UNKNOWN. */
enum wd_path_memo_answer wd_path_memo_find(const struct wd_path_key *key, whodunit_context *context);

/* What a full walk found, where `answer` was not KNOWN. Where it disagrees with
 * what was `remembered`, the memo never answers again. Lock-free. */
void wd_path_memo_learn(const struct wd_path_key *key, enum wd_path_memo_answer answer, whodunit_context remembered,
                        whodunit_context walked);

#endif
