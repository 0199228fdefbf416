/*
 * handler.h: async-profiler's signal handler, wrapped (docs/decisions.md, "The
 * handler is wrapped, not replaced").
 */
#ifndef WD_HANDLER_WRAP_H
#define WD_HANDLER_WRAP_H

/* When the library is loaded, before it starts: the handlers that it installs from
 * now on are wrapped, on whichever signal it chooses. False if that is impossible. */
int wd_handler_wrap(void *library);

/* The sampler has started. False if it has installed no handler. */
int wd_handler_begin(void);

/* The sampler has stopped, or could not start. Puts its own handler back, so that
 * its next start finds the signal as it left it and does not choose another one. */
void wd_handler_end(void);

/* sampler.h's */
void wd_handler_rest(void);
void wd_handler_sample_here(void);

/* In a forked child: samples that the sampler would take there are not taken. */
void wd_handler_forked(void);

#endif
