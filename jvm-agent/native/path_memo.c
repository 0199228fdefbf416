/* SPDX-License-Identifier: Apache-2.0 */
/* path_memo.c: see path_memo.h. */
#include "path_memo.h"

#include "health/health.h"

#define ENTRIES (1u << 14)
#define ALWAYS_CHECKED 8   /* first hits of a thread; servers have hundreds of threads, and a walk is dear */
#define CHECKED_EVERY 1024 /* later ones; a power of two */

/* Two words that guard each other, so that a half-written entry fits no key. */
struct entry {
    uint64_t check; /* key.high ^ value */
    uint64_t value; /* upper half of key.low, context */
};
static struct entry entries[ENTRIES];
static __thread uint32_t hits __attribute__((tls_model("initial-exec")));
static int distrusted;

static struct entry *place(const struct wd_path_key *key)
{
    return &entries[key->low & (ENTRIES - 1)];
}

enum wd_path_memo_answer wd_path_memo_find(const struct wd_path_key *key, whodunit_context *context)
{
    struct entry *e = place(key);
    uint64_t value = __atomic_load_n(&e->value, __ATOMIC_RELAXED);
    if ((__atomic_load_n(&e->check, __ATOMIC_RELAXED) ^ value) != key->high || value >> 32 != key->low >> 32 ||
        __atomic_load_n(&distrusted, __ATOMIC_RELAXED))
        return WD_PATH_UNKNOWN;
    *context = (whodunit_context)value;
    hits++;
    return hits <= ALWAYS_CHECKED || hits % CHECKED_EVERY == 0 ? WD_PATH_TO_BE_CHECKED : WD_PATH_KNOWN;
}

static void put(const struct wd_path_key *key, whodunit_context context)
{
    struct entry *e = place(key);
    uint64_t value = key->low >> 32 << 32 | context;
    __atomic_store_n(&e->value, value, __ATOMIC_RELAXED);
    __atomic_store_n(&e->check, key->high ^ value, __ATOMIC_RELAXED);
}

void wd_path_memo_learn(const struct wd_path_key *key, enum wd_path_memo_answer answer, whodunit_context remembered,
                        whodunit_context walked)
{
    if (answer == WD_PATH_UNKNOWN) {
        put(key, walked);
    } else if (walked != remembered) {
        wd_health_add(WD_HEALTH_PATHS_DISTRUSTED, 1);
        __atomic_store_n(&distrusted, 1, __ATOMIC_RELAXED);
    }
}
