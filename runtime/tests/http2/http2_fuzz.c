/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target: any bytes, as what a client sends and as what a server sends, whole and in pieces: both say the
 * same. The first byte is the pieces' size.
 */
#include <stdlib.h>
#include <string.h>

#include "http2/answers.h"
#include "http2/requests.h"

/* A sum over all that is told. */
static void note(uint64_t *sum, unsigned what, uint32_t number)
{
    *sum = (*sum ^ what ^ (uint64_t)number << 8) * UINT64_C(0x9e3779b97f4a7c15);
}

static void request(void *sum, uint32_t stream, const unsigned char *head, size_t n)
{
    if (n > WD_HTTP2_HEAD)
        abort();
    note(sum, 1, stream);
    for (size_t i = 0; i < n; i++)
        note(sum, head[i], 0);
}

static void more(void *sum, uint32_t stream)
{
    note(sum, 2, stream);
}

static void body(void *sum, uint32_t stream, const unsigned char *bytes, size_t n)
{
    (void)sum, (void)stream;
    for (volatile size_t i = 0; i < n; i++)
        (void)*(volatile const unsigned char *)&bytes[i];
}

static void reset(void *sum, uint32_t stream)
{
    note(sum, 3, stream);
}

static void number(void *sum, uint32_t what)
{
    note(sum, 4, what);
}

static const struct wd_http2_listener listener = { request, more, body, reset };
static const struct wd_http2_answer_listener answer_listener = { number, number, number };

static uint64_t as_requests(const uint8_t *bytes, size_t n, size_t piece)
{
    struct wd_http2_requests requests;
    uint64_t sum = 0;
    if (!wd_http2_requests_begin(&requests, &listener))
        abort();
    for (size_t at = 0; at < n; at += piece)
        wd_http2_requests_read(&requests, bytes + at, n - at < piece ? n - at : piece, &sum);
    note(&sum, 5, requests.is_lost);
    wd_http2_requests_end(&requests);
    return sum;
}

static uint64_t as_answers(const uint8_t *bytes, size_t n, size_t piece)
{
    struct wd_http2_answers answers = { .listener = &answer_listener };
    uint64_t sum = 0;
    for (size_t at = 0; at < n; at += piece)
        wd_http2_answers_read(&answers, bytes + at, n - at < piece ? n - at : piece, &sum);
    note(&sum, 5, answers.frames.is_lost);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    size_t piece = data[0] + 1u, n = size - 1;
    uint8_t *bytes = malloc(n); /* of just this size */
    memcpy(bytes, data + 1, n);
    if (as_requests(bytes, n, n) != as_requests(bytes, n, piece) ||
        as_answers(bytes, n, n) != as_answers(bytes, n, piece))
        abort();
    free(bytes);
    return 0;
}
