/*
 * connection.h: the MySQL carrier, server side: from bytes on accepted
 * sockets to the context of the thread that works on them (docs/architecture.md,
 * "On the wire").
 *
 * Called by the wrappers of socket functions, around the real call, on any
 * thread. A descriptor that is no accepted MySQL connection costs one load. A
 * connection whose lock does not become free (a signal handler has interrupted
 * the thread that holds it) is followed no longer: mysql.lost_track.
 */
#ifndef WD_MYSQL_CONNECTION_H
#define WD_MYSQL_CONNECTION_H

#include <sys/types.h>

#include "descriptor.h"

/* A new accepted socket; it may turn out to speak MySQL. */
void wd_mysql_accepted(int fd);
void wd_mysql_closed(int fd);

/* Is it worth calling the functions below for this descriptor? */
static inline int wd_mysql_follows(int fd)
{
    return (wd_descriptor(fd) & WD_FD_MYSQL) != 0;
}

/* Before a receiving call; `blocking` if it may wait for data. */
void wd_mysql_before_receive(int fd, int blocking);
/* After it. `n` as returned, `bytes` what was received. */
void wd_mysql_received(int fd, const void *bytes, ssize_t n);
/* It returned with nothing to read yet. */
void wd_mysql_nothing_yet(int fd);
void wd_mysql_sent(int fd, const void *bytes, ssize_t n);
/* Bytes passed that were not shown: the connection cannot be read any more. */
void wd_mysql_unseen(int fd);

/* The descriptor for which the thread's context was set by this carrier, plus one; 0 if it was not. */
extern __thread int wd_mysql_carrying __attribute__((tls_model("initial-exec")));
void wd_mysql_thread_waits_slow(void);

/* This thread waits for events on any descriptor. */
static inline void wd_mysql_thread_waits(void)
{
    if (wd_mysql_carrying)
        wd_mysql_thread_waits_slow();
}

#endif
