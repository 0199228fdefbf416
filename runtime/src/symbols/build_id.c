/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/build_id.h"

#include <elf.h>
#include <string.h>

#include "system/syscalls.h"

#define NOTES 4096   /* bytes of a segment of notes that are looked at */
#define SEGMENTS 256 /* program headers that are looked at */

static int read_at(int fd, void *out, size_t size, uint64_t offset)
{
    return wd_sys_pread(fd, out, size, (off_t)offset) == (ssize_t)size;
}

static size_t padded(size_t size, size_t alignment)
{
    return (size + alignment - 1) & ~(alignment - 1);
}

/* Notes begin and end at multiples of `alignment`. */
static size_t in_notes(const char *notes, size_t size, size_t alignment, uint8_t *id)
{
    Elf64_Nhdr note;
    for (size_t at = 0; at < size && size - at >= sizeof note;) {
        memcpy(&note, notes + at, sizeof note);
        size_t name = at + sizeof note, text = at + padded(sizeof note + note.n_namesz, alignment);
        if (text > size || note.n_descsz > size - text)
            return 0;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof ELF_NOTE_GNU &&
            memcmp(notes + name, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0) {
            if (note.n_descsz > WD_BUILD_ID_SIZE)
                return 0;
            memcpy(id, notes + text, note.n_descsz);
            return note.n_descsz;
        }
        at = text + padded(note.n_descsz, alignment);
    }
    return 0;
}

static size_t in_file(int fd, uint8_t *id)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;
    char notes[NOTES];
    if (!read_at(fd, &head, sizeof head, 0) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_phentsize != sizeof segment)
        return 0;
    for (uint64_t i = 0; i < head.e_phnum && i < SEGMENTS; i++) {
        if (!read_at(fd, &segment, sizeof segment, head.e_phoff + i * sizeof segment))
            return 0;
        size_t size = segment.p_filesz < sizeof notes ? segment.p_filesz : sizeof notes;
        if (segment.p_type != PT_NOTE || !read_at(fd, notes, size, segment.p_offset))
            continue;
        size_t found = in_notes(notes, size, segment.p_align == 8 ? 8 : 4, id);
        if (found > 0)
            return found;
    }
    return 0;
}

size_t wd_build_id_read(const char *path, uint8_t id[WD_BUILD_ID_SIZE])
{
    struct stat s;
    size_t found = 0;
    if (wd_sys_stat(path, &s) != 0 || !S_ISREG(s.st_mode)) /* a device may notice that it is opened */
        return 0;
    int fd = wd_sys_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0)
        return 0;
    if (wd_sys_fstat(fd, &s) == 0 && S_ISREG(s.st_mode))
        found = in_file(fd, id);
    wd_sys_close(fd);
    return found;
}
