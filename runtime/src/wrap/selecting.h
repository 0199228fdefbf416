/* SPDX-License-Identifier: Apache-2.0 */
/* selecting.h: the descriptors that a call of select waits for, as protocols are told of those of poll. */
#ifndef WD_WRAP_SELECTING_H
#define WD_WRAP_SELECTING_H

#include <sys/select.h>

/* Before the call, which may be refused. */
void wd_selects(int n, const fd_set *read, const fd_set *write, const fd_set *except);

#endif
