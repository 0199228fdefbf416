/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 4096
#define NAMELESS "[code without a name]"

struct function {
    uint64_t start;
    char *name;
};

static struct function *functions;
static size_t count, capacity;

/* Of several names for one address the last one is found: that of a function where there is one. */
static int by_start(const void *a, const void *b)
{
    const struct function *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (strcmp(y->name, NAMELESS) == 0) - (strcmp(x->name, NAMELESS) == 0);
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

/* The last function that was read of the kernel itself, or of a module. */
struct part {
    char name[64]; /* "[module]"; "": the kernel itself */
    uint64_t last;
};

/* What is behind it has been made or loaded by others, and is none of its functions. */
static void end_part(const struct part *part)
{
    if (part->last && part->name[0])
        add((part->last / PAGE + 1) * PAGE, NAMELESS);
}

/* Behind _etext the kernel has code for its start only. Of BPF's programs nobody knows where they end, and those of
 * filters of system calls among them have no names: none has. */
static void take(struct part *part, uint64_t start, const char *name, const char *module)
{
    static uint64_t etext;
    if (strcmp(part->name, module) != 0) {
        end_part(part);
        *part = (struct part){ .last = 0 };
        snprintf(part->name, sizeof part->name, "%s", module);
    }
    if (strcmp(name, "_etext") == 0)
        add(etext = start, NAMELESS);
    else if (module[0] || !etext || start < etext)
        add(start, strcmp(module, "[bpf]") == 0 ? NAMELESS : name);
    if (start > part->last)
        part->last = start;
}

/* "ffffffff81000000 T _stext [module]"; without privileges all addresses are 0. By address, but for modules, of which
 * one follows the other. */
static void look(void)
{
    char line[512], kind, name[256];
    unsigned long long start;
    struct part part = { .last = 0 };
    FILE *file = fopen("/proc/kallsyms", "re");
    while (file && fgets(line, sizeof line, file)) {
        char module[64] = "";
        if (sscanf(line, "%llx %c %255s %63s", &start, &kind, name, module) >= 3 && start &&
            (strchr("tTwW", kind) || strcmp(name, "_etext") == 0))
            take(&part, start, name, module);
    }
    end_part(&part);
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
