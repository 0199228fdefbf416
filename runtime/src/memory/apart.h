/* SPDX-License-Identifier: Apache-2.0 */
/* apart.h: what most messages have no use for, in a function of its own: what they pass through saves fewer registers.
 */
#ifndef WD_APART_H
#define WD_APART_H

#define WD_APART __attribute__((noinline))

#endif
