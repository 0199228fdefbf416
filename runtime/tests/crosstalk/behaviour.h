/* SPDX-License-Identifier: Apache-2.0 */
/*
 * behaviour.h: programs of locks whose every result is printed. The test runs
 * them with and without the library and compares what they print.
 */
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/* Runs `body` on a new thread, and waits for it. */
void on_thread(void *(*body)(void *), void *argument);
pthread_t start_thread(void *(*body)(void *), void *argument);

/* Every thread works under a context, if the library is there. */
void enter_transaction(const char *name);

/* "what: EBUSY", for a result of pthread_*; for sem_*, the errno if it is -1. */
void show(const char *what, int result);
void show_errno(const char *what, int result);

void pause_ms(int ms);

/* The given clock's time in `ms` milliseconds. */
struct timespec in_ms(clockid_t clock, int ms);

void mutexes(void);
void c11_locks(void);
void reader_writer_locks(void);
void conditions(void);
void semaphores(void);
void forks(void);
void handlers(void);
void lifetimes(void);

#endif
