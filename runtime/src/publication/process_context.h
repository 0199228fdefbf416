/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process_context.h: what readers of a thread's record must know of the process
 * (docs/publication.md), in the form of OpenTelemetry's process context.
 */
#ifndef WD_PUBLICATION_PROCESS_CONTEXT_H
#define WD_PUBLICATION_PROCESS_CONTEXT_H

/* Says once who this process is; forked children say it for themselves. Does nothing where a sandbox refuses it. */
void wd_process_context_publish(const char *tier);

#endif
