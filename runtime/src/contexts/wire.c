/* SPDX-License-Identifier: Apache-2.0 */
#include "contexts/wire.h"

#include <endian.h>
#include <pthread.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "memory/fork_state.h"

static uint64_t own WD_FORK_STATE;

uint64_t wd_process_uid(void)
{
    uint64_t known = __atomic_load_n(&own, __ATOMIC_RELAXED);
    if (known)
        return known;
    uint64_t fresh = 0;
    if (getrandom(&fresh, sizeof fresh, GRND_NONBLOCK) != (ssize_t)sizeof fresh || fresh == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        fresh = ((uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec) * 0x9E3779B97F4A7C15u + (uint64_t)getpid() + 1;
    }
    known = 0;
    if (__atomic_compare_exchange_n(&own, &known, fresh, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return fresh;
    return known;
}

static void forget_uid(void)
{
    own = 0;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forget_uid);
}

/* The eight digits of `value`: each of them gets a byte of a word. */
static void put_hex(char *out, uint32_t value)
{
    uint64_t x = value;
    x = (x | x << 16) & 0x0000ffff0000ffff;
    x = (x | x << 8) & 0x00ff00ff00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
    uint64_t letters = (x + 0x0606060606060606) >> 4 & 0x0101010101010101;
    x = htobe64(x + 0x3030303030303030 + letters * ('a' - '9' - 1));
    memcpy(out, &x, sizeof x);
}

/* Eight digits at once: what they would be is written again, and is the same only of lower-case digits. */
static int get_hex(const char *text, uint32_t *value)
{
    char again[8];
    uint64_t x;
    memcpy(&x, text, sizeof x);
    x = be64toh(x);
    x = (x & 0x0f0f0f0f0f0f0f0f) + 9 * (x >> 6 & 0x0101010101010101);
    x = (x | x >> 4) & 0x00ff00ff00ff00ff;
    x = (x | x >> 8) & 0x0000ffff0000ffff;
    *value = (uint32_t)(x | x >> 16);
    put_hex(again, *value);
    return memcmp(again, text, sizeof again) == 0;
}

void wd_wire_format(uint64_t uid, uint32_t synopsis, char *out)
{
    put_hex(out, (uint32_t)(uid >> 32));
    put_hex(out + 8, (uint32_t)uid);
    out[16] = '-';
    put_hex(out + 17, synopsis);
}

int wd_wire_parse(const char *text, size_t length, uint64_t *uid, uint32_t *synopsis)
{
    uint32_t high, low, s;
    if (length != WHODUNIT_WIRE_LENGTH || text[16] != '-' || !get_hex(text, &high) || !get_hex(text + 8, &low) ||
        !get_hex(text + 17, &s) || (high | low) == 0 || s == 0)
        return 0;
    *uid = (uint64_t)high << 32 | low;
    *synopsis = s;
    return 1;
}
