/* SPDX-License-Identifier: Apache-2.0 */
/* library_queues.h: the queues between threads of glib and of apr, and one with C11's locks, in the oracle's shape.
 * NULL of a get: the end. */
#ifndef LIBRARY_QUEUES_H
#define LIBRARY_QUEUES_H

struct item;

void library_queues_open(void);

/* All that get, at the end: as many as are told. */
void library_queues_end(int consumers);

void glib_put(struct item *item);
struct item *glib_get(void);
void apr_put(struct item *item);
struct item *apr_get(void);
void c11_put(struct item *item);
struct item *c11_get(void);

#endif
