/* SPDX-License-Identifier: Apache-2.0 */
#include "http2/head.h"

#include <nghttp2/nghttp2.h>
#include <string.h>

#include "http2/memory.h"

#define REMEMBERED 4096 /* bytes, unless the server says otherwise */
#define REMEMBERED_LIMIT (64 * 1024)
#define TEXT 1024 /* of a target, and of the headers: the rest is not looked at */
#define METHOD 32

struct text {
    size_t length;
    char bytes[TEXT];
};

struct wd_http2_head {
    nghttp2_hd_inflater *inflater;
    uint32_t remembered;
    size_t method_length;
    char method[METHOD];
    struct text target, host, headers;
};

static void *allocate(size_t size, void *user)
{
    (void)user;
    return wd_http2_allocate(size);
}

static void *allocate_zeroed(size_t count, size_t size, void *user)
{
    void *piece = size == 0 || count <= SIZE_MAX / size ? allocate(count * size, user) : NULL;
    if (piece)
        memset(piece, 0, count * size);
    return piece;
}

static void *enlarge(void *piece, size_t size, void *user)
{
    (void)user;
    return wd_http2_enlarge(piece, size);
}

static void release(void *piece, void *user)
{
    (void)user;
    wd_http2_free(piece);
}

static nghttp2_mem memory = { NULL, allocate, release, allocate_zeroed, enlarge };

struct wd_http2_head *wd_http2_head_new(void)
{
    struct wd_http2_head *head = wd_http2_allocate(sizeof *head);
    if (!head)
        return NULL;
    head->remembered = REMEMBERED;
    if (nghttp2_hd_inflate_new2(&head->inflater, &memory) != 0) {
        wd_http2_free(head);
        return NULL;
    }
    wd_http2_head_begin(head);
    return head;
}

void wd_http2_head_free(struct wd_http2_head *head)
{
    if (!head)
        return;
    nghttp2_hd_inflate_del(head->inflater);
    wd_http2_free(head);
}

/* Less is what the client says itself, in its next block. */
int wd_http2_head_remembers(struct wd_http2_head *head, uint32_t bytes)
{
    if (bytes > REMEMBERED_LIMIT)
        return 0;
    if (bytes <= head->remembered)
        return 1;
    head->remembered = bytes;
    return nghttp2_hd_inflate_change_table_size(head->inflater, bytes) == 0;
}

void wd_http2_head_begin(struct wd_http2_head *head)
{
    head->method_length = head->target.length = head->host.length = head->headers.length = 0;
}

static void add(struct text *text, const void *bytes, size_t n)
{
    size_t left = TEXT - text->length;
    n = n < left ? n : left;
    memcpy(text->bytes + text->length, bytes, n);
    text->length += n;
}

static int is_named(const nghttp2_nv *field, const char *name)
{
    return field->namelen == strlen(name) && memcmp(field->name, name, field->namelen) == 0;
}

static void add_header(struct wd_http2_head *head, const nghttp2_nv *field)
{
    if (head->headers.length + field->namelen + field->valuelen + sizeof ": \r\n" > TEXT)
        return;
    add(&head->headers, field->name, field->namelen);
    add(&head->headers, ": ", 2);
    add(&head->headers, field->value, field->valuelen);
    add(&head->headers, "\r\n", 2);
}

static void keep(struct wd_http2_head *head, const nghttp2_nv *field)
{
    if (is_named(field, ":method") && field->valuelen <= METHOD) {
        memcpy(head->method, field->value, field->valuelen);
        head->method_length = field->valuelen;
    } else if (is_named(field, ":path"))
        add(&head->target, field->value, field->valuelen);
    else if (is_named(field, ":authority"))
        add(&head->host, field->value, field->valuelen);
    else if (field->namelen > 0 && field->name[0] != ':')
        add_header(head, field);
}

/* Returns whether it could be read. */
static int inflate(struct wd_http2_head *head, const unsigned char *bytes, size_t n, int is_end)
{
    int flags;
    do {
        nghttp2_nv field;
        flags = NGHTTP2_HD_INFLATE_NONE;
        ssize_t read = nghttp2_hd_inflate_hd2(head->inflater, &field, &flags, bytes, n, is_end);
        if (read < 0)
            return 0;
        bytes += read;
        n -= (size_t)read;
        if (flags & NGHTTP2_HD_INFLATE_EMIT)
            keep(head, &field);
    } while (n > 0 || (flags & NGHTTP2_HD_INFLATE_EMIT));
    return 1;
}

int wd_http2_head_read(struct wd_http2_head *head, const unsigned char *bytes, size_t n)
{
    return n == 0 || inflate(head, bytes, n, 0);
}

static size_t write_text(const struct wd_http2_head *head, unsigned char *text, size_t size)
{
    const struct text *target = head->target.length ? &head->target : &head->host; /* CONNECT has only a host */
    const struct {
        const char *bytes;
        size_t length;
    } parts[] = {
        { head->method, head->method_length },
        { " ", 1 },
        { target->bytes, target->length },
        { " HTTP/1.1\r\nhost: ", 17 },
        { head->host.bytes, head->host.length },
        { "\r\n", 2 },
        { head->headers.bytes, head->headers.length },
        { "\r\n", 2 },
    };
    size_t length = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t n = parts[i].length < size - length ? parts[i].length : size - length;
        memcpy(text + length, parts[i].bytes, n);
        length += n;
    }
    return length;
}

int wd_http2_head_end(struct wd_http2_head *head, unsigned char *text, size_t size, size_t *length)
{
    static const unsigned char nothing[1];
    if (!inflate(head, nothing, 0, 1))
        return 0;
    nghttp2_hd_inflate_end_headers(head->inflater);
    *length = head->method_length && (head->target.length || head->host.length) ? write_text(head, text, size) : 0;
    return 1;
}
