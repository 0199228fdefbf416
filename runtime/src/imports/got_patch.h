/* SPDX-License-Identifier: Apache-2.0 */
/*
 * got_patch.h: where a loaded library keeps the address of a function that it imports.
 */
#ifndef WD_GOT_PATCH_H
#define WD_GOT_PATCH_H

#include <stddef.h>

/* Points the import `symbol` of `library` (a dlopen handle) at `function`, for
 * that library only. Returns what it pointed at, or NULL if there is no such
 * import or its page cannot be written. Not signal-safe; nobody else may be
 * calling through the import. */
void *wd_got_patch(void *library, const char *symbol, void *function);

#define WD_GOT_ALL (~0ULL)

/* Points the import `symbol` of each loaded library that points at `from` at `to`. NULL: at whatever, also where it is
 * not looked up yet, but for the library whose symbol that is. Only of the `newest` libraries, the last to come. Not
 * signal-safe. */
void wd_got_repoint(const char *symbol, void *from, void *to, unsigned long long newest);

struct link_map;

/* Points each imported function for which `instead` has another one, at that:
 * instead(symbol, arg) returns it, or NULL. For a library that nobody has called
 * into yet, or whose callers may reach either one. Not signal-safe. */
void wd_got_redirect(const struct link_map *library, void *(*instead)(const char *symbol, void *arg), void *arg);

/* Puts `value` where an address of a function is kept that a library has, in a table that may be read-only. False if
 * that cannot be. Not signal-safe. */
int wd_got_write(void **slot, void *value);

/* The names of the libraries that it needs, one after the other; NULL behind the last one. */
const char *wd_got_needed(const struct link_map *library, size_t index);

#endif
