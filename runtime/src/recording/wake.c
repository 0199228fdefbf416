/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/wake.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>

#include "system/bare_call.h"

/* CAME: whoever brings more need not say so. ASLEEP: the recorder's thread is to be woken. */
enum { QUIET, CAME, ASLEEP };

static uint32_t state;    /* futex */
static uint32_t stopping; /* atomic */
static uint32_t hurried;  /* futex */

static void wait_while(uint32_t *word, uint32_t is, uint64_t ns)
{
    struct timespec pause = { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) };
    WD_BARE_CALL(SYS_futex, word, FUTEX_WAIT_PRIVATE, is, &pause);
}

static void wake(uint32_t *word)
{
    int saved = errno;
    WD_BARE_CALL(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX);
    errno = saved;
}

void wd_wake_begin(void)
{
    __atomic_store_n(&state, QUIET, __ATOMIC_RELAXED);
    __atomic_store_n(&hurried, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&stopping, 0, __ATOMIC_RELEASE);
}

void wd_wake_came(void)
{
    if (__atomic_load_n(&state, __ATOMIC_RELAXED) != CAME &&
        __atomic_exchange_n(&state, CAME, __ATOMIC_SEQ_CST) == ASLEEP)
        wake(&state);
}

int wd_wake_has_come(void)
{
    return __atomic_exchange_n(&state, QUIET, __ATOMIC_SEQ_CST) == CAME;
}

int wd_wake_stopping(void)
{
    return __atomic_load_n(&stopping, __ATOMIC_SEQ_CST) != 0;
}

void wd_wake_hurry(void)
{
    if (!__atomic_load_n(&hurried, __ATOMIC_RELAXED) && !__atomic_exchange_n(&hurried, 1, __ATOMIC_SEQ_CST))
        wake(&hurried);
}

/* Whoever hurries from here on is looked at after this, or ends the next nap. */
void wd_wake_nap(uint64_t ns)
{
    if (!wd_wake_stopping())
        wait_while(&hurried, 0, ns);
    __atomic_store_n(&hurried, 0, __ATOMIC_SEQ_CST);
}

int wd_wake_sleep(uint64_t ns)
{
    uint32_t quiet = QUIET, asleep = ASLEEP;
    if (__atomic_compare_exchange_n(&state, &quiet, ASLEEP, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) &&
        !wd_wake_stopping())
        wait_while(&state, ASLEEP, ns);
    return !__atomic_compare_exchange_n(&state, &asleep, QUIET, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

void wd_wake_stop(void)
{
    __atomic_store_n(&stopping, 1, __ATOMIC_SEQ_CST);
    wd_wake_hurry();
    wd_wake_came();
}
