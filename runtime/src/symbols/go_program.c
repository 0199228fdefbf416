/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/go_program.h"

#include <string.h>

#include "symbols/elf_file.h"

int wd_is_go_program(void)
{
    size_t n = 0;
    int is_go = 0;
    struct wd_elf_file file = wd_elf_open("/proc/self/exe");
    const Elf64_Shdr *sections = wd_elf_sections(&file, &n);
    for (size_t i = 0; sections && i < n && !is_go; i++)
        is_go = strcmp(wd_elf_section_name(&file, &sections[i]), ".go.buildinfo") == 0;
    wd_elf_close(&file);
    return is_go;
}
