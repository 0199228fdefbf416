/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const names[] = { "processes", "stacks" };
enum { PROCESSES, STACKS, MAPS };
static int maps[MAPS] = { -1, -1 };
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

int wd_shared_begin(int pidfd, const struct wd_process *process)
{
    return bpf_map_update_elem(maps[PROCESSES], &pidfd, process, BPF_ANY);
}

int wd_shared_look(int pidfd, struct wd_process *out)
{
    return bpf_map_lookup_elem(maps[PROCESSES], &pidfd, out);
}

void wd_shared_end(int pidfd)
{
    bpf_map_delete_elem(maps[PROCESSES], &pidfd);
}

const struct wd_stack *wd_shared_stack(wd_u32 number)
{
    const struct wd_stack *stack = number > 0 && number <= WD_STACKS ? &stacks[number - 1] : NULL;
    return stack && __atomic_load_n(&stack->length, __ATOMIC_ACQUIRE) > 0 ? stack : NULL;
}
