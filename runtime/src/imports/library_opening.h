/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library_opening.h: dlopen as the program calls it.
 *
 * Where dlopen looks for a library that is not named by its path depends on who
 * calls it (its RUNPATH). So such a call must jump to the real one with the
 * caller's own return address, and nothing can be done behind it: the sampler
 * learns of that library, and of the threads that it begins, when it begins its
 * next file. A call with a path comes back to us where somebody is to learn of it.
 * Of the caller's it has no more need but for an old DT_RPATH of a library, by
 * which what the opened one needs may be found: that is not seen here.
 *
 * - The sampler is told of the library at once. It wants to be called in place of
 *   dlopen by all libraries, which takes their callers' places.
 * - A library that is opened with RTLD_DEEPBIND, as php opens its extensions,
 *   binds to libc's functions and not to ours of the same names. Its imports,
 *   and those of the libraries that came with it, are pointed at ours.
 */
#ifndef WD_LIBRARY_OPENING_H
#define WD_LIBRARY_OPENING_H

/* The sampler has put its own dlopen into all imports, ours included: this one
 * comes back there, and tells the sampler's. Not signal-safe; once. */
void wd_library_opening_tell(void);

/* `opened` is told of each library that is opened by its path, on the thread that has opened it. Once. */
void wd_library_opening_watch(void (*opened)(void *library));

#endif
