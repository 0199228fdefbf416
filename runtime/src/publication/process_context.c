/* SPDX-License-Identifier: Apache-2.0 */
#include "publication/process_context.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "contexts/wire.h"
#include "protobuf/text.h"
#include "publication/records.h"
#include "sandbox/needs.h"
#include "system/clock.h"
#include "system/syscalls.h"

#define SIZE 4096
#define VERSION 2
#define NAME "OTEL_CTX"
#define SCHEMA "tlsdesc_v1_dev"

struct header {
    char signature[8];
    uint32_t version;
    uint32_t payload_size;
    uint64_t published_at_ns; /* 0 until all else is there */
    uint64_t payload;
};

/* A message of protobuf's that has only fields of bytes. What does not fit is left out, and `full` set. */
struct message {
    unsigned char bytes[1024];
    size_t length;
    int full;
};

static void put(struct message *m, unsigned field, const void *bytes, size_t length)
{
    unsigned char *to = m->bytes + m->length;
    if (length >= 1u << 14 || m->length + length + 3 > sizeof m->bytes) {
        m->full = 1;
        return;
    }
    *to++ = (unsigned char)(field << 3 | 2);
    if (length >= 128)
        *to++ = (unsigned char)(length | 128);
    *to++ = (unsigned char)(length >= 128 ? length >> 7 : length);
    memcpy(to, bytes, length);
    m->length = (size_t)(to - m->bytes) + length;
}

static void put_message(struct message *m, unsigned field, const struct message *inner)
{
    put(m, field, inner->bytes, inner->length);
    m->full |= inner->full;
}

/* The numbers of fields are OpenTelemetry's. */
enum { KEY = 1, VALUE = 2, STRING = 1, ARRAY = 5, VALUES = 1, ATTRIBUTES = 1, RESOURCE = 1, EXTRA_ATTRIBUTES = 2 };

static struct message string(const char *text)
{
    struct message value = { .length = 0 };
    put(&value, STRING, text, strlen(text));
    return value;
}

static void put_attribute(struct message *m, unsigned field, const char *key, const struct message *value)
{
    struct message attribute = { .length = 0 };
    put(&attribute, KEY, key, strlen(key));
    put_message(&attribute, VALUE, value);
    put_message(m, field, &attribute);
}

static void put_string(struct message *m, unsigned field, const char *key, const char *text)
{
    struct message value = string(text);
    put_attribute(m, field, key, &value);
}

static void put_keys(struct message *m)
{
    struct message keys = { .length = 0 }, value = { .length = 0 };
    for (int i = 0; i < WD_RECORD_KEYS; i++) {
        struct message key = string(wd_record_keys[i]);
        put_message(&keys, VALUES, &key);
    }
    put_message(&value, ARRAY, &keys);
    put_attribute(m, EXTRA_ATTRIBUTES, "threadlocal.attribute_key_map", &value);
}

static struct message describe(const char *name)
{
    struct message process = { .length = 0 }, resource = { .length = 0 };
    char tier[128], uid[17];
    wd_text_copy(tier, sizeof tier, name);
    snprintf(uid, sizeof uid, "%016llx", (unsigned long long)wd_process_uid());
    put_string(&resource, ATTRIBUTES, "service.name", tier);
    put_string(&resource, ATTRIBUTES, "service.instance.id", uid);
    put_message(&process, RESOURCE, &resource);
    put_string(&process, EXTRA_ATTRIBUTES, "threadlocal.schema_version", SCHEMA);
    put_keys(&process);
    return process;
}

static int make_file(void)
{
    if (!wd_sys_file_may_have(SIZE))
        return -1;
    int fd = (int)syscall(SYS_memfd_create, NAME, 1 | 2 | 8); /* closed on exec, may be sealed, never executed */
    return fd >= 0 ? fd : (int)syscall(SYS_memfd_create, NAME, 1 | 2);
}

/* Readers find it by its name: the file's, or else the one that it is given. */
static void *map(void)
{
    int fd = make_file();
    void *region = MAP_FAILED;
    if (fd >= 0 && syscall(SYS_ftruncate, fd, SIZE) == 0)
        region = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        wd_sys_close(fd);
    if (region == MAP_FAILED)
        region = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region == MAP_FAILED)
        return NULL;
    if (madvise(region, SIZE, MADV_DONTFORK) == 0)
        return region;
    munmap(region, SIZE);
    return NULL;
}

static uint64_t now(void)
{
    uint64_t ns = wd_clock_ns(CLOCK_BOOTTIME);
    return ns ? ns : 1;
}

static void publish(const char *tier)
{
    const struct message process = describe(tier);
    struct header *header = process.full ? NULL : map();
    if (!header)
        return;
    _Static_assert(sizeof *header + sizeof process.bytes <= SIZE, "it fits");
    memcpy(header + 1, process.bytes, process.length);
    memcpy(header->signature, NAME, sizeof header->signature);
    header->version = VERSION;
    header->payload_size = (uint32_t)process.length;
    header->payload = (uint64_t)(uintptr_t)(header + 1);
    __atomic_store_n(&header->published_at_ns, now(), __ATOMIC_SEQ_CST);
    syscall(SYS_prctl, PR_SET_VMA, PR_SET_VMA_ANON_NAME, header, SIZE, NAME);
}

void wd_process_context_publish(const char *tier)
{
    int saved = errno;
    if (!wd_sandbox_refuses(WD_REFUSED_PUBLISHING))
        publish(tier);
    errno = saved;
}
