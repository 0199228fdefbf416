/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scripts.h: MySQL conversations with known answers, for the parser's tests
 * and as the fuzzer's seeds.
 */
#ifndef WD_TEST_SCRIPTS_H
#define WD_TEST_SCRIPTS_H

#include <stddef.h>
#include <stdint.h>

#include "mysql/stream.h"

/* Bytes that one side sent in one go; the order of turns is what the server saw. */
struct turn {
    int from_client;
    uint8_t *bytes;
    size_t length;
};

struct answer {
    uint8_t code, statement, labelled, malformed;
    uint64_t uid;
    uint32_t synopsis;
};

#define TURNS 80
#define ANSWERS 80

struct script {
    const char *name;
    struct turn turn[TURNS];
    size_t turns;
    struct answer answer[ANSWERS];
    size_t answers;
    enum wd_stream_state end;
};

/* Builds script number `i`; false behind the last one. To be freed with script_free. */
int script_build(size_t i, struct script *script);
void script_free(struct script *script);

#endif
