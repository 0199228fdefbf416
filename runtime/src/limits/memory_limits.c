/* SPDX-License-Identifier: Apache-2.0 */
#include "limits/memory_limits.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "health/diagnostics.h"
#include "limits/limits_entry.h"
#include "memory/readable.h"

#define DIGITS 16
#define KINDS (sizeof of_memory / sizeof *of_memory)
#define NUMBERS 4 /* of each kind: the kernel's soft and hard limit, and by how much they are higher */

extern char **environ;

static const int of_memory[] = { RLIMIT_AS, RLIMIT_DATA };

/* 265 MB are reserved, of which little is ever touched; the rest is for what the sampler maps later. */
static rlim_t allowance = (rlim_t)336 << 20; /* atomic */
static int has_no_space;                     /* all limits are the host's own */

_Static_assert(WD_LIMITS_VALUE == KINDS * NUMBERS * DIGITS, "what is passed");

/* By how much the kernel's limits are higher than the host's; atomic */
static struct {
    rlim_t soft, hard;
} raised[RLIMIT_NLIMITS];

int wd_memory_limits(int resource)
{
    return (resource == RLIMIT_AS || resource == RLIMIT_DATA) && !__atomic_load_n(&has_no_space, __ATOMIC_RELAXED);
}

static rlim_t higher(rlim_t limit)
{
    rlim_t by = __atomic_load_n(&allowance, __ATOMIC_RELAXED);
    return limit == RLIM_INFINITY || limit + by < limit ? RLIM_INFINITY : limit + by;
}

static rlim_t lower(rlim_t limit, rlim_t by)
{
    return limit == RLIM_INFINITY || limit < by ? limit : limit - by;
}

static void note(rlim_t *by, rlim_t hosts, rlim_t kernels)
{
    __atomic_store_n(by, kernels == RLIM_INFINITY ? 0 : kernels - hosts, __ATOMIC_RELAXED);
}

static int ask(int resource, const struct rlimit *limits, struct rlimit *before)
{
    return (int)syscall(SYS_prlimit64, 0, resource, limits, before);
}

/* The variable's value where the process was given it, which libc's own functions pass on to what they start, too;
 * NULL: there is none. */
static char *passed;

static void write_number(char *text, rlim_t number)
{
    for (int i = DIGITS; i-- > 0; number >>= 4)
        text[i] = "0123456789abcdef"[number & 15];
}

static int read_number(const char *text, rlim_t *number)
{
    *number = 0;
    for (int i = 0; i < DIGITS; i++) {
        const char *digit = text[i] ? strchr("0123456789abcdef", text[i]) : NULL;
        if (!digit)
            return 0;
        *number = *number << 4 | (rlim_t)(digit - "0123456789abcdef");
    }
    return 1;
}

/* The place of what was passed may be the title of the process by now. */
static void pass_on(void)
{
    const size_t name = sizeof WD_LIMITS_VARIABLE - 1;
    for (size_t i = 0; i < KINDS; i++) {
        struct rlimit kernels;
        int resource = of_memory[i];
        if (ask(resource, NULL, &kernels) != 0)
            return;
        const rlim_t numbers[NUMBERS] = { kernels.rlim_cur, kernels.rlim_max,
                                          __atomic_load_n(&raised[resource].soft, __ATOMIC_RELAXED),
                                          __atomic_load_n(&raised[resource].hard, __ATOMIC_RELAXED) };
        for (size_t j = 0; j < NUMBERS; j++)
            write_number(wd_limits_value + (i * NUMBERS + j) * DIGITS, numbers[j]);
    }
    if (passed && strncmp(passed - name, WD_LIMITS_VARIABLE, name) == 0)
        memcpy(passed, wd_limits_value, WD_LIMITS_VALUE);
}

/* What has been set since without us is the host's own. */
static void take_over(int resource, const char *text)
{
    rlim_t numbers[NUMBERS];
    struct rlimit kernels;
    for (size_t j = 0; j < NUMBERS; j++)
        if (!read_number(text + j * DIGITS, &numbers[j]))
            return;
    if (ask(resource, NULL, &kernels) != 0 || kernels.rlim_cur != numbers[0] || kernels.rlim_max != numbers[1] ||
        numbers[2] > numbers[0] || numbers[3] > numbers[1])
        return;
    __atomic_store_n(&raised[resource].soft, numbers[2], __ATOMIC_RELAXED);
    __atomic_store_n(&raised[resource].hard, numbers[3], __ATOMIC_RELAXED);
}

void wd_memory_limits_inherit(void)
{
    const size_t name = sizeof WD_LIMITS_VARIABLE - 1;
    for (char **entry = environ; entry && *entry; entry++)
        if (strncmp(*entry, WD_LIMITS_VARIABLE, name) == 0 && strlen(*entry + name) == WD_LIMITS_VALUE)
            memcpy(wd_limits_value, passed = *entry + name, WD_LIMITS_VALUE);
    for (size_t i = 0; passed && i < KINDS; i++)
        take_over(of_memory[i], passed + i * NUMBERS * DIGITS);
}

void wd_memory_limits_are_hosts(int resource)
{
    note(&raised[resource].soft, 0, 0);
    note(&raised[resource].hard, 0, 0);
}

static rlim_t least(rlim_t a, rlim_t b)
{
    return a < b ? a : b;
}

/* Who may not raise the kernel's hard limit gets what is below it; more than the host would get without us is refused
 * as ever. */
static int set(int resource, const struct rlimit *limits, struct rlimit *was)
{
    struct rlimit wanted = { higher(limits->rlim_cur), higher(limits->rlim_max) };
    int result = ask(resource, &wanted, was);
    if (result != 0 && errno == EPERM && ask(resource, NULL, was) == 0 &&
        limits->rlim_max <= lower(was->rlim_max, __atomic_load_n(&raised[resource].hard, __ATOMIC_RELAXED))) {
        wanted.rlim_max = was->rlim_max;
        wanted.rlim_cur = least(wanted.rlim_cur, wanted.rlim_max);
        result = ask(resource, &wanted, was);
    }
    if (result == 0) {
        note(&raised[resource].soft, limits->rlim_cur, wanted.rlim_cur);
        note(&raised[resource].hard, limits->rlim_max, wanted.rlim_max);
        pass_on();
    }
    return result;
}

int wd_memory_limit(int resource, const struct rlimit *limits, struct rlimit *before)
{
    struct rlimit was;
    if (limits && !wd_is_readable(limits, sizeof *limits)) {
        errno = EFAULT;
        return -1;
    }
    if (before && ask(resource, NULL, before) != 0) /* the kernel says whether it can be written */
        return -1;
    rlim_t soft = __atomic_load_n(&raised[resource].soft, __ATOMIC_RELAXED);
    rlim_t hard = __atomic_load_n(&raised[resource].hard, __ATOMIC_RELAXED);
    if ((limits ? set(resource, limits, &was) : ask(resource, NULL, &was)) != 0)
        return -1;
    if (before)
        *before = (struct rlimit){ lower(was.rlim_cur, soft), lower(was.rlim_max, hard) };
    return 0;
}

int wd_memory_limits_raised(int resource)
{
    return __atomic_load_n(&raised[resource].soft, __ATOMIC_RELAXED) != 0 ||
           __atomic_load_n(&raised[resource].hard, __ATOMIC_RELAXED) != 0;
}

/* All that we reserve does not count for the host. */
static int fits_beside_us(int resource)
{
    return __atomic_load_n(&raised[resource].soft, __ATOMIC_RELAXED) >= __atomic_load_n(&allowance, __ATOMIC_RELAXED);
}

static void give_up(void)
{
    for (size_t i = 0; i < KINDS; i++) {
        struct rlimit hosts;
        int resource = of_memory[i];
        if (wd_memory_limits_raised(resource) && wd_memory_limit(resource, NULL, &hosts) == 0 &&
            ask(resource, &hosts, NULL) == 0)
            wd_memory_limits_are_hosts(resource);
    }
    __atomic_store_n(&has_no_space, 1, __ATOMIC_RELAXED);
}

int wd_memory_limits_make_room(void)
{
    for (size_t i = 0; i < KINDS; i++) {
        struct rlimit limits;
        int resource = of_memory[i];
        if (wd_memory_limit(resource, NULL, &limits) != 0 || limits.rlim_cur == RLIM_INFINITY)
            continue;
        if (wd_memory_limit(resource, &limits, NULL) != 0 || !fits_beside_us(resource)) {
            wd_diagnostics_begin();
            wd_diagnostics_problem("cannot record", resource == RLIMIT_AS ? "RLIMIT_AS" : "RLIMIT_DATA",
                                   "this limit leaves no room for the recorder; raise it (ulimit -v, ulimit -d) or "
                                   "start the program as root",
                                   " runs on unrecorded");
            give_up();
            return 0;
        }
    }
    return 1;
}

int wd_memory_limits_reserve(size_t bytes)
{
    struct rlimit hosts[KINDS];
    int fits = 1;
    for (size_t i = 0; i < KINDS; i++)
        if (wd_memory_limit(of_memory[i], NULL, &hosts[i]) != 0)
            return 0;
    __atomic_add_fetch(&allowance, bytes, __ATOMIC_RELAXED);
    for (size_t i = 0; i < KINDS; i++)
        if (wd_memory_limits_raised(of_memory[i]))
            fits &= wd_memory_limit(of_memory[i], &hosts[i], NULL) == 0 && fits_beside_us(of_memory[i]);
    return fits;
}
