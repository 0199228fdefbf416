/*
 * diagnostics.h: a line to the host's standard error, which is the host's.
 */
#ifndef WD_DIAGNOSTICS_H
#define WD_DIAGNOSTICS_H

/* What the host's standard error is now, is where complaints go. */
void wd_diagnostics_begin(void);

/* Writes to the host's standard error, from any table of descriptors (own_files.h);
 * lost if that is impossible, or if something else has its number that is not
 * plainly meant for texts: the host may have closed it and opened its data. */
void wd_diagnostics_tell(const char *text);

/* What could not be told without being overwritten; for a thread of the host's, when ours has ended. */
void wd_diagnostics_tell_kept(void);

#endif
