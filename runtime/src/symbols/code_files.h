/* SPDX-License-Identifier: Apache-2.0 */
/*
 * code_files.h: the files whose code is mapped into the process, as the kernel
 * lists them, and which build each is of. For one thread at a time; not for
 * signal handlers. Takes no lock of the dynamic linker.
 */
#ifndef WD_CODE_FILES_H
#define WD_CODE_FILES_H

#include <stddef.h>
#include <stdint.h>

#include "symbols/build_id.h"

/* One executable mapping of a file. */
struct wd_code_file {
    char path
        [1024]; /* the kernel's text: a newline is \012, a file that was gone when first seen ends in " (deleted)" */
    uint64_t start, end, offset; /* addresses of the process; where in the file `start` is */
    uint64_t inode;
    size_t build_id_size; /* 0: not known */
    uint8_t build_id[WD_BUILD_ID_SIZE];
    uint32_t seen; /* number of the last look that found it */
};

/* Looks what is mapped now. A file is read when it is first seen; one that
 * cannot be read, is deleted, or whose mapping is shared, has no build-id. One
 * that is deleted later keeps what it had. Files with longer paths than fit and
 * more than 2048 are left out. */
void wd_code_files_look(void);

/* The next file after *position, which begins at 0, that was mapped at the last
 * look or the one before, so that what has been unloaded in between is there;
 * NULL at the end. Valid until the next look. */
const struct wd_code_file *wd_code_files_next(size_t *position);

#endif
