/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/streams.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "memory/apart.h"
#include "memory/fork_state.h"
#include "system/clock.h"

#define TRIES 8 /* places of a key; the longest unused one without anything on its way is given away */
#define PATIENCE 2000
#define ONE_MORE ((1ull << 32) + 1) /* of wd_stream.receivers */

static int32_t self WD_FORK_STATE; /* the calling process */

static void note_self(void)
{
    self = (int32_t)getpid();
}

__attribute__((constructor(101))) static void watch_forks(void)
{
    note_self();
    pthread_atfork(NULL, NULL, note_self);
}

static int is_gone(int32_t process)
{
    int saved = errno;
    int gone = process > 0 && syscall(SYS_kill, process, 0) != 0 && errno == ESRCH;
    errno = saved;
    return gone;
}

static int try_lock(struct wd_stream *s, int32_t own)
{
    int32_t holder = 0;
    return __atomic_compare_exchange_n(&s->lock, &holder, own, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* False where somebody does not let go: a signal handler may have interrupted the holder. */
static WD_APART int lock_slowly(struct wd_stream *s, int32_t own)
{
    for (int i = 0; i < PATIENCE; i++) {
        if (try_lock(s, own))
            return 1;
        if (i % 64 == 63)
            sched_yield();
    }
    int32_t holder = __atomic_load_n(&s->lock, __ATOMIC_RELAXED);
    if (!is_gone(holder))
        return 0;
    __atomic_store_n(&s->lost, WD_LOSS_UNSEEN, __ATOMIC_RELEASE); /* killed in the middle of what it wrote */
    return __atomic_compare_exchange_n(&s->lock, &holder, own, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static int acquire(struct wd_stream *s)
{
    return try_lock(s, self) || lock_slowly(s, self);
}

static void release(struct wd_stream *s)
{
    __atomic_store_n(&s->lock, 0, __ATOMIC_RELEASE);
}

static struct wd_stream *slot(uint64_t key, uint32_t i)
{
    return &wd_channels_memory->streams[((uint32_t)(key >> 32) + i) % WD_STREAMS];
}

struct wd_stream_place wd_stream_find(uint64_t key)
{
    for (uint32_t i = 0; i < TRIES; i++) {
        struct wd_stream *s = slot(key, i);
        uint32_t generation = __atomic_load_n(&s->generation, __ATOMIC_ACQUIRE);
        if (__atomic_load_n(&s->key, __ATOMIC_ACQUIRE) == key)
            return (struct wd_stream_place){ s, generation };
    }
    return (struct wd_stream_place){ 0 };
}

static int has_nothing_on_its_way(const struct wd_stream *s)
{
    return (__atomic_load_n(&s->reserved, __ATOMIC_RELAXED) == __atomic_load_n(&s->received, __ATOMIC_RELAXED) &&
            __atomic_load_n(&s->senders, __ATOMIC_RELAXED) == 0) ||
           is_gone(__atomic_load_n(&s->sender, __ATOMIC_RELAXED));
}

static struct wd_stream *victim(uint64_t key)
{
    struct wd_stream *oldest = NULL;
    uint32_t now = wd_coarse_seconds();
    for (uint32_t i = 0; i < TRIES; i++) {
        struct wd_stream *s = slot(key, i);
        if (__atomic_load_n(&s->key, __ATOMIC_RELAXED) == 0)
            return s;
        if (has_nothing_on_its_way(s) && (!oldest || now - s->used > now - oldest->used))
            oldest = s;
    }
    return oldest;
}

/* Locked. */
static void append(struct wd_stream *s, uint64_t start, uint64_t uid, uint32_t synopsis)
{
    uint32_t n = s->head;
    struct wd_note *note = &s->notes[n % WD_NOTES];
    __atomic_store_n(&note->number, 0, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    note->start = start;
    note->uid = uid;
    note->synopsis = synopsis;
    __atomic_store_n(&note->number, n + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&s->head, n + 1, __ATOMIC_RELEASE);
}

/* Locked. What others hold of it from before does not hold any more. */
static void begin_anew(struct wd_stream *s, uint64_t key, uint64_t unread)
{
    __atomic_add_fetch(&s->generation, 1, __ATOMIC_RELEASE);
    __atomic_store_n(&s->key, 0, __ATOMIC_RELEASE);
    s->reserved = unread;
    s->received = s->flight_start = 0;
    s->senders = s->head = s->lost = 0;
    s->receivers = 0;
    s->role = WD_STREAM_ROLE_UNKNOWN;
    s->sender = self;
    s->used = wd_coarse_seconds();
    if (unread > 0)
        append(s, 0, 0, WD_LOSS_UNSEEN);
    __atomic_store_n(&s->key, key, __ATOMIC_RELEASE);
    __atomic_fetch_add(&wd_channels_memory->begun, 1, __ATOMIC_RELEASE);
}

/* Does what is noted still say what is on its way? */
static int goes_on(const struct wd_stream *s, uint64_t unread)
{
    uint32_t senders = __atomic_load_n(&s->senders, __ATOMIC_RELAXED);
    if (unread == WD_UNREAD_UNKNOWN)
        return 1;
    if (senders > 0 && !is_gone(__atomic_load_n(&s->sender, __ATOMIC_RELAXED)))
        return 1;
    return senders == 0 && !__atomic_load_n(&s->lost, __ATOMIC_RELAXED) &&
           __atomic_load_n(&s->reserved, __ATOMIC_ACQUIRE) - __atomic_load_n(&s->received, __ATOMIC_ACQUIRE) == unread;
}

struct wd_stream_place wd_stream_join(uint64_t key, int fresh, uint64_t unread)
{
    struct wd_stream_place place = wd_stream_find(key);
    struct wd_stream *s = place.stream ? place.stream : victim(key);
    if (!s || !acquire(s))
        return (struct wd_stream_place){ 0 };
    if (fresh || s->key != key || !goes_on(s, unread))
        begin_anew(s, key, unread == WD_UNREAD_UNKNOWN ? 0 : unread);
    place = (struct wd_stream_place){ s, s->generation };
    release(s);
    return place;
}

void wd_stream_says_role(const struct wd_stream_place *place, enum wd_stream_role role)
{
    if (place->stream)
        __atomic_store_n(&place->stream->role, role, __ATOMIC_RELAXED);
}

enum wd_stream_role wd_stream_role(uint64_t key)
{
    struct wd_stream_place place = wd_stream_find(key);
    uint32_t role = place.stream ? __atomic_load_n(&place.stream->role, __ATOMIC_RELAXED) : WD_STREAM_ROLE_UNKNOWN;
    return role <= WD_STREAM_CONNECTED ? (enum wd_stream_role)role : WD_STREAM_ROLE_UNKNOWN;
}

void wd_stream_lose(const struct wd_stream_place *place, enum wd_stream_loss loss)
{
    struct wd_stream *s = place->stream;
    if (s && __atomic_load_n(&s->generation, __ATOMIC_ACQUIRE) == place->generation)
        __atomic_store_n(&s->lost, loss, __ATOMIC_RELEASE);
}

/* Locked. The newest note is whose bytes would be appended to. */
static int is_newest(const struct wd_stream *s, uint64_t uid, uint32_t synopsis)
{
    const struct wd_note *note = &s->notes[(s->head - 1) % WD_NOTES];
    return s->head > 0 && note->uid == uid && note->synopsis == synopsis;
}

void wd_stream_send_begin(struct wd_sending *sending, const struct wd_stream_place *place, uint64_t uid,
                          uint32_t synopsis, uint64_t size)
{
    struct wd_stream *s = place->stream;
    *sending = (struct wd_sending){ .size = size };
    if (!acquire(s)) {
        wd_stream_lose(place, WD_LOSS_BUSY);
        return;
    }
    if (s->generation == place->generation) {
        uint32_t others = __atomic_load_n(&s->senders, __ATOMIC_ACQUIRE);
        if (others == 0) /* more only within the lock, and there are none to become less */
            __atomic_store_n(&s->senders, 1, __ATOMIC_RELAXED);
        else
            others = __atomic_fetch_add(&s->senders, 1, __ATOMIC_RELAXED);
        uint64_t start = __atomic_load_n(&s->reserved, __ATOMIC_RELAXED);
        if (others == 0) {
            s->flight_start = start;
            s->sender = self;
            if (!is_newest(s, uid, synopsis))
                append(s, start, uid, synopsis);
        } else if (!is_newest(s, uid, synopsis) && !is_newest(s, 0, WD_LOSS_SENDERS))
            append(s, s->flight_start, 0, WD_LOSS_SENDERS);
        __atomic_store_n(&s->reserved, start + size, __ATOMIC_RELEASE);
        sending->place = *place;
    }
    release(s);
}

void wd_stream_send_end(struct wd_sending *sending, uint64_t sent)
{
    struct wd_stream *s = sending->place.stream;
    if (!s || __atomic_load_n(&s->generation, __ATOMIC_ACQUIRE) != sending->place.generation)
        return;
    if (sent < sending->size) {
        if (!acquire(s)) {
            wd_stream_lose(&sending->place, WD_LOSS_BUSY);
            return;
        }
        __atomic_store_n(&s->reserved, s->reserved - (sending->size - sent), __ATOMIC_RELEASE);
        release(s);
    }
    __atomic_fetch_sub(&s->senders, 1, __ATOMIC_RELEASE);
    sending->place.stream = NULL;
}

void wd_stream_receive_enters(struct wd_receiving *receiving)
{
    struct wd_stream *s = receiving->place.stream;
    receiving->receivers = __atomic_fetch_add(&s->receivers, ONE_MORE, __ATOMIC_ACQ_REL);
    receiving->received = __atomic_load_n(&s->received, __ATOMIC_ACQUIRE);
}

static enum wd_stream_loss bounded(uint32_t loss)
{
    return loss < WD_LOSSES ? (enum wd_stream_loss)loss : WD_LOSS_TORN;
}

/* Note number `n`, from 1. False: its place is another one's by now. */
static inline int read_note(const struct wd_stream *s, uint32_t n, struct wd_note *note)
{
    const struct wd_note *shared = &s->notes[(n - 1) % WD_NOTES];
    uint32_t before = __atomic_load_n(&shared->number, __ATOMIC_ACQUIRE);
    *note = *(const volatile struct wd_note *)shared;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return before == n && __atomic_load_n(&shared->number, __ATOMIC_RELAXED) == n;
}

/* The note that `at` belongs to, and whether the bytes up to `end` have others. */
static WD_APART struct wd_sender look_up(const struct wd_stream *s, uint64_t at, uint64_t end)
{
    uint32_t head = __atomic_load_n(&s->head, __ATOMIC_ACQUIRE);
    struct wd_sender later = { 0 }, found = { .loss = WD_LOSS_OVERRUN };
    int has_later = 0;
    for (uint32_t n = head; n > 0 && head - n < WD_NOTES; n--) {
        struct wd_note note;
        if (!read_note(s, n, &note))
            return found;
        struct wd_sender sender = { .known = 1, .uid = note.uid, .synopsis = note.synopsis };
        if (note.uid == 0)
            sender.loss = note.synopsis ? bounded(note.synopsis) : WD_LOSS_TORN;
        if (note.start > at) {
            if (note.start < end) {
                later.mixed |= has_later && (later.uid != sender.uid || later.synopsis != sender.synopsis);
                later.uid = sender.uid;
                later.synopsis = sender.synopsis;
                has_later = 1;
            }
            continue;
        }
        sender.mixed = has_later && (later.mixed || later.uid != sender.uid || later.synopsis != sender.synopsis);
        return sender;
    }
    if (head <= WD_NOTES)
        found.loss = WD_LOSS_UNSEEN; /* in front of all notes */
    return found;
}

/* Whether the newest note is what look_up would find, which it mostly is. */
static inline int is_in_newest(const struct wd_stream *s, uint64_t at, struct wd_sender *found)
{
    uint32_t head = __atomic_load_n(&s->head, __ATOMIC_ACQUIRE);
    const struct wd_note *shared = &s->notes[(head - 1) % WD_NOTES];
    uint32_t before = __atomic_load_n(&shared->number, __ATOMIC_ACQUIRE);
    uint64_t start = *(const volatile uint64_t *)&shared->start, uid = *(const volatile uint64_t *)&shared->uid;
    uint32_t synopsis = *(const volatile uint32_t *)&shared->synopsis;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (head == 0 || before != head || __atomic_load_n(&shared->number, __ATOMIC_RELAXED) != head || uid == 0 ||
        start > at)
        return 0;
    found->known = 1;
    found->uid = uid;
    found->synopsis = synopsis;
    return 1;
}

static uint64_t received_so_far(struct wd_stream *s, uint64_t more, int alone)
{
    if (!alone)
        return __atomic_fetch_add(&s->received, more, __ATOMIC_ACQ_REL);
    uint64_t at = __atomic_load_n(&s->received, __ATOMIC_ACQUIRE);
    __atomic_store_n(&s->received, at + more, __ATOMIC_RELEASE);
    return at;
}

void wd_stream_receive_leaves(struct wd_receiving *receiving, uint64_t received, struct wd_sender *sender)
{
    struct wd_stream *s = receiving->place.stream;
    if (__atomic_load_n(&s->generation, __ATOMIC_ACQUIRE) != receiving->place.generation)
        return;
    int alone = (uint32_t)receiving->receivers == 0 &&
                __atomic_load_n(&s->receivers, __ATOMIC_ACQUIRE) == receiving->receivers + ONE_MORE;
    if (received > 0) {
        uint64_t at = received_so_far(s, received, alone);
        uint64_t reserved = __atomic_load_n(&s->reserved, __ATOMIC_ACQUIRE);
        enum wd_stream_loss lost = bounded(__atomic_load_n(&s->lost, __ATOMIC_ACQUIRE));
        if (lost)
            sender->loss = lost;
        else if (at + received > reserved) {
            /* Nobody who is recorded has sent them all; that it was nobody at all is known where nothing is on its way
             * that others have sent. */
            if (at < reserved || __atomic_load_n(&s->senders, __ATOMIC_RELAXED) > 0)
                sender->loss = WD_LOSS_UNSEEN;
            if (at < reserved)
                __atomic_store_n(&s->lost, WD_LOSS_UNSEEN, __ATOMIC_RELEASE);
            __atomic_fetch_sub(&s->received, at + received - (at < reserved ? reserved : at), __ATOMIC_ACQ_REL);
        } else if (alone) {
            if (!is_in_newest(s, at, sender))
                *sender = look_up(s, at, at + received);
            sender->at = at;
        } else {
            *sender = look_up(s, receiving->received < at ? receiving->received : at, reserved);
            if (sender->mixed)
                *sender = (struct wd_sender){ .loss = WD_LOSS_RECEIVERS };
        }
    }
    __atomic_fetch_sub(&s->receivers, 1, __ATOMIC_RELEASE);
}

size_t wd_stream_parts(const struct wd_stream_place *place, uint64_t at, uint64_t length, struct wd_part *parts,
                       size_t most)
{
    const struct wd_stream *s = place->stream;
    struct wd_note notes[WD_NOTES];
    uint32_t n = 0, head = __atomic_load_n(&s->head, __ATOMIC_ACQUIRE);
    do {
        if (n == head || n == WD_NOTES || !read_note(s, head - n, &notes[n]))
            return 0;
    } while (notes[n++].start > at);
    size_t count = 0;
    for (; n > 0 && count < most; n--) {
        const struct wd_note *note = &notes[n - 1];
        uint64_t end = at + length, next = n > 1 && note[-1].start < end ? note[-1].start : end;
        if (next <= at || note->uid == 0)
            continue;
        parts[count++] = (struct wd_part){ next - at, note->uid, note->synopsis };
        length -= next - at;
        at = next;
    }
    return length == 0 ? count : 0;
}
