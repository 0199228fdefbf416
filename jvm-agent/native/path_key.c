/* SPDX-License-Identifier: Apache-2.0 */
/* path_key.c: see path_key.h. */
#include "path_key.h"

#include <string.h>

#include "path_trail.h"
#include "vm_layout.h"

#define MOST_FRAMES 300

/* HotSpot on x86-64, in words from the frame pointer: the same from JDK 8 to 25. */
enum { LINK = 0, RETURN_ADDRESS = 1, SENDER_SP = -1, METHOD = -3, BYTECODE = -8, CALL_WRAPPER = -6 };

static struct wd_vm_layout vm;
static int usable; /* `vm` is filled in */
static uint64_t epoch;

/* Which compilation a return address belongs to. Three words that guard each
 * other: a reader that meets a half-written entry sees that it does not fit. */
struct site {
    uint64_t check;       /* pc ^ id_and_size ^ id */
    uint64_t id_and_size; /* where its id is, frame size in words in the top 16 bits */
    uint64_t id;
    uint64_t padding; /* an entry does not straddle cache lines */
};
#define SITES (1u << 13)
static struct site sites[SITES] __attribute__((aligned(64)));

/* A frame of compiled code. */
struct compiled {
    unsigned site;     /* its place in `sites` */
    const char *id_at; /* what stays as it is as long as the code is there */
    uint32_t id;
    int words; /* of the frame */
};

static void *pointer(const char *at, int offset)
{
    return *(void **)(at + offset);
}

static int integer(const char *at, int offset)
{
    return *(const int *)(at + offset);
}

/* The code blob around pc, by the segment map of its heap; NULL if there is none. */
static const char *find_blob(const char *pc)
{
    const char *heaps = (const char *)*vm.code_heaps;
    if (!heaps)
        return NULL;
    int n = integer(heaps, vm.array_length);
    const char *const *data = pointer(heaps, vm.array_data);
    for (int i = 0; i < n; i++) {
        const char *low = pointer(data[i], vm.heap_low), *high = pointer(data[i], vm.heap_high);
        if (pc < low || pc >= high)
            continue;
        const unsigned char *map = pointer(data[i], vm.heap_segmap);
        int shift = integer(data[i], vm.heap_segment_shift);
        size_t segment = (size_t)(pc - low) >> shift;
        if (map[segment] == 0xff)
            return NULL;
        while (map[segment] > 0)
            segment -= map[segment];
        const char *block = low + (segment << shift);
        return block[vm.block_used] ? block + vm.block_size : NULL;
    }
    return NULL;
}

/* Looks the return address up in the code cache. False unless it is ordinary
 * compiled Java code, or a stub of a fixed frame in which that waits for a
 * monitor: the stub section of a method holds the handlers of deoptimized
 * frames, whose real address is elsewhere. */
static int resolve(const char *pc, struct compiled *frame)
{
    const char *b = find_blob(pc);
    const char *name = b ? pointer(b, vm.blob_name) : NULL;
    if (!name)
        return 0;
    int is_java = strcmp(name, "nmethod") == 0;
    if (is_java && pc - b >= integer(b, vm.nmethod_stub_offset))
        return 0;
    if (is_java || strcmp(name, "native nmethod") == 0)
        frame->id_at = b + vm.nmethod_compile_id;
    else if (strstr(name, "monitor"))
        frame->id_at = b + vm.blob_name;
    else
        return 0;
    frame->id = (uint32_t)integer(frame->id_at, 0);
    frame->words = integer(b, vm.blob_frame_size);
    return frame->words >= 2 && frame->words < 1 << 15;
}

static int compiled_frame(const char *pc, struct compiled *frame)
{
    frame->site = (unsigned)(((uintptr_t)pc * 0x9E3779B97F4A7C15u) >> 51);
    struct site *s = &sites[frame->site];
    uint64_t check = __atomic_load_n(&s->check, __ATOMIC_RELAXED);
    uint64_t where = __atomic_load_n(&s->id_and_size, __ATOMIC_RELAXED);
    uint64_t id = __atomic_load_n(&s->id, __ATOMIC_RELAXED);
    frame->id_at = (const char *)(uintptr_t)(where & 0xffffffffffffu);
    frame->words = (int)(where >> 48);
    frame->id = (uint32_t)id;
    /* a compilation that was thrown away leaves its place to another id */
    if (frame->id_at && (check ^ where ^ id) == (uintptr_t)pc && (uint32_t)integer(frame->id_at, 0) == id)
        return 1;
    if (!resolve(pc, frame))
        return 0;
    where = (uint64_t)frame->words << 48 | (uintptr_t)frame->id_at;
    __atomic_store_n(&s->check, (uintptr_t)pc ^ where ^ frame->id, __ATOMIC_RELAXED);
    __atomic_store_n(&s->id_and_size, where, __ATOMIC_RELAXED);
    __atomic_store_n(&s->id, frame->id, __ATOMIC_RELAXED);
    return 1;
}

/* All that compiled_frame() will load for the frames that the thread's last walk met, at once: one load after the other
 * would wait for memory in two out of three. */
static void fetch(const struct wd_path_trail *trail)
{
    for (int i = 0; i < WD_TRAIL_FRAMES; i++) {
        uint64_t frame = wd_path_trail_frame(trail, i);
        if (!frame)
            break;
        __builtin_prefetch(&sites[wd_path_trail_site(frame)]);
        __builtin_prefetch(wd_path_trail_address(frame));
    }
}

static int within(const intptr_t *p, const intptr_t *least, const intptr_t *most)
{
    return p >= least && p < most && ((uintptr_t)p & 7) == 0;
}

/* From where Java code called native code; sp is NULL if it did not. The
 * caller checks sp before the address below it is read. */
static struct wd_java_frame last_java_frame(const char *anchor)
{
    return (struct wd_java_frame){ pointer(anchor, vm.anchor_pc), pointer(anchor, vm.anchor_sp),
                                   pointer(anchor, vm.anchor_fp) };
}

static int walk(const char *thread, struct wd_java_frame f, struct wd_path_key *key)
{
    const intptr_t *most = (const intptr_t *)pointer(thread, vm.stack_base) - 2;
    const intptr_t *here = (const intptr_t *)__builtin_frame_address(0);
    if (!within(here, most - *(size_t *)(thread + vm.stack_size) / sizeof(intptr_t), most) || !within(f.sp, here, most))
        return 0;
    struct wd_path_trail *trail = wd_path_trail_of(thread);
    struct compiled compiled;
    fetch(trail);
    for (int i = 0, met = 0; i < MOST_FRAMES; i++) {
        if (!f.pc)
            f.pc = (const char *)f.sp[-1];
        if (f.pc >= vm.interpreter_begin && f.pc < vm.interpreter_end) {
            if (!within(f.fp, f.sp, most) || !within(f.fp + BYTECODE, here, most))
                return 0;
            wd_path_key_mix(key, (uint64_t)f.fp[METHOD]);
            wd_path_key_mix(key, (uint64_t)f.fp[BYTECODE]);
            f = (struct wd_java_frame){ (const char *)f.fp[RETURN_ADDRESS], (intptr_t *)f.fp[SENDER_SP],
                                        (intptr_t *)f.fp[LINK] };
        } else if (f.pc == vm.call_stub_return) {
            if (!within(f.fp + CALL_WRAPPER, here, most))
                return 0;
            const char *wrapper = (const char *)f.fp[CALL_WRAPPER];
            if (!within((const intptr_t *)wrapper, here, most))
                return 0;
            f = last_java_frame(wrapper + vm.wrapper_anchor);
            if (!f.sp) {
                wd_path_trail_end(trail, met);
                return 1;
            }
        } else if (compiled_frame(f.pc, &compiled)) {
            const intptr_t *end = f.sp + compiled.words;
            if (!within(end, f.sp, most))
                return 0;
            wd_path_key_mix(key, (uint64_t)f.pc);
            wd_path_key_mix(key, compiled.id);
            wd_path_trail_put(trail, met++, compiled.site, compiled.id_at);
            f = (struct wd_java_frame){ (const char *)end[-1], f.sp + compiled.words, (intptr_t *)end[-2] };
        } else {
            return 0;
        }
        if (!within(f.sp, here, most))
            return 0;
    }
    return 0;
}

static struct wd_path_key empty(void)
{
    return (struct wd_path_key){ 0x243F6A8885A308D3u ^ __atomic_load_n(&epoch, __ATOMIC_RELAXED), 0x13198A2E03707344u };
}

void wd_path_key_prepare(JNIEnv *env)
{
    __atomic_store_n(&usable, wd_vm_layout_find(env, &vm), __ATOMIC_RELEASE);
}

int wd_path_key(JNIEnv *env, struct wd_path_key *key)
{
    if (!__atomic_load_n(&usable, __ATOMIC_ACQUIRE))
        return 0;
    const char *thread = (const char *)env - vm.thread_of_env;
    *key = empty();
    return walk(thread, last_java_frame(thread + vm.anchor), key);
}

int wd_path_key_from(JNIEnv *env, const struct wd_java_frame *first, struct wd_path_key *key)
{
    if (!__atomic_load_n(&usable, __ATOMIC_ACQUIRE))
        return 0;
    *key = empty();
    return walk((const char *)env - vm.thread_of_env, *first, key);
}

void wd_path_key_forget(void)
{
    __atomic_add_fetch(&epoch, 0x9E3779B97F4A7C15u, __ATOMIC_RELAXED);
}
