/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/pieces.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>

#include "bare_call.h"

#define MOST 64u
#define PAGE 4096u
#define NOT_A_WAY ~0u /* of changing a mask: nothing is changed */
#define MASK_SIZE (NSIG / 8)

/* The kernel reads a mask before it finds out that it has no use for it: a tenth of what it takes to have it copy. */
static int page_is_mapped(uintptr_t address)
{
    uintptr_t mask = address & ~(uintptr_t)(MASK_SIZE - 1);
    return WD_BARE_CALL(SYS_rt_sigprocmask, NOT_A_WAY, mask, NULL, MASK_SIZE) < 0 && errno == EINVAL;
}

static size_t mapped(const struct iovec *piece, size_t most)
{
    uintptr_t from = (uintptr_t)piece->iov_base, at = from;
    size_t length = piece->iov_len < most ? piece->iov_len : most;
    while (at - from < length && page_is_mapped(at))
        at = (at | (PAGE - 1)) + 1;
    return at - from < length ? at - from : length;
}

size_t wd_pieces_copy(const struct iovec *pieces, size_t count, void *bytes, size_t size)
{
    size_t done = 0;
    for (size_t i = 0; i < count && i < MOST && done < size; i++) {
        size_t most = size - done, n = mapped(&pieces[i], most);
        if (n > 0)
            memcpy((char *)bytes + done, pieces[i].iov_base, n);
        done += n;
        if (n < pieces[i].iov_len && n < most)
            break;
    }
    return done;
}
