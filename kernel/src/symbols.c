/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
    uint64_t start;
    char *name;
};

static struct function *functions;
static size_t count, capacity;

static int by_start(const void *a, const void *b)
{
    uint64_t x = ((const struct function *)a)->start, y = ((const struct function *)b)->start;
    return x < y ? -1 : x > y;
}

static void add(uint64_t start, const char *name)
{
    if (count == capacity) {
        size_t more = capacity ? capacity * 2 : 1u << 16;
        struct function *larger = realloc(functions, more * sizeof *larger);
        if (!larger)
            return;
        functions = larger;
        capacity = more;
    }
    char *copy = strdup(name);
    if (copy)
        functions[count++] = (struct function){ start, copy };
}

/* "ffffffff81000000 T _stext [module]"; without privileges all addresses are 0. */
static void look(void)
{
    char line[512], kind, name[256];
    unsigned long long start;
    FILE *file = fopen("/proc/kallsyms", "re");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%llx %c %255s", &start, &kind, name) == 3 && start && strchr("tTwW", kind))
            add(start, name);
    }
    if (file)
        fclose(file);
    qsort(functions, count, sizeof *functions, by_start);
}

static void look_once(void)
{
    static int looked;
    if (!looked++)
        look();
}

size_t wd_kernel_functions(void)
{
    look_once();
    return count;
}

uint64_t wd_kernel_function_start(size_t i)
{
    return functions[i].start;
}

const char *wd_kernel_function_at(uint64_t address)
{
    look_once();
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (functions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? functions[low - 1].name : NULL;
}
