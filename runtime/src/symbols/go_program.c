/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/go_program.h"

#include <link.h>

#include "symbols/elf_file.h"

#define PROGRAM "/proc/self/exe"

int wd_is_go_program(void)
{
    struct wd_elf_file file = wd_elf_open(PROGRAM);
    int is = wd_elf_section_named(&file, ".go.buildinfo") != NULL;
    wd_elf_close(&file);
    return is;
}

/* The program comes first. */
static int take_program(struct dl_phdr_info *info, size_t size, void *program)
{
    (void)size;
    *(struct dl_phdr_info *)program = *info;
    return 1;
}

static int needs_libraries(const struct dl_phdr_info *program)
{
    for (size_t i = 0; i < program->dlpi_phnum; i++)
        if (program->dlpi_phdr[i].p_type == PT_DYNAMIC)
            for (const ElfW(Dyn) *d = (const void *)(program->dlpi_addr + program->dlpi_phdr[i].p_vaddr);
                 d->d_tag != DT_NULL; d++)
                if (d->d_tag == DT_NEEDED)
                    return 1;
    return 0;
}

int wd_is_go_without_libc(void)
{
    struct dl_phdr_info program;
    return dl_iterate_phdr(take_program, &program) == 1 && !needs_libraries(&program) && wd_is_go_program();
}
