/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with other bytes in the place of its callers' frames, and puts them back. It is built under the name that
 * greenlet's library has. */
#include <string.h>

#define FRAMES 16384 /* of its callers, which are overwritten */

static char kept[FRAMES];

__attribute__((noinline)) static void call_alone(void (*call)(void), char *callers)
{
    memcpy(kept, callers, FRAMES);
    memset(callers, 0x11, FRAMES);
    call();
    memcpy(callers, kept, FRAMES);
}

__attribute__((visibility("default"))) void sliced_run(void (*call)(void))
{
    char here[16];
    __asm__ volatile("" : : "r"(here) : "memory");
    call_alone(call, here);
    __asm__ volatile("" : : : "memory");
}
