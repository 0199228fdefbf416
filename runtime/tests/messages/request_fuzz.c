/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target: any bytes as the beginning of a request. What is found lies in them, a name fits and is text, and
 * it does not matter for either what stands behind them.
 */
#include <stdlib.h>
#include <string.h>

#include "channels/request.h"
#include "contexts/examples.h"
#include "health/health.h"

/* Counts are of no interest here. */
void wd_health_add(enum wd_health key, uint64_t n)
{
    (void)key, (void)n;
}

static void lies_in(const char *part, size_t length, const char *text, size_t size)
{
    if (part && (part < text || length > size || (size_t)(part - text) > size - length))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *bytes = malloc(size ? size : 1); /* of just this size */
    const char *text = (const char *)bytes;
    char name[WD_REQUEST_NAME];
    struct wd_request_line line = { 0 };
    memcpy(bytes, data, size);
    memset(name, 'x', sizeof name);
    if (wd_request_name(bytes, size, name) == WD_REQUEST_NAMED && !memchr(name, 0, sizeof name))
        abort();
    if (wd_request_asks(bytes, size, &line)) {
        lies_in(line.method.text, line.method.length, text, size);
        lies_in(line.target.text, line.target.length, text, size);
    }
    lies_in(wd_request_traceparent(bytes, size), WD_TRACEPARENT, text, size);
    if (wd_request_is_http2(bytes, size) && wd_request_offers_http2(bytes, size))
        abort();
    free(bytes);
    return 0;
}
