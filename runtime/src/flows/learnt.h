/* SPDX-License-Identifier: Apache-2.0 */
/* learnt.h: what a section does whose site is known: only the learnt stores and loads were logged. */
#ifndef WD_FLOWS_LEARNT_H
#define WD_FLOWS_LEARNT_H

#include "flows/open_section.h"

/* With the lock of the host still held. What the section takes over is in it afterwards. Returns
 * 1 if it has put something in or taken something out. */
int wd_learnt_publish(struct wd_flow_thread *thread, struct wd_section *section);

#endif
