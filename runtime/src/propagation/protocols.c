#include "propagation/protocols.h"

#define PROTOCOL(name) extern const struct wd_protocol wd_##name##_protocol;
#define RULES(name) PROTOCOL(name)
#include "propagation/protocols.list"
#undef PROTOCOL
#undef RULES

const struct wd_protocol *const wd_protocols[] = {
#define PROTOCOL(name) &wd_##name##_protocol,
#define RULES(name)
#include "propagation/protocols.list"
#undef PROTOCOL
#undef RULES
    NULL
};

const struct wd_protocol *const wd_rules[] = {
#define PROTOCOL(name)
#define RULES(name) &wd_##name##_protocol,
#include "propagation/protocols.list"
    NULL
};

_Static_assert(sizeof wd_protocols / sizeof *wd_protocols - 1 <= WD_FD_PROTOCOLS, "no bit is left for a protocol");
