/* SPDX-License-Identifier: Apache-2.0 */
/*
 * class_filter.h: which classes the Java half wants to see, so that it is not
 * asked for each one that is loaded.
 */
#ifndef WD_CLASS_FILTER_H
#define WD_CLASS_FILTER_H

#include <stddef.h>

/* Adds a class's name, with slashes, copied; one that ends in '$' stands for
 * all names that begin so. Once for each, before the first look-up and in one
 * thread. False if there is no room left. */
int wd_class_filter_add(const char *name);

/* Whether the name was added or begins with one that stands for many. Any
 * thread, once all were added; no lock, no allocation. One pass over the name. */
int wd_class_filter_has(const char *name);

#endif
