/* SPDX-License-Identifier: Apache-2.0 */
/*
 * diagnostics.h: a line to the host's standard error, which is the host's.
 */
#ifndef WD_DIAGNOSTICS_H
#define WD_DIAGNOSTICS_H

/* Complaints go to what is the host's standard error now. */
void wd_diagnostics_begin(void);

/* Writes to the host's standard error, from any table of descriptors (own_files/table.h);
 * lost if that is impossible, or if something else has its number that is not
 * plainly meant for texts: the host may have closed it and opened its data. */
void wd_diagnostics_tell(const char *text);

/* One such line: what happened, why, what can be done about it, and what becomes of the process. */
void wd_diagnostics_problem(const char *what, const char *why, const char *cure, const char *outcome);

/* The recording ends. Told once by a process and all that it forks: what comes after the
 * first reason follows from it. */
void wd_diagnostics_end(const char *what, const char *why, const char *cure);

/* What could not be told without being overwritten; for a thread of the host's, when ours has ended. */
void wd_diagnostics_tell_kept(void);

#endif
