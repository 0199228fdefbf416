#include "events/symbol.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
    const char *bytes;
    size_t size;
};

/* `n` items of `size` bytes at `offset`, or NULL where the file is cut or lies. */
static const void *part(const struct file *f, uint64_t offset, uint64_t n, size_t size)
{
    return offset <= f->size && n <= (f->size - offset) / size ? f->bytes + offset : NULL;
}

static const char *string(const struct file *f, const ElfW(Shdr) *strings, uint64_t at)
{
    const char *table = part(f, strings->sh_offset, strings->sh_size, 1);
    return table && at < strings->sh_size && memchr(table + at, 0, strings->sh_size - at) ? table + at : NULL;
}

/* The function that begins at `address`; a global name is better than a local alias. */
static const char *search(const struct file *f, uintptr_t address)
{
    const ElfW(Ehdr) *head = part(f, 0, 1, sizeof *head);
    if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_shentsize != sizeof(ElfW(Shdr)))
        return NULL;
    const ElfW(Shdr) *sections = part(f, head->e_shoff, head->e_shnum, sizeof *sections);
    const char *found = NULL;
    for (size_t i = 0; sections && i < head->e_shnum; i++) {
        const ElfW(Shdr) *s = &sections[i];
        if (s->sh_type != SHT_SYMTAB || s->sh_link >= head->e_shnum)
            continue;
        size_t n = s->sh_size / sizeof(ElfW(Sym));
        const ElfW(Sym) *symbols = part(f, s->sh_offset, n, sizeof *symbols);
        for (size_t k = 0; symbols && k < n; k++) {
            if (symbols[k].st_value != address || ELF64_ST_TYPE(symbols[k].st_info) != STT_FUNC)
                continue;
            const char *name = string(f, &sections[s->sh_link], symbols[k].st_name);
            if (name && ELF64_ST_BIND(symbols[k].st_info) != STB_LOCAL)
                return name;
            found = found ? found : name;
        }
    }
    return found;
}

static void read_name(const char *path, struct wd_symbol *symbol)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            const char *name = search(&(struct file){ bytes, (size_t)st.st_size }, symbol->address);
            if (name)
                snprintf(symbol->name, sizeof symbol->name, "%s", name);
            munmap(bytes, (size_t)st.st_size);
        }
    }
    close(fd);
}

/* The running program's file, whatever argv[0] says. */
static const char *file_of(const Dl_info *info, const struct link_map *map)
{
    return map->l_name[0] ? info->dli_fname : "/proc/self/exe";
}

static void base_name(const char *path, const struct link_map *map, char *out, size_t size)
{
    char program[4096];
    if (!map->l_name[0]) {
        ssize_t n = readlink(path, program, sizeof program - 1);
        program[n > 0 ? n : 0] = 0;
        path = program;
    }
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
}

int wd_symbol_find(uintptr_t function, struct wd_symbol *symbol)
{
    Dl_info info;
    struct link_map *map = NULL;
    int saved = errno;
    *symbol = (struct wd_symbol){ .address = function };
    if (!dladdr1((void *)function, &info, (void **)&map, RTLD_DL_LINKMAP) || !map || !info.dli_fname)
        return 0;
    symbol->address = function - map->l_addr;
    base_name(file_of(&info, map), map, symbol->module, sizeof symbol->module);
    if (info.dli_sname && info.dli_saddr == (void *)function)
        snprintf(symbol->name, sizeof symbol->name, "%s", info.dli_sname);
    else
        read_name(file_of(&info, map), symbol);
    errno = saved;
    return 1;
}
