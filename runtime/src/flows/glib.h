/* SPDX-License-Identifier: Apache-2.0 */
/*
 * glib.h: glib's own locks (GMutex is a futex), and its queue between threads.
 *
 * What a program calls is wrapped, as pthread's functions are. Within glib
 * these functions call each other directly: a copy of glib's code is led to
 * the wrappers where it calls them.
 */
#ifndef WD_FLOWS_GLIB_H
#define WD_FLOWS_GLIB_H

/* Once, where sections are looked at. */
void wd_glib_open(void);

#endif
