/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wire.h: contexts on the wire: the uid of this process, the wire form of synopses
 * (docs/architecture.md, "On the wire").
 */
#ifndef WD_WIRE_H
#define WD_WIRE_H

#include "whodunit.h"

/* Random 64-bit id of this process instance, never 0; a new one after fork. */
uint64_t wd_process_uid(void);

/* Writes exactly WHODUNIT_WIRE_LENGTH characters, no NUL. Signal-safe. */
void wd_wire_format(uint64_t uid, uint32_t synopsis, char *out);

/* True and fills uid and synopsis only if `text` is exactly a well-formed wire
 * form (lower-case hex, uid not 0, synopsis not 0). Signal-safe. */
int wd_wire_parse(const char *text, size_t length, uint64_t *uid, uint32_t *synopsis);

#endif
