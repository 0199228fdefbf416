/*
 * connection.h: the MySQL carrier, server side: from bytes on accepted
 * sockets to the context of the thread that works on them (DESIGN D5).
 *
 * Called by the wrappers of socket functions, around the real call. A
 * descriptor that is no accepted MySQL connection costs one load.
 */
#ifndef WD_MYSQL_CONNECTION_H
#define WD_MYSQL_CONNECTION_H

#include <sys/types.h>

/* A new accepted socket; it may turn out to speak MySQL. */
void wd_mysql_accepted(int fd);
void wd_mysql_closed(int fd);

/* Is it worth calling the functions below for this descriptor? */
int wd_mysql_follows(int fd);

/* Before a receiving call; `blocking` if it may wait for data. */
void wd_mysql_before_receive(int fd, int blocking);
/* After it. `n` as returned, `bytes` what was received. */
void wd_mysql_received(int fd, const void *bytes, ssize_t n);
/* It returned with nothing to read yet. */
void wd_mysql_nothing_yet(int fd);
void wd_mysql_sent(int fd, const void *bytes, ssize_t n);
/* Bytes passed that were not shown: the connection cannot be read any more. */
void wd_mysql_unseen(int fd);

/* This thread waits for events on any descriptor. */
void wd_mysql_thread_waits(void);

#endif
