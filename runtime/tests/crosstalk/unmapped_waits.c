/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads that wait and let go within a function whose caller is unmapped, as
 * mono gives the code back that it has compiled. No table describes such code,
 * so an unwinder that comes to it looks into it.
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "contend.h"

enum { SIZE = 4096 };

pthread_mutex_t of_unmapped = PTHREAD_MUTEX_INITIALIZER;

/* Calls `body` of code that lets `code` go first. */
static void call_from(void (*body)(unsigned char *code))
{
    /* push %rbp; mov %rsp,%rbp; mov $body,%rax; call *%rax; pop %rbp; ret */
    static const unsigned char before[] = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0xb8 }, behind[] = { 0xff, 0xd0, 0x5d, 0xc3 };
    unsigned char *code = mmap(NULL, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void (*call)(unsigned char *);
    if (code == MAP_FAILED)
        exit(1);
    memcpy(code, before, sizeof before);
    memcpy(code + sizeof before, &body, sizeof body);
    memcpy(code + sizeof before + sizeof body, behind, sizeof behind);
    memcpy(&call, &code, sizeof call);
    call(code);
}

static void unmap(unsigned char *code)
{
    if (munmap(code, SIZE) != 0)
        exit(1);
}

/* The code is mapped again for the return into it. */
static void map(unsigned char *code)
{
    static const unsigned char behind[] = { 0x5d, 0xc3 }; /* pop %rbp; ret */
    if (mmap(code, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != code)
        exit(1);
    memcpy(code + 16, behind, sizeof behind);
}

static __attribute__((noinline)) void take_unmapped(unsigned char *code)
{
    unmap(code);
    pthread_mutex_lock(&of_unmapped);
    map(code);
}

static __attribute__((noinline)) void leave_unmapped(unsigned char *code)
{
    unmap(code);
    pthread_mutex_unlock(&of_unmapped);
    map(code);
}

static void take(void)
{
    call_from(take_unmapped);
}

static void leave(void)
{
    call_from(leave_unmapped);
}

static void take_and_leave(void)
{
    take();
    leave();
}

int main(void)
{
    contend("unmapped", take, leave, take_and_leave);
    return 0;
}
