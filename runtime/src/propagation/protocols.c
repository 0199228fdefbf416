#include "propagation/protocols.h"

#define PROTOCOL(name) extern const struct wd_protocol wd_##name##_protocol;
#include "propagation/protocols.list"
#undef PROTOCOL

const struct wd_protocol *const wd_protocols[] = {
#define PROTOCOL(name) &wd_##name##_protocol,
#include "propagation/protocols.list"
#undef PROTOCOL
    NULL
};

_Static_assert(sizeof wd_protocols / sizeof *wd_protocols - 1 <= WD_FD_PROTOCOLS, "no bit is left for a protocol");
