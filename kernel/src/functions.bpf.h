/* SPDX-License-Identifier: Apache-2.0 */
/*
 * functions.bpf.h: where the kernel's functions begin, as symbols.h tells the helper.
 * Included by <tool>.bpf.c, after vmlinux.h.
 */
#ifndef WD_FUNCTIONS_BPF_H
#define WD_FUNCTIONS_BPF_H

#include <bpf/bpf_helpers.h>

const volatile __u32 functions = 0; /* of the kernel, in `starts` */

/* Ascending. */
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u64);
} starts SEC(".maps");

struct search {
    __u64 ip;
    __u32 low, high;
};

static long halve(__u32 i, struct search *search)
{
    __u32 middle = (search->low + search->high) / 2;
    __u64 *start = bpf_map_lookup_elem(&starts, &middle);
    if (start && *start <= search->ip)
        search->low = middle;
    else
        search->high = middle;
    return search->low + 1 >= search->high;
}

/* Of the function at an address; a tick finds any instruction, and stacks are told apart by functions. */
static __always_inline __u64 wd_function_beginning(__u64 ip)
{
    struct search search = { .ip = ip, .high = functions };
    bpf_loop(20, halve, &search, 0);
    __u64 *start = bpf_map_lookup_elem(&starts, &search.low);
    return start && *start && *start <= ip ? *start : ip;
}

#endif
