/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture.c: the call path of a thread that sends a message, interned
 * (paper, section 5: the context of a message is the sender's call path).
 */
#include "capture.h"

#include <stdio.h>
#include <string.h>

#include "class_name.h"
#include "contexts/intern.h"
#include "health/health.h"
#include "memory/region.h"
#include "path_memo.h"
#include "vm.h"
#include "walk.h"

#define PATHS (1u << 18)

/* A path is known by 128 bits made of its frames: what it takes does not
 * depend on its depth. That two of a program's paths share them is not to be
 * expected in the age of the universe. */
struct frames_key {
    uint64_t bits[2];
};

/* (base, key) seen before, and the context that each became */
static struct wd_intern paths = WD_INTERN_INIT(1, PATHS);
static uint32_t *context_of;

__attribute__((constructor(101))) static void reserve(void)
{
    context_of = wd_region_reserve((PATHS + 1) * sizeof *context_of);
}

/* Two independent 64-bit hashes of one word per frame: pointers have 48 bits, locations 16. */
static struct frames_key key_of(const jvmtiFrameInfo *frames, int n)
{
    uint64_t a = (uint64_t)n, b = ~(uint64_t)n;
    for (int i = 0; i < n; i++) {
        uint64_t frame = (uint64_t)(uintptr_t)frames[i].method ^ (uint64_t)(frames[i].location + 1) << 48;
        a = (a ^ frame) * 0x9FB21C651E98DF25u;
        a ^= a >> 32;
        b = (b + frame) * 0xD6E8FEB86659FD93u;
        b ^= b >> 29;
    }
    return (struct frames_key){ { a, b } };
}

static int line_of(const jvmtiFrameInfo *frame)
{
    jvmtiLineNumberEntry *lines;
    jint n;
    int line = 0;
    if ((*wd_jvmti)->GetLineNumberTable(wd_jvmti, frame->method, &n, &lines) != JVMTI_ERROR_NONE)
        return 0;
    jlocation best = -1;
    for (jint i = 0; i < n; i++)
        if (lines[i].start_location <= frame->location && lines[i].start_location > best) {
            best = lines[i].start_location;
            line = lines[i].line_number;
        }
    (*wd_jvmti)->Deallocate(wd_jvmti, (unsigned char *)lines);
    return line;
}

static wd_name frame_name(JNIEnv *env, const jvmtiFrameInfo *frame)
{
    char text[1024];
    char *method = NULL, *signature = NULL;
    jclass holder = NULL;
    if ((*wd_jvmti)->GetMethodName(wd_jvmti, frame->method, &method, NULL, NULL) != JVMTI_ERROR_NONE ||
        (*wd_jvmti)->GetMethodDeclaringClass(wd_jvmti, frame->method, &holder) != JVMTI_ERROR_NONE ||
        (*wd_jvmti)->GetClassSignature(wd_jvmti, holder, &signature, NULL) != JVMTI_ERROR_NONE) {
        snprintf(text, sizeof text, "unknown");
    } else {
        char *name = wd_class_name_of(signature);
        int hidden = strstr(name, "$$Lambda") || strstr(name, "java.lang.invoke.LambdaForm") ||
                     strstr(name, "GeneratedMethodAccessor");
        int line = hidden ? 0 : line_of(frame);
        int n = snprintf(text, sizeof text, "%.700s.%.250s", name, method);
        if (line > 0)
            snprintf(text + n, sizeof text - (size_t)n, ":%d", line);
    }
    if (method)
        (*wd_jvmti)->Deallocate(wd_jvmti, (unsigned char *)method);
    if (signature)
        (*wd_jvmti)->Deallocate(wd_jvmti, (unsigned char *)signature);
    if (holder)
        (*env)->DeleteLocalRef(env, holder);
    return wd_name_intern(text, strlen(text));
}

static whodunit_context resolve(JNIEnv *env, whodunit_context base, const jvmtiFrameInfo *frames, int n)
{
    wd_name names[WD_PATH_DEPTH];
    for (int i = 0; i < n; i++)
        names[n - 1 - i] = frame_name(env, &frames[i]);
    return wd_context_child(base, wd_element_intern(WD_CALL_PATH, names, (size_t)n * sizeof *names));
}

whodunit_context wd_path_context(JNIEnv *env, whodunit_context base, const jvmtiFrameInfo *frames, int n)
{
    if (n == 0)
        return base;
    struct frames_key key = key_of(frames, n);
    uint32_t path = context_of ? wd_intern_id(&paths, base, &key, sizeof key) : 0;
    if (path == 0)
        return resolve(env, base, frames, n); /* full: classes made anew without end are new paths of the same names */
    whodunit_context context = __atomic_load_n(&context_of[path], __ATOMIC_RELAXED);
    if (context == 0) {
        context = resolve(env, base, frames, n);
        __atomic_store_n(&context_of[path], context, __ATOMIC_RELAXED);
    }
    return context;
}

whodunit_context wd_path_known(const jvmtiFrameInfo *frames, int n)
{
    struct frames_key key = key_of(frames, n);
    uint32_t path = context_of && n > 0 ? wd_intern_find(&paths, WHODUNIT_ROOT, &key, sizeof key) : 0;
    return path ? __atomic_load_n(&context_of[path], __ATOMIC_RELAXED) : 0;
}

static whodunit_context walk(JNIEnv *env, whodunit_context base, int skip)
{
    wd_health_add(WD_HEALTH_PATHS_WALKED, 1);
    jvmtiFrameInfo frames[WD_PATH_DEPTH];
    return wd_path_context(env, base, frames, wd_jvmti ? wd_walk(env, skip, frames, WD_PATH_DEPTH) : 0);
}

static void look_up(JNIEnv *env, whodunit_context base, int skip, struct wd_capture_look *look)
{
    look->known = WHODUNIT_ROOT;
    look->answer = WD_PATH_UNKNOWN;
    look->has_key = wd_path_key(env, &look->key);
    if (!look->has_key)
        return;
    wd_path_key_mix(&look->key, (uint64_t)base << 32 | (uint32_t)skip);
    look->answer = wd_path_memo_find(&look->key, &look->known);
}

static whodunit_context looked(JNIEnv *env, whodunit_context base, int skip, const struct wd_capture_look *look)
{
    if (look->answer == WD_PATH_KNOWN)
        return look->known;
    whodunit_context context = walk(env, base, skip);
    if (look->has_key)
        wd_path_memo_learn(&look->key, look->answer, look->known, context);
    return context;
}

whodunit_context wd_capture(JNIEnv *env, whodunit_context base, int skip)
{
    struct wd_capture_look look;
    look_up(env, base, skip, &look);
    return looked(env, base, skip, &look);
}

whodunit_context wd_capture_virtual(JNIEnv *env, whodunit_context base, int skip)
{
    wd_health_add(WD_HEALTH_PATHS_WALKED, 1);
    jvmtiFrameInfo frames[WD_PATH_DEPTH];
    return wd_path_context(env, base, frames, wd_jvmti ? wd_walk_virtual(skip, frames, WD_PATH_DEPTH) : 0);
}

void wd_capture_look(JNIEnv *env, struct wd_capture_look *look)
{
    look_up(env, WHODUNIT_ROOT, 0, look);
}

whodunit_context wd_capture_looked(JNIEnv *env, const struct wd_capture_look *look)
{
    return looked(env, WHODUNIT_ROOT, 0, look);
}
