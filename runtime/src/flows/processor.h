/* SPDX-License-Identifier: Apache-2.0 */
/* processor.h: can copies of code be executed here? */
#ifndef WD_FLOWS_PROCESSOR_H
#define WD_FLOWS_PROCESSOR_H

/* xsave and lahf, and no shadow stack. */
int wd_processor_can(void);

#endif
