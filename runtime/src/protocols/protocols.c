/* SPDX-License-Identifier: Apache-2.0 */
/* protocols.c: the one file that names them all (protocols.list). */
#include "propagation/connections.h"
#include "propagation/dispatch.h"

#define PROTOCOL(name) extern const struct wd_protocol wd_##name##_protocol;
#define RULES(name) PROTOCOL(name)
#include "protocols/protocols.list"
#undef PROTOCOL
#undef RULES

static const struct wd_protocol *const protocols[] = {
#define PROTOCOL(name) &wd_##name##_protocol,
#define RULES(name)
#include "protocols/protocols.list"
#undef PROTOCOL
#undef RULES
    NULL
};

static const struct wd_protocol *const rules[] = {
#define PROTOCOL(name)
#define RULES(name) &wd_##name##_protocol,
#include "protocols/protocols.list"
    NULL
};

_Static_assert(sizeof protocols / sizeof *protocols - 1 <= WD_FD_PROTOCOLS, "no bit is left for a protocol");

__attribute__((constructor(101))) static void begin(void)
{
    wd_protocols = protocols;
    wd_rules = rules;
    wd_connections_reserve();
}
