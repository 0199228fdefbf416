/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lists.h: whole lists of items that a section takes over at once, to go through
 * them afterwards. They are nobody's, and so the thread works for nobody from
 * then on.
 */
#ifndef WD_FLOWS_LISTS_H
#define WD_FLOWS_LISTS_H

#include <stdint.h>

#include "flows/dataflow.h"

/* Does another item hang on it that this section has not seen? Then it is a list that is taken as a whole. `store`: has
 * put that one there; 0: it is not known any more. */
int wd_lists_hang_on(const struct wd_dataflow *dataflow, const struct wd_entry *item, uint32_t *store);

/* Was the item moved, of a list whose both ends were taken away from where they were, and put elsewhere? What is put
 * elsewhere is in the effects. An item that another one is unlinked from is none. */
int wd_lists_move(struct wd_dataflow *dataflow, const struct wd_effect *effects, int count, int item);

#endif
