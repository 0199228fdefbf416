/*
 * import.h: where a loaded library keeps the address of a function that it imports.
 */
#ifndef WD_IMPORT_H
#define WD_IMPORT_H

/* Points the import `symbol` of `library` (a dlopen handle) at `function`, for
 * that library only. Returns what it pointed at, or NULL if there is no such
 * import or its page cannot be written. Not signal-safe; nobody else may be
 * calling through the import. */
void *wd_import_replace(void *library, const char *symbol, void *function);

#endif
