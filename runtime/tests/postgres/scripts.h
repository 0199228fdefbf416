/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scripts.h: PostgreSQL conversations with known answers, for the parser's tests
 * and as the fuzzer's seeds.
 */
#ifndef WD_TEST_POSTGRES_SCRIPTS_H
#define WD_TEST_POSTGRES_SCRIPTS_H

#include <stddef.h>
#include <stdint.h>

#include "postgres/stream.h"

#define UID 0x0123456789abcdefu

/* Bytes that one side sent in one go; the order of turns is what the server saw. */
struct turn {
    int from_client;
    int decrypted; /* from here on */
    size_t length;
    uint8_t bytes[4096];
};

struct script {
    const char *name;
    struct turn turn[16];
    size_t turns;
    struct wd_pg_command answer[16];
    size_t answers;
    enum wd_pg_state end;
    int boundary; /* of the client's bytes, at the end */
};

/* Builds script number `i`; false behind the last one. */
int script_build(size_t i, struct script *script);

#endif
