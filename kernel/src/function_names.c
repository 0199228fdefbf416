/* SPDX-License-Identifier: Apache-2.0 */
#include "function_names.h"

#include <lzma.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "symbols/elf_file.h"

#define UNPACKED_MOST (64u << 20) /* more is not unpacked of one file, which takes time */
#define DECODER_MOST (80u << 20)  /* memory of its own, for what the strongest compression wants */

/* Returns how many bytes were written; what is damaged, or longer, ends where it does. */
static uint64_t unpack_to(int fd, const char *packed, size_t size, uint64_t most)
{
    static uint8_t bytes[1 << 16];
    lzma_stream stream = LZMA_STREAM_INIT;
    uint64_t written = 0;
    lzma_ret now = lzma_stream_decoder(&stream, DECODER_MOST, 0);
    stream.next_in = (const uint8_t *)packed;
    stream.avail_in = size;
    while (now == LZMA_OK) {
        stream.next_out = bytes;
        stream.avail_out = sizeof bytes;
        now = lzma_code(&stream, LZMA_FINISH);
        size_t n = sizeof bytes - stream.avail_out;
        if (n > most - written || write(fd, bytes, n) != (ssize_t)n)
            break;
        written += n;
    }
    lzma_end(&stream);
    return written;
}

/* A file of symbols; what is read of it stays mapped. */
static uint64_t unpack(const char *packed, size_t size, uint64_t most, struct wd_elf_table *table)
{
    char path[32];
    int fd = memfd_create("symbols", MFD_CLOEXEC);
    if (fd < 0)
        return 0;
    uint64_t written = unpack_to(fd, packed, size, most);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct wd_elf_file elf = wd_elf_open(path);
    if (!wd_elf_read_symbols(&elf, SHT_SYMTAB, table))
        wd_elf_close(&elf);
    close(fd);
    return written;
}

uint64_t wd_function_names_read(const struct wd_mapped_file *file, uint64_t most, struct wd_function_names *names)
{
    uint64_t took = 0;
    *names = (struct wd_function_names){ 0 };
    wd_elf_read(file->path, &names->table);
    struct wd_elf_file elf = wd_elf_open(file->path);
    const Elf64_Shdr *packed = wd_elf_section_named(&elf, WD_PACKED_SYMBOLS);
    if (packed)
        took = unpack(elf.bytes + packed->sh_offset, packed->sh_size, most < UNPACKED_MOST ? most : UNPACKED_MOST,
                      &names->packed);
    wd_elf_close(&elf);
    return took + (names->table.n + names->packed.n) * sizeof *names->table.symbol;
}

const struct wd_elf_symbol *wd_function_names_find(const struct wd_function_names *names, uint64_t address)
{
    const struct wd_elf_symbol *found = wd_elf_find(&names->table, address, 1);
    return found ? found : wd_elf_find(&names->packed, address, 1);
}
