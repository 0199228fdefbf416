/* SPDX-License-Identifier: Apache-2.0 */
/*
 * got_patch.h: where a loaded library keeps the address of a function that it imports.
 */
#ifndef WD_GOT_PATCH_H
#define WD_GOT_PATCH_H

/* Points the import `symbol` of `library` (a dlopen handle) at `function`, for
 * that library only. Returns what it pointed at, or NULL if there is no such
 * import or its page cannot be written. Not signal-safe; nobody else may be
 * calling through the import. */
void *wd_got_patch(void *library, const char *symbol, void *function);

#endif
