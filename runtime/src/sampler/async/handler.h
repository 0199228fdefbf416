/*
 * handler.h: async-profiler's signal handler, wrapped (docs/decisions.md, "The
 * handler is wrapped, not replaced").
 */
#ifndef WD_HANDLER_WRAP_H
#define WD_HANDLER_WRAP_H

/* When the library is loaded, before it is set up: the handler that it installs for our signal
 * (signals/own_signal.h) is wrapped from now on. False if that is impossible. */
int wd_handler_wrap(void *library, int in_jvm);

/* The sampler has started; `wall`: it samples time that passes. False if it has installed no handler. */
int wd_handler_begin(int wall);

/* The sampler has stopped, or could not start. Signals may still be on their way. */
void wd_handler_end(void);

/* sampler.h's */
void wd_handler_rest(void);
void wd_handler_sample_here(void);

/* In a forked child: samples that the sampler would take there are not taken. */
void wd_handler_forked(void);

#endif
