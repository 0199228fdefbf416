/* SPDX-License-Identifier: Apache-2.0 */
/* A library of one function, which says which library it is of; for replaced.c. */
int which_library(const void *item)
{
    return item ? WHICH : 0;
}
