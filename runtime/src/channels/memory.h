/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory.h: the table that the recorded processes of a directory share
 * (docs/messages.md, "The table"): what has been sent on which channel under
 * which context, and where contexts come from.
 *
 * Whoever may record into the directory may write to it, and any of them may be
 * killed at any moment. So nothing that is read here is trusted: numbers are
 * bounded, loops end, and what does not fit together costs a label.
 */
#ifndef WD_CHANNELS_MEMORY_H
#define WD_CHANNELS_MEMORY_H

#include <stdint.h>

#define WD_STREAMS (1u << 14)
#define WD_CHAINS (1u << 16)
#define WD_DATAGRAMS (1u << 14)
#define WD_NOTES 16

/* From `start` on, until the next note, a stream's bytes were sent under this context. */
struct wd_note {
    uint64_t start;
    uint64_t uid;      /* 0: it is not known under which, `synopsis` says why (enum wd_stream_loss) */
    uint32_t synopsis; /* 0: under none */
    uint32_t number;   /* its place in the order of notes, plus one */
};

/* One direction of a channel. Positions count bytes, or messages where the kind of socket keeps them apart. */
struct wd_stream {
    uint64_t key; /* of its identity; 0: free */
    uint32_t generation;
    int32_t lock;          /* process that holds it; 0: none */
    uint64_t reserved;     /* what has been sent, or is about to be */
    uint64_t received;     /* what has been received */
    uint64_t flight_start; /* where the first send began that is not over */
    uint32_t senders;      /* calls that are not over */
    uint64_t receivers;    /* calls that receive: so far in the upper half, and those that are not over in the lower */
    uint32_t head;         /* notes so far */
    uint32_t lost;         /* enum wd_stream_loss: positions do not hold any more */
    int32_t sender;        /* process */
    uint32_t used;         /* coarse seconds */
    uint32_t role;         /* enum wd_stream_role */
    struct wd_note notes[WD_NOTES];
};

/* Where the context (uid, synopsis) comes from: the process that it was received from, and the type of transaction. */
struct wd_chain {
    uint64_t uid; /* 0: free */
    uint64_t upstream_uid;
    uint32_t synopsis;
    uint32_t upstream_synopsis; /* 0: it begins in that process */
    uint32_t type;              /* hash of the transaction type; 0: it has none */
    uint32_t check;             /* of all other members: a torn entry is none */
};

/* A datagram that was sent, by what is in it. */
struct wd_datagram {
    uint64_t key; /* 0: free */
    uint64_t uid;
    uint32_t synopsis;
    uint32_t check;
};

struct wd_channels_memory {
    uint64_t magic, nonce;
    uint64_t begun; /* streams so far: who has found none need not look again before it changes */
    uint64_t reserved[5];
    struct wd_stream streams[WD_STREAMS];
    struct wd_chain chains[WD_CHAINS];
    struct wd_datagram datagrams[WD_DATAGRAMS];
};

/* Shared with all who record here; NULL where messages are not followed. */
extern struct wd_channels_memory *wd_channels_memory;

/* Attaches the table that the recording directory (own_files/directory.h) names, or makes one. It is no mapped file:
 * who may write to that could cut it under its readers. 0, or -1 and errno. Not signal-safe. */
int wd_channels_memory_begin(void);

#endif
