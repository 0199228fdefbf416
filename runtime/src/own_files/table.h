/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table.h: tables of descriptors for the recorder's threads alone.
 *
 * While two threads share a table, the kernel counts references at each system
 * call on a descriptor: 40 to 60 ns, which a server with one thread does not
 * pay until it is recorded. So our threads leave the host's table. It also
 * keeps our files out of the host's numbers, and the host's daemonizing away
 * from our files.
 *
 * The words of propagation/descriptor.h tell of the host's numbers, and are not
 * to be looked at by a thread with a table of its own.
 */
#ifndef WD_OWN_FILES_TABLE_H
#define WD_OWN_FILES_TABLE_H

enum wd_table {
    WD_TABLE_HOST = 0,
    WD_TABLE_RECORDER, /* the recorder's thread */
    WD_TABLES
};

/* Of the calling thread; signal-safe. */
extern __thread enum wd_table wd_table __attribute__((tls_model("initial-exec")));

/* Leaves the table that the calling thread shares for a new one, with /dev/null
 * as standard output and error, those of `keep` (-1: none) and nothing else: a host may limit
 * itself to a few numbers, and the first is for what is open for a moment. False, and
 * nothing has changed, where the kernel cannot (Linux before 5.9) or may not. Not
 * for a thread that has other descriptors open. */
int wd_own_files_begin(enum wd_table table, const int keep[2]);

#endif
