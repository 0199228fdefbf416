/* SPDX-License-Identifier: Apache-2.0 */
/* The four libraries of deep_bound_host, which one by the macro that is defined. */
#include <dlfcn.h>
#include <unistd.h>

#if defined OPENED /* with RTLD_DEEPBIND; binds to write at once (its address) and by a stub (the call) */
ssize_t splice(int from, void *from_at, int to, void *to_at, size_t size, unsigned flags);

void *address_of_write(void)
{
    return (void *)write;
}
ssize_t say(const char *text, size_t size)
{
    return write(STDOUT_FILENO, text, size);
}
int own_splice(void)
{
    return (int)splice(-1, 0, -1, 0, 0, 0);
}
#elif defined NEEDED /* by OPENED: a function of libc's name that is not libc's */
ssize_t splice(int from, void *from_at, int to, void *to_at, size_t size, unsigned flags)
{
    return (void)from, (void)from_at, (void)to, (void)to_at, (void)size, (void)flags, 42;
}
void *needed_address_of_read(void)
{
    return (void *)read;
}
#elif defined CALLER /* finds INNER by its name alone, as it says itself where to look */
int inner_found(int mode)
{
    return dlopen("libdeep_bound_inner.so", mode) != 0;
}
#else                /* INNER */
int inner;
#endif
