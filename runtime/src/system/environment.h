/* SPDX-License-Identifier: Apache-2.0 */
/*
 * environment.h: the environment that the process began with. The host may change its
 * own at any time, without a lock (PostgreSQL moves all of it as it starts), so
 * getenv() of a thread that is not the host's would read freed memory.
 */
#ifndef WD_ENVIRONMENT_H
#define WD_ENVIRONMENT_H

/* In place of getenv(), for the few names that are asked for after the beginning; they are listed in environment.c.
 * NULL: not set, too long, or none of them. What it returns stays. Any thread, any signal handler. */
const char *wd_environment(const char *name);

/* In place of strerror(), which looks for the language in the environment. In English. */
const char *wd_error_text(int error);

#endif
