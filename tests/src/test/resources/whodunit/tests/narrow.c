/* SPDX-License-Identifier: Apache-2.0 */
/* narrow.c: for 32 bits, without a library: rests for ever. */
void rests(void);

void rests(void)
{
    struct {
        long s, ns;
    } second = { 1, 0 };
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(162), "b"(&second), "c"(0) : "memory"); /* nanosleep */
}

void _start(void);

void _start(void)
{
    for (;;)
        rests();
}
