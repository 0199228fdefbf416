/* SPDX-License-Identifier: Apache-2.0 */
/* paths.h: contexts in words, for assertions. */
#ifndef TEST_PATHS_H
#define TEST_PATHS_H

#include "whodunit.h"

/* "accept_cb > read_cb": the path without the handlers' addresses; static, good
 * until the fourth next call. */
const char *path_of(whodunit_context context);

/* path_of the calling thread's context. */
const char *path(void);

#endif
