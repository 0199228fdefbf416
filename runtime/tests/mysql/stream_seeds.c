/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the conversations of scripts.c as seeds for mysql_stream_fuzz.c into a directory. */
#include <stdio.h>

#include "scripts.h"

static void piece(FILE *f, const struct turn *t, size_t from, size_t n)
{
    fputc((t->from_client ? 0x80 : 0) | (int)(n >> 8), f);
    fputc((int)(n & 255), f);
    fwrite(t->bytes + from, 1, n, f);
}

int main(int argc, char **argv)
{
    struct script s;
    for (size_t i = 0; argc == 2 && script_build(i, &s); i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/seed-%zu", argv[1], i);
        FILE *f = fopen(name, "wb");
        if (!f)
            return 1;
        for (size_t t = 0; t < s.turns; t++)
            for (size_t at = 0; at < s.turn[t].length && at < 60000; at += 0x7fff) {
                size_t left = s.turn[t].length - at;
                piece(f, &s.turn[t], at, left < 0x7fff ? left : 0x7fff);
            }
        fclose(f);
        script_free(&s);
    }
    return argc == 2 ? 0 : 1;
}
