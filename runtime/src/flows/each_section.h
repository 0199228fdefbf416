/* SPDX-License-Identifier: Apache-2.0 */
/*
 * each_section.h: functions that most sections of a site that is known pass through lie together: a server has long
 * needed the caches for itself when the next one comes.
 */
#ifndef WD_FLOWS_EACH_SECTION_H
#define WD_FLOWS_EACH_SECTION_H

#define WD_EACH_SECTION __attribute__((hot))

#endif
