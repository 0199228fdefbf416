/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/pieces.h"

#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>

#include "bare_call.h"

#define MOST 64u
#define PAGE 4096u
#define EVENT 16u /* bytes, for a struct epoll_event, which so lies within a page */

/* The kernel reads an event before it finds out that there is no descriptor: a tenth of what its copying takes. */
static int page_is_mapped(uintptr_t address)
{
    uintptr_t event = address & ~(uintptr_t)(EVENT - 1);
    return WD_BARE_CALL(SYS_epoll_ctl, -1, EPOLL_CTL_ADD, -1, event) < 0 && errno == EBADF;
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
