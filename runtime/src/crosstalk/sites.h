/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sites.h: names for what the wrappers noted as addresses. Reads the symbol
 * tables of files and takes the dynamic linker's lock: for the flusher.
 */
#ifndef WD_SITES_H
#define WD_SITES_H

#include "contexts/context.h"

/* For the keys of waits.h: the context (root, CALL_PATH) of a path, the name of
 * a lock. What has no WD_UNNAMED bit is returned as it is; what cannot be
 * named is 0. */
whodunit_context wd_site_path(uint32_t path);
wd_name wd_site_lock(uint32_t lock);

#endif
