/* SPDX-License-Identifier: Apache-2.0 */
/* loss.h: why it is not known under which context something was sent. */
#ifndef WD_LOSS_H
#define WD_LOSS_H

enum wd_stream_loss {
    WD_LOSS_NONE,
    WD_LOSS_SENDERS,   /* several at once */
    WD_LOSS_RECEIVERS, /* several at once */
    WD_LOSS_UNSEEN,    /* bytes that nobody has noted */
    WD_LOSS_OVERRUN,   /* more notes than there is room for, before they were read */
    WD_LOSS_BUSY,      /* the table's lock */
    WD_LOSS_AGREE,     /* for a loop: several requests, and nothing that tells them apart */
    WD_LOSS_TORN,      /* the table does not fit together */
    WD_LOSS_SHARED,    /* a virtual machine's connection that serves several requests at once: shared.h */
    WD_LOSS_GONE,      /* who has connected had closed again before it was known who it was */
    WD_LOSSES
};

/* In words, a constant. */
const char *wd_stream_loss_text(enum wd_stream_loss loss);

#endif
