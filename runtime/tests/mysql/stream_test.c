/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parser against conversations with known answers. However the bytes are
 * cut into pieces, the answers must be the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scripts.h"

struct run {
    const struct script *script;
    size_t answered;
    int wrong;
};

static void on_command(void *user, const struct wd_command *c)
{
    struct run *run = user;
    if (run->answered >= run->script->answers) {
        run->wrong = 1;
        return;
    }
    const struct answer *a = &run->script->answer[run->answered++];
    if (c->code != a->code || c->statement != a->statement || c->labelled != a->labelled ||
        c->malformed != a->malformed || (a->labelled && (c->uid != a->uid || c->synopsis != a->synopsis))) {
        print_error("answer %zu: code %d/%d labelled %d/%d malformed %d/%d synopsis %x/%x\n", run->answered, c->code,
                    a->code, c->labelled, a->labelled, c->malformed, a->malformed, c->synopsis, a->synopsis);
        run->wrong = 1;
    }
}

/* How long the next piece is, of `left` bytes at `offset` of turn `turn`. */
typedef size_t (*cutter)(size_t turn, size_t offset, size_t left);

static int is_big(const struct script *script)
{
    size_t n = 0;
    for (size_t i = 0; i < script->turns; i++)
        n += script->turn[i].length;
    return n > 1000000;
}

/*
 * Each piece has an allocation of its own, so that the sanitizer sees a byte read too far, or too late. Of a big
 * script's millions of short ones those of one length have the same, which is never freed.
 */
enum { SHORT = 16 };

static uint8_t *take(size_t n, int big)
{
    static uint8_t *kept[SHORT];
    if (!big || n >= SHORT)
        return malloc(n);
    if (!kept[n])
        kept[n] = malloc(n);
    return kept[n];
}

static void give_back(uint8_t *piece, size_t n, int big)
{
    if (!big || n >= SHORT)
        free(piece);
}

static void check(const struct script *script, cutter cut, const char *how)
{
    struct wd_stream *s = calloc(1, sizeof *s);
    struct run run = { script, 0, 0 };
    int big = is_big(script);
    wd_stream_begin(s);
    for (size_t t = 0; t < script->turns; t++) {
        const struct turn *turn = &script->turn[t];
        for (size_t at = 0; at < turn->length;) {
            size_t n = cut(t, at, turn->length - at);
            uint8_t *piece = take(n, big);
            memcpy(piece, turn->bytes + at, n);
            if (turn->from_client)
                wd_stream_client(s, piece, n, on_command, &run);
            else
                wd_stream_server(s, piece, n);
            give_back(piece, n, big);
            at += n;
        }
    }
    if (run.wrong || run.answered != script->answers || s->state != script->end)
        fail_msg("%s, %s: %zu of %zu answers, state %d instead of %d", script->name, how, run.answered, script->answers,
                 s->state, script->end);
    free(s->statements.all);
    free(s);
}

static size_t whole(size_t turn, size_t offset, size_t left)
{
    (void)turn, (void)offset;
    return left;
}

static size_t byte_by_byte(size_t turn, size_t offset, size_t left)
{
    (void)turn, (void)offset, (void)left;
    return 1;
}

static size_t cut_turn, cut_at;

static size_t in_two(size_t turn, size_t offset, size_t left)
{
    return turn == cut_turn && offset == 0 && cut_at < left ? cut_at : left;
}

/* As MariaDB and MySQL read: four bytes, then as much as is there. */
static size_t headers_first(size_t turn, size_t offset, size_t left)
{
    (void)turn;
    return offset == 0 && left > 4 ? 4 : left;
}

static uint32_t state;

static size_t at_random(size_t turn, size_t offset, size_t left)
{
    (void)turn, (void)offset;
    state = state * 1664525u + 1013904223u;
    size_t n = 1 + (state >> 8) % ((state >> 28) ? 9 : 2000);
    return n < left ? n : left;
}

static void for_each_script(void (*body)(const struct script *))
{
    struct script script;
    for (size_t i = 0; script_build(i, &script); i++) {
        body(&script);
        script_free(&script);
    }
}

static void check_whole(const struct script *script)
{
    check(script, whole, "whole turns");
    check(script, headers_first, "headers first");
}

static void check_bytes(const struct script *script)
{
    check(script, byte_by_byte, "byte by byte");
}

static void check_twos(const struct script *script)
{
    if (is_big(script))
        return;
    for (cut_turn = 0; cut_turn < script->turns; cut_turn++)
        for (cut_at = 1; cut_at < script->turn[cut_turn].length; cut_at++)
            check(script, in_two, "cut in two");
}

static void check_random(const struct script *script)
{
    char how[40];
    for (uint32_t seed = 1; seed <= (is_big(script) ? 3u : 500u); seed++) {
        state = seed;
        snprintf(how, sizeof how, "random pieces, seed %u", seed);
        check(script, at_random, how);
    }
}

static void test_whole(void **unused)
{
    (void)unused;
    for_each_script(check_whole);
}

static void test_bytes(void **unused)
{
    (void)unused;
    for_each_script(check_bytes);
}

static void test_twos(void **unused)
{
    (void)unused;
    for_each_script(check_twos);
}

static void test_random(void **unused)
{
    (void)unused;
    for_each_script(check_random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_twos),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("mysql stream", tests, NULL, NULL);
}
