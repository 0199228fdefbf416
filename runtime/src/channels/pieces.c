/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/pieces.h"

#include <string.h>

#include "memory/readable.h"

#define MOST 64u

size_t wd_pieces_copy(const struct iovec *pieces, size_t count, void *bytes, size_t size)
{
    size_t done = 0;
    for (size_t i = 0; i < count && i < MOST && done < size; i++) {
        size_t most = size - done,
               n = wd_readable(pieces[i].iov_base, pieces[i].iov_len < most ? pieces[i].iov_len : most);
        if (n > 0)
            memcpy((char *)bytes + done, pieces[i].iov_base, n);
        done += n;
        if (n < pieces[i].iov_len && n < most)
            break;
    }
    return done;
}
