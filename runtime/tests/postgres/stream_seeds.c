/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the conversations of scripts.c as seeds for postgres_stream_fuzz.c into a directory. */
#include <stdio.h>

#include "scripts.h"

int main(int argc, char **argv)
{
    static struct script s;
    for (size_t i = 0; argc == 2 && script_build(i, &s); i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/seed-%zu", argv[1], i);
        FILE *f = fopen(name, "wb");
        if (!f)
            return 1;
        for (size_t t = 0; t < s.turns; t++) {
            size_t n = s.turn[t].length;
            fputc((s.turn[t].from_client ? 0x80 : 0) | (int)(n >> 8), f);
            fputc((int)(n & 255), f);
            fwrite(s.turn[t].bytes, 1, n, f);
        }
        fclose(f);
    }
    return argc == 2 ? 0 : 1;
}
