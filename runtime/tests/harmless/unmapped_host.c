/* SPDX-License-Identifier: Apache-2.0 */
/* A host whose code is unmapped by the function that it has called, which forks and exits: mono does so at its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

#define SIZE 4096

static unsigned char *code;

static void leave(void)
{
    int status = -1;
    munmap(code, SIZE);
    pid_t child = fork();
    if (child == 0)
        _exit(3);
    waitpid(child, &status, 0);
    printf("child %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    exit(7);
}

int main(void)
{
    /* push %rbp; mov %rsp,%rbp; mov $leave,%rax; call *%rax */
    static const unsigned char before[] = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0xb8 }, behind[] = { 0xff, 0xd0 };
    void (*target)(void) = leave;
    void (*call)(void);
    burn_ms(240);
    code = mmap(NULL, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(code, before, sizeof before);
    memcpy(code + sizeof before, &target, sizeof target);
    memcpy(code + sizeof before + sizeof target, behind, sizeof behind);
    memcpy(&call, &code, sizeof call);
    call();
    return 1;
}
