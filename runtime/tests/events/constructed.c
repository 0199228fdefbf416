/* SPDX-License-Identifier: Apache-2.0 */
/* A library whose constructor takes its time, and waits for the program's event loop. */

void whodunit_test_constructed(void);

__attribute__((constructor)) static void construct(void)
{
    whodunit_test_constructed();
}
