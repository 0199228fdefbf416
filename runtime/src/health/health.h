/* SPDX-License-Identifier: Apache-2.0 */
/*
 * health.h: cumulative counters that say what was lost or not understood.
 * Each is written into the recording by its dotted name (docs/format.md).
 */
#ifndef WD_HEALTH_H
#define WD_HEALTH_H

#include <stdint.h>

#define WD_HEALTH_COUNTERS(X)                                                      \
    X(LABELS_WRITTEN, "labels.written")                                            \
    X(LABELS_LOST, "labels.lost")                 /* ring full, or refused */      \
    X(SAMPLES_AT_END, "samples.at_end")           /* that the tick has missed */   \
    X(SAMPLES_PASSED_OVER, "samples.passed_over") /* the tick's too many */        \
    X(SAMPLES_REPEATED, "samples.repeated")       /* the tick's too few */         \
    X(SAMPLES_OWED, "samples.owed")               /* no space, or in a fork */     \
    X(SAMPLES_PAID, "samples.paid")               /* of them, taken later */       \
    X(EVENTS_EMITTED, "events.emitted")           /* user events given to JFR */   \
    X(EVENTS_REJECTED, "events.rejected")         /* refused by the sampler */     \
    X(RECORDING_LOST, "recording.lost")           /* bytes not written */          \
    X(RECORDING_ENDED, "recording.ended")         /* before the process does */    \
    X(CONTEXTS_OVERFLOW, "contexts.overflow")     /* table full */                 \
    X(WIRE_MALFORMED, "wire.malformed")           /* forged or broken synopses */  \
    X(MYSQL_CONNECTIONS, "mysql.connections")                                      \
    X(MYSQL_COMMANDS, "mysql.commands")                                            \
    X(MYSQL_LABELLED, "mysql.labelled")     /* commands with a synopsis */         \
    X(MYSQL_UNLABELLED, "mysql.unlabelled") /* commands without one */             \
    X(MYSQL_TLS, "mysql.tls")               /* connections not readable */         \
    X(MYSQL_COMPRESSED, "mysql.compressed") /* connections not readable */         \
    X(MYSQL_LOST_TRACK, "mysql.lost_track") /* stream did not parse */             \
    X(POSTGRES_CONNECTIONS, "postgres.connections")                                \
    X(POSTGRES_COMMANDS, "postgres.commands")                                      \
    X(POSTGRES_LABELLED, "postgres.labelled")     /* commands with a synopsis */   \
    X(POSTGRES_UNLABELLED, "postgres.unlabelled") /* commands without one */       \
    X(POSTGRES_BY_PARSE, "postgres.by_parse")     /* labelled by a guess */        \
    X(POSTGRES_MIXED, "postgres.mixed")           /* several received at once */   \
    X(POSTGRES_TLS, "postgres.tls")               /* connections not readable */   \
    X(POSTGRES_LOST_TRACK, "postgres.lost_track") /* stream did not parse */       \
    X(JDBC_CAPTURES, "jdbc.captures")                                              \
    X(JDBC_NOT_CARRIED, "jdbc.not_carried") /* statements sent bare */             \
    X(JDBC_UNSUPPORTED, "jdbc.unsupported") /* statements of drivers not known */  \
    X(KAFKA_MIXED, "kafka.mixed")           /* batches of several contexts */      \
    X(PATHS_WALKED, "paths.walked")         /* frame by frame */                   \
    X(PATHS_DISTRUSTED, "paths.distrusted") /* a remembered path was wrong */      \
    X(INSTRUMENT_FAILED, "instrument.failed")                                      \
    X(MESSAGES_SENT, "messages.sent")                                              \
    X(MESSAGES_RECEIVED, "messages.received")                                      \
    X(MESSAGES_MIXED, "messages.mixed")     /* of several contexts */              \
    X(MESSAGES_UNKNOWN, "messages.unknown") /* whose they are */                   \
    X(MESSAGES_LOST, "messages.lost")       /* a table was full */                 \
    X(MESSAGES_OTHER_ROUTES, "messages.other_routes")                              \
    X(MESSAGES_HTTP2, "messages.http2") /* connections without names */            \
    X(MESSAGES_GO, "messages.go")       /* a program whose calls are not seen */   \
    X(FLOWS_STOPPED, "flows.stopped")   /* a fault in a copy of code */            \
    X(FLOWS_LEARNING_US, "flows.learning_us")                                      \
    X(FLOWS_ALLOWED_US, "flows.learning_allowed_us")                               \
    X(FORKS, "forks")                                                              \
    X(KERNEL_TICKS, "kernel.ticks")         /* that found a thread running */      \
    X(KERNEL_SIGNALLED, "kernel.signalled") /* ticks and waits that were told */   \
    X(KERNEL_SAMPLED, "kernel.sampled")     /* of them */                          \
    X(KERNEL_HELD, "kernel.held")           /* by who holds our signal back */     \
    X(KERNEL_REFUSED, "kernel.refused")     /* not sent by the kernel */           \
    X(KERNEL_NO_STACK, "kernel.no_stack")   /* the table of stacks was full */     \
    X(KERNEL_WAITS, "kernel.waits")         /* above the threshold */              \
    X(KERNEL_IDLE, "kernel.idle")           /* in another one's sample */          \
    X(KERNEL_UNSEEN, "kernel.unseen")       /* waits whose end was not traced */   \
    X(KERNEL_ELSEWHERE, "kernel.elsewhere") /* told when the thread had gone on */ \
    X(KERNEL_LOST, "kernel.lost")           /* told, and no sample was taken */    \
    X(CPU_USED, "cpu.used_us")              /* by the kernel's count */            \
    X(CPU_BEFORE, "cpu.before_us")          /* before the recording began */       \
    X(CPU_CHILDREN, "cpu.children_us")      /* of children that have ended */      \
    X(CPU_RECORDER, "cpu.recorder_us")      /* of cpu.used_us, our own thread's */ \
    X(WAITS_RECORDED, "waits.recorded")     /* with or without holder */           \
    X(WAITS_LOST, "waits.lost")             /* table full */                       \
    X(WAITS_PATHS_LOST, "waits.paths_lost") /* too many distinct stacks */         \
    X(WAITS_TRYLOCK_FAILED, "waits.trylock_failed")

enum wd_health {
#define X(id, name) WD_HEALTH_##id,
    WD_HEALTH_COUNTERS(X)
#undef X
        WD_HEALTH_COUNT
};

/* Relaxed atomic add; signal-safe. */
void wd_health_add(enum wd_health counter, uint64_t n);

/* Its sum so far. */
uint64_t wd_health_value(enum wd_health counter);

/* In a forked child: what has been counted is the parent's. */
void wd_health_after_fork(void);

/* Its dotted name, a constant. */
const char *wd_health_name(enum wd_health counter);

#endif
