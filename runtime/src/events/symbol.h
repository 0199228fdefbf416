/* symbol.h: what a function is called, and where it lies in its module's file. */
#ifndef WD_EVENTS_SYMBOL_H
#define WD_EVENTS_SYMBOL_H

#include <stdint.h>

struct wd_symbol {
    char module[128];  /* base name of the file */
    char name[256];    /* empty if the file does not tell */
    uintptr_t address; /* as the file's symbol table counts */
};

/* False if no module holds the address. Static functions are found too where
 * the file is not stripped. Opens and reads the file: not signal-safe. */
int wd_symbol_find(uintptr_t function, struct wd_symbol *symbol);

#endif
