/* SPDX-License-Identifier: Apache-2.0 */
/* Locks with names as two versions of Rust's compiler write them, each contended once. */
#include "contend.h"

pthread_mutex_t table __asm__("_ZN4demo5TABLE17h04633a4a3a66e673E") = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t queue __asm__("_RNvCs1234_4demo5QUEUE") = PTHREAD_MUTEX_INITIALIZER;

static void take_table(void)
{
    pthread_mutex_lock(&table);
}

static void leave_table(void)
{
    pthread_mutex_unlock(&table);
}

static void wait_for_table(void)
{
    take_table();
    leave_table();
}

static void take_queue(void)
{
    pthread_mutex_lock(&queue);
}

static void leave_queue(void)
{
    pthread_mutex_unlock(&queue);
}

static void wait_for_queue(void)
{
    take_queue();
    leave_queue();
}

int main(void)
{
    contend("legacy", take_table, leave_table, wait_for_table);
    contend("v0", take_queue, leave_queue, wait_for_queue);
    return 0;
}
