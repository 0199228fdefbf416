/* SPDX-License-Identifier: Apache-2.0 */
/* versions_begins.c: a program around versions_host.c as a library. */
int versions_begin(void);

int main(void)
{
    return versions_begin();
}
