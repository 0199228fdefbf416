/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options.h: settings of the recording side, from WHODUNIT_* and agent options (docs/architecture.md).
 */
#ifndef WD_OPTIONS_H
#define WD_OPTIONS_H

#include <stdint.h>

struct wd_options {
    char dir[1024];
    char tier[128]; /* the role of the process */
    char engine[16];
    char events[8];
    char application[512]; /* which Java methods are the application's own, for the reader (docs/java.md) */
    uint64_t interval_ns;
    uint64_t rotate_ns;
    char routes[1024]; /* a file of patterns for requests' names, or "" */
    int record;
    int publish;  /* contexts can be read by other programs */
    int messages; /* contexts go with messages on channels */
    int crosstalk;
    int requests;      /* a JVM's agent begins transactions where servers take up requests */
    int trust_baggage; /* contexts that arrive in W3C baggage are taken over */
};

/* Defaults, then WHODUNIT_DIR, _TIER (of old: _STAGE), _ENGINE, _EVENTS, _INTERVAL, _ROTATE, _RECORD, _CROSSTALK,
 * _REQUESTS, _BAGGAGE, _MESSAGES, _ROUTES, _PUBLISH, _APP. */
void wd_options_from_environment(struct wd_options *options);

/* "key=value,key=value" on top. Returns 0, or -1 with a message that names the
 * bad key or value and what is allowed in `error`. */
int wd_options_parse(struct wd_options *options, const char *text, char *error, unsigned long size);

#endif
