/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel_names.c: what is called by the name of a function of the kernel, by a table of them that is made up. Says what
 * is wrong, and ends with how much that is.
 */
#include <stdio.h>
#include <string.h>

#include "symbols.h"

static const char table[] = "ffffffff81000000 T _stext\n"
                            "ffffffff81000100 t do_work\n"
                            "ffffffff81000200 T finish_work\n"
                            "ffffffff81002000 D _etext\n"
                            "ffffffff83000000 t early_setup\n"
                            "ffffffff83001000 T _einittext\n"
                            "ffffffffa0002000 t second_b\t[second]\n"
                            "ffffffffa0002800 t second_c\t[second]\n"
                            "ffffffffa0002400 d second_data\t[second]\n"
                            "ffffffffa0001000 t first_a\t[first]\n"
                            "ffffffffa0000080 t first_b\t[first]\n"
                            "ffffffffa0008000 t bpf_prog_0123456789abcdef_tick\t[bpf]\n";

static int wrong;

FILE *__wrap_fopen(const char *path, const char *mode);

FILE *__wrap_fopen(const char *path, const char *mode)
{
    return strcmp(path, "/proc/kallsyms") == 0 ? fmemopen((void *)table, sizeof table - 1, mode) : NULL;
}

static void expect(uint64_t address, const char *name)
{
    const char *found = wd_kernel_function_at(address);
    if (!found || strcmp(found, name) != 0) {
        printf("%lx is %s, not %s\n", (unsigned long)address, name, found ? found : "unknown");
        wrong++;
    }
}

int main(void)
{
    static const char nameless[] = "[code without a name]";
    expect(0xffffffff81000150, "do_work");
    expect(0xffffffff81001fff, "finish_work");
    expect(0xffffffff81002000, nameless);
    expect(0xffffffff83000010, nameless); /* it has run when the kernel started */
    expect(0xffffffff90000000, nameless);
    expect(0xffffffffa0000090, "first_b");
    expect(0xffffffffa0001ff0, "first_a");
    expect(0xffffffffa0002000, "second_b"); /* where the pages of another one end */
    expect(0xffffffffa0002ff0, "second_c");
    expect(0xffffffffa0003000, nameless); /* a filter of system calls, or a module that was loaded since */
    expect(0xffffffffa0008010, nameless); /* that program, or one behind it that has no name */
    return wrong;
}
