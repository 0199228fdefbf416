/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/real.h"

#include <link.h>
#include <stdint.h>

static struct libc {
    const void *code; /* an address in it */
    uintptr_t begin, end;
} libc;

static int note(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    uintptr_t begin = UINTPTR_MAX, end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + p->p_vaddr;
        if (p->p_type != PT_LOAD)
            continue;
        begin = from < begin ? from : begin;
        end = from + p->p_memsz > end ? from + p->p_memsz : end;
    }
    if ((uintptr_t)libc.code < begin || (uintptr_t)libc.code >= end)
        return 0;
    libc.begin = begin;
    libc.end = end;
    return 1;
}

static int is_libcs(const void *function)
{
    if (!libc.code) {
        libc.code = dlsym(RTLD_DEFAULT, "gnu_get_libc_version");
        dl_iterate_phdr(note, NULL);
    }
    return (uintptr_t)function >= libc.begin && (uintptr_t)function < libc.end;
}

/* Another library that was preloaded is to see all calls. */
void *wd_real_look_up(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (function && !is_libcs(function))
        wd_host_may_cancel();
    return function;
}
