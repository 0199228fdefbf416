/* SPDX-License-Identifier: Apache-2.0 */
/* opening.h: for the other wrappers that bring descriptors. */
#ifndef WD_WRAP_OPENING_H
#define WD_WRAP_OPENING_H

/* `to` is the same open file as `from`, which it was not before. */
void wd_descriptor_duplicated(int from, int to);

#endif
