/* SPDX-License-Identifier: Apache-2.0 */
/* go.c: a program that has the section by which Go's are known. Works long enough to be recorded. */
#include <time.h>

__attribute__((used, section(".go.buildinfo"))) static const char build[] = "\xff Go buildinf:";

int main(void)
{
    while (clock() < CLOCKS_PER_SEC / 5)
        ;
    return 0;
}
