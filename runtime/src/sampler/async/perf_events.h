/* SPDX-License-Identifier: Apache-2.0 */
/*
 * perf_events.h: the descriptors of the sampler's perf events (engine cpu-clock), which are in the host's table, as its
 * threads take their samples. They are kept above the numbers that servers have plans for. A host that closes all
 * descriptors closes them too, and may use their numbers for its own: those are left alone. Signal-safe.
 */
#ifndef WD_PERF_EVENTS_H
#define WD_PERF_EVENTS_H

/* As perf_event_open, of its five arguments. */
long wd_perf_events_open(const long arguments[5]);

/* As close, of any descriptor, but for one that was an event's and is something else by now. */
int wd_perf_events_close(int fd);

#endif
