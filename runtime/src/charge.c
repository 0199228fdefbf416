#include "charge.h"

#include <time.h>

#include "health.h"
#include "region.h"

#define CONTEXTS ((1u << 20) + 2) /* as many as there can be */
/* Samples that a balance may be off. Work that is shorter than a tick stays at
 * the upper limit; what chance gives too much of may be found again as too little. */
#define MOST_OWED 3
#define MOST_AHEAD 6
#define BALANCED (INT64_C(1) << 62) /* a balance of nothing; 0: no work was ever charged */

static int64_t *balances; /* in ns, by context */
static uint64_t period;

static __thread struct {
    volatile uint64_t since; /* the thread's CPU clock when it was last charged; 0: not known */
    volatile int working;
} thread __attribute__((tls_model("initial-exec")));

int wd_charge_start(uint64_t period_ns)
{
    if (period_ns && !balances)
        balances = wd_region_reserve(CONTEXTS * sizeof *balances);
    __atomic_store_n(&period, balances ? period_ns : 0, __ATOMIC_RELEASE);
    return !period_ns || balances;
}

static uint64_t thread_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int64_t add(uint32_t context, int64_t ns)
{
    return __atomic_add_fetch(&balances[context], ns, __ATOMIC_RELAXED) - BALANCED;
}

static int charged_before(uint32_t context)
{
    return context < CONTEXTS && __atomic_load_n(&balances[context], __ATOMIC_RELAXED) != 0;
}

static void charge(uint32_t context)
{
    uint64_t now = thread_cpu();
    int64_t never = 0;
    __atomic_compare_exchange_n(&balances[context], &never, BALANCED, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    add(context, (int64_t)(now - thread.since));
    thread.since = now;
}

void wd_charge_begin(void)
{
    if (!__atomic_load_n(&period, __ATOMIC_ACQUIRE))
        return;
    if (!thread.since)
        thread.since = thread_cpu();
    thread.working = 1;
}

int wd_charge_end(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (!each || context >= CONTEXTS)
        return 0;
    if (thread.working) {
        thread.working = 0; /* from here on the handler does not charge */
        charge(context);
    }
    return charged_before(context) && add(context, 0) >= (int64_t)(MOST_OWED * each);
}

void wd_charge_forget(void)
{
    thread.working = 0;
    thread.since = 0;
}

int wd_charge_sample(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (!each || context >= CONTEXTS)
        return 1;
    if (thread.working)
        charge(context);
    if (!charged_before(context))
        return 1;
    if (add(context, 0) < -(int64_t)(MOST_AHEAD * each)) {
        wd_health_add(WD_HEALTH_SAMPLES_PASSED_OVER, 1);
        return 0;
    }
    add(context, -(int64_t)each);
    return 1;
}

void wd_charge_moved(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (each && charged_before(context))
        add(context, -(int64_t)each);
}
