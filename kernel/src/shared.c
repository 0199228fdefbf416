/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const names[] = { "processes", "privileged", "stacks" };
enum { PROCESSES, PRIVILEGED, STACKS, MAPS };
static int maps[MAPS] = { -1, -1, -1 };
static struct wd_stack *stacks;

int wd_shared_use(struct bpf_object *tool)
{
    for (int i = 0; i < MAPS; i++) {
        struct bpf_map *map = bpf_object__find_map_by_name(tool, names[i]);
        if (map && maps[i] >= 0 && bpf_map__reuse_fd(map, maps[i]) != 0)
            return 0;
    }
    return 1;
}

int wd_shared_keep(struct bpf_object *tool)
{
    for (int i = 0; i < MAPS; i++) {
        if (maps[i] < 0 && (maps[i] = bpf_object__find_map_fd_by_name(tool, names[i])) < 0)
            return 0;
    }
    if (!stacks)
        stacks = mmap(NULL, WD_STACKS * sizeof *stacks, PROT_READ, MAP_SHARED, maps[STACKS], 0);
    return stacks != MAP_FAILED;
}

wd_u64 wd_shared_program(int pidfd)
{
    static wd_u64 last;
    struct wd_process process = { .program = last + 1 };
    if (bpf_map_update_elem(maps[PROCESSES], &pidfd, &process, BPF_NOEXIST) == 0)
        return ++last;
    return wd_shared_look(pidfd, &process) == 0 ? process.program : 0;
}

/* An exec takes the entry away, and only we make one: it is the same program's for as long as it is there. One that
 * rests for a while goes on counting. */
int wd_shared_begin(int pidfd, const struct wd_process *process)
{
    struct wd_process now, next = *process;
    wd_u32 privileged;
    if (wd_shared_look(pidfd, &now) == 0 && now.program == process->program &&
        bpf_map_lookup_elem(maps[PRIVILEGED], &pidfd, &privileged) != 0 && errno == ENOENT) {
        memcpy(next.count, now.count, sizeof next.count);
        return bpf_map_update_elem(maps[PROCESSES], &pidfd, &next, BPF_EXIST);
    }
    errno = EACCES;
    return -1;
}

int wd_shared_look(int pidfd, struct wd_process *out)
{
    return bpf_map_lookup_elem(maps[PROCESSES], &pidfd, out);
}

void wd_shared_end(int pidfd, wd_u64 program)
{
    struct wd_process now;
    if (wd_shared_look(pidfd, &now) != 0 || now.program != program)
        return;
    now.signal = now.waits = 0;
    bpf_map_update_elem(maps[PROCESSES], &pidfd, &now, BPF_EXIST);
}

const struct wd_stack *wd_shared_stack(wd_u32 number)
{
    const struct wd_stack *stack = number > 0 && number <= WD_STACKS ? &stacks[number - 1] : NULL;
    return stack && __atomic_load_n(&stack->length, __ATOMIC_ACQUIRE) > 0 ? stack : NULL;
}
