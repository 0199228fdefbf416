/* SPDX-License-Identifier: Apache-2.0 */
#include "traffic/loss.h"

static const char *const texts[WD_LOSSES] = {
    [WD_LOSS_SENDERS] = "several senders at once", [WD_LOSS_RECEIVERS] = "several receivers at once",
    [WD_LOSS_UNSEEN] = "bytes passed unseen",      [WD_LOSS_OVERRUN] = "too many messages not received yet",
    [WD_LOSS_BUSY] = "table of channels busy",     [WD_LOSS_AGREE] = "several requests in a loop, not told apart",
    [WD_LOSS_TORN] = "table of channels torn",     [WD_LOSS_SHARED] = "a connection shared by several requests",
    [WD_LOSS_GONE] = "the sender was gone",
};

const char *wd_stream_loss_text(enum wd_stream_loss loss)
{
    return loss > WD_LOSS_NONE && loss < WD_LOSSES ? texts[loss] : texts[WD_LOSS_TORN];
}
