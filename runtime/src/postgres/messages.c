/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/messages.h"

#include <string.h>

#include "contexts/wire.h"

static const char version[] = "whodunit/1/";
enum { VERSION = sizeof version - 1 };

int wd_pg_announcement(const char *name, size_t length, struct wd_pg_label *label)
{
    if (length < VERSION || memcmp(name, version, VERSION) != 0)
        return 0;
    *label = (struct wd_pg_label){ 0 };
    return wd_wire_parse(name + VERSION, length - VERSION, &label->uid, &label->synopsis) ? 1 : -1;
}
