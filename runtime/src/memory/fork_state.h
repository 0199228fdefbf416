/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fork_state.h: what a fork changes lies together. After a fork each page that is
 * written first is copied, in the parent and in the child; children are to live
 * no longer for being recorded. Handlers of pthread_atfork write to variables that
 * are declared with WD_FORK_STATE, and to others only where they must change.
 */
#ifndef WD_FORK_STATE_H
#define WD_FORK_STATE_H

#define WD_FORK_STATE __attribute__((section("wd_fork_state")))

#endif
