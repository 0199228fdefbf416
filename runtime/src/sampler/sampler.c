/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/sampler.h"

#include "sampler/async/async.h"
#include "sampler/kernel/kernel.h"
#include "sampler/kernel/link.h"

static const struct wd_sampler *const samplers[] = { &wd_async_sampler, &wd_kernel_sampler };
static const struct wd_sampler *chosen; /* atomic: any thread may ask for a sample */

static const struct wd_sampler *sampler(void)
{
    return __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
}

static const struct wd_sampler *offering(const struct wd_engine *engine)
{
    for (size_t i = 0; i < sizeof samplers / sizeof *samplers; i++)
        for (const struct wd_engine *e = samplers[i]->engines; e->name; e++)
            if (e == engine)
                return samplers[i];
    return NULL;
}

const char *wd_sampler_load(const struct wd_engine *engine, void *vm)
{
    if (sampler())
        return NULL;
    const struct wd_sampler *s = offering(engine);
    const char *error = s ? s->load(vm) : "there is no such engine";
    if (!error)
        __atomic_store_n(&chosen, s, __ATOMIC_RELEASE);
    return error;
}

const char *wd_sampler_start(const struct wd_recording *recording)
{
    return sampler() ? sampler()->start(recording) : "no sampler is loaded";
}

const char *wd_sampler_rotate(const struct wd_recording *next, int *cut)
{
    *cut = 0;
    return sampler() ? sampler()->rotate(next, cut) : "no sampler is loaded";
}

void wd_sampler_rest(void)
{
    if (sampler())
        sampler()->rest();
    wd_kernel_link_end(NULL);
}

void wd_sampler_stop(void)
{
    if (sampler())
        sampler()->stop();
    wd_kernel_link_end(NULL);
    wd_kernel_link_close();
}

void wd_sampler_ends(void)
{
    if (sampler())
        sampler()->ends();
}

int wd_sampler_emit(const uint8_t *record, size_t length)
{
    return sampler() && sampler()->emit(record, length);
}

void wd_sampler_sample_here(void)
{
    if (sampler())
        sampler()->sample_here();
}

void wd_sampler_leave_hosts_table(void)
{
    if (sampler())
        sampler()->leave_hosts_table();
    wd_kernel_link_join();
}

void wd_sampler_close(void)
{
    if (sampler())
        sampler()->close();
}

int wd_sampler_cut(void)
{
    return sampler() ? sampler()->cut() : 0;
}

int wd_sampler_missed(void)
{
    return sampler() ? sampler()->missed() : 0;
}

int wd_sampler_fork_begins(void)
{
    return sampler() && sampler()->fork_begins();
}

void wd_sampler_fork_over(void)
{
    if (sampler())
        sampler()->fork_over();
}

int wd_sampler_child_signal(union sigval *mark)
{
    return sampler() ? sampler()->child_signal(mark) : 0;
}

void wd_sampler_forked(void)
{
    if (sampler())
        sampler()->forked();
    wd_kernel_link_forked();
}

const void *wd_sampler_code(void)
{
    return sampler() ? sampler()->code() : NULL;
}

void wd_sampler_count(void)
{
    if (sampler() && sampler()->count)
        sampler()->count();
}

const char *wd_sampler_missing(const struct wd_engine *engine)
{
    const struct wd_sampler *s = offering(engine);
    return s ? s->missing(engine) : NULL;
}

const char *wd_sampler_passes_over(void)
{
    return sampler() ? sampler()->passes_over() : NULL;
}

const char *wd_sampler_lost(void)
{
    return sampler() ? sampler()->lost() : NULL;
}

int wd_sampler_is_watched(void)
{
    return sampler() && sampler()->is_watched();
}

uint32_t wd_sampler_kernel_stack(uint32_t number, char *names, size_t size)
{
    return sampler() && sampler()->kernel_stack ? sampler()->kernel_stack(number, names, size) : 0;
}
