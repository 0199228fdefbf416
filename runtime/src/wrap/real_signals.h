/* SPDX-License-Identifier: Apache-2.0 */
/*
 * real_signals.h: the functions behind the wrappers of calls on signals. They are
 * looked up in a constructor; whoever calls earlier looks them up himself, when
 * there is one thread and no signal yet.
 */
#ifndef WD_REAL_SIGNALS_H
#define WD_REAL_SIGNALS_H

#include <signal.h>

#include "wrap/real.h"

#define REAL_SIGNAL(name) (real.name ? real.name : (__typeof__(real.name))dlsym(RTLD_NEXT, #name))

#endif
