/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk.c: AsyncGetCallTrace where the JVM has it (HotSpot does), because it
 * walks compiled frames without making an object of each; JVMTI otherwise.
 */
#include "walk.h"

#include <dlfcn.h>
#include <pthread.h>
#include <ucontext.h>

#include "callers/code_range.h"
#include "vm.h"

#define MOST 300

/* HotSpot's, unchanged since JDK 1.4: no header declares it. */
struct call_frame {
    jint bci;
    jmethodID method;
};
struct call_trace {
    JNIEnv *env;
    jint n;
    struct call_frame *frames;
};
typedef void (*get_call_trace)(struct call_trace *trace, jint depth, void *ucontext);

/* What it says in place of a number of frames where the frames are to blame, not the moment. */
enum { NO_JAVA_FRAME = 0, UNKNOWN_NOT_JAVA = -3, NOT_WALKABLE_JAVA = -6 };

static get_call_trace hotspot;

static struct wd_code_range libjvm;

static void find_hotspot(void)
{
    *(void **)&hotspot = dlsym(RTLD_DEFAULT, "AsyncGetCallTrace");
    if (!hotspot) {
        void *vm = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
        if (vm)
            *(void **)&hotspot = dlsym(vm, "AsyncGetCallTrace");
    }
    if (hotspot)
        libjvm = wd_code_range_of((const void *)hotspot);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static int walk_hotspot(JNIEnv *env, int skip, jvmtiFrameInfo *frames, int depth, ucontext_t *from, jint *said)
{
    struct call_frame raw[MOST];
    struct call_trace trace = { env, 0, raw };
    if (depth + skip > MOST)
        depth = MOST - skip;
    hotspot(&trace, depth + skip, from);
    *said = trace.n;
    for (int i = skip; i < trace.n; i++) {
        if (!raw[i].method)
            return 0;
        frames[i - skip] = (jvmtiFrameInfo){ raw[i].method, raw[i].bci };
    }
    return trace.n > skip ? trace.n - skip : 0;
}

int wd_walk(JNIEnv *env, int skip, jvmtiFrameInfo *frames, int depth)
{
    static ucontext_t none; /* not looked at: in a native method the JVM has noted the last Java frame */
    pthread_once(&once, find_hotspot);
    jint said;
    int n = hotspot ? walk_hotspot(env, skip, frames, depth, &none, &said) : 0;
    return n > 0 ? n : wd_walk_virtual(skip, frames, depth);
}

int wd_walk_virtual(int skip, jvmtiFrameInfo *frames, int depth)
{
    jint found = 0;
    return (*wd_jvmti)->GetStackTrace(wd_jvmti, NULL, skip, depth, frames, &found) == JVMTI_ERROR_NONE ? found : 0;
}

/* Where the calling thread's stack ends; 0 if that cannot be had. */
static uintptr_t stack_end(void)
{
    static __thread uintptr_t end __attribute__((tls_model("initial-exec")));
    pthread_attr_t attributes;
    void *begin;
    size_t size;
    if (end == 0 && pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &begin, &size) == 0)
            end = (uintptr_t)begin + size;
        pthread_attr_destroy(&attributes);
    }
    return end;
}

/* HotSpot is compiled with frame pointers, so that they lead out of it to the
 * Java code that called it. */
int wd_walk_inside(struct wd_java_frame *first)
{
    const uintptr_t *frame = __builtin_frame_address(0);
    uintptr_t end = stack_end(), pc;
    pthread_once(&once, find_hotspot);
    for (int frames = 0, inside = 0;; frames++) {
        const uintptr_t *next = (const uintptr_t *)frame[0];
        pc = frame[1];
        int in_vm = wd_code_range_has(&libjvm, pc);
        if (inside && !in_vm)
            break;
        inside |= in_vm;
        if (frames == 32 || next <= frame || (uintptr_t)next >= end || end - (uintptr_t)next < 2 * sizeof *next ||
            (uintptr_t)next % 8 != 0)
            return 0;
        frame = next;
    }
    *first = (struct wd_java_frame){ (const char *)pc, (intptr_t *)(frame + 2), (intptr_t *)frame[0] };
    return 1;
}

int wd_walk_from(JNIEnv *env, const struct wd_java_frame *first, jvmtiFrameInfo *frames, int depth, int *is_hopeless)
{
    ucontext_t from = { 0 };
    from.uc_mcontext.gregs[REG_RIP] = (greg_t)first->pc;
    from.uc_mcontext.gregs[REG_RSP] = (greg_t)first->sp;
    from.uc_mcontext.gregs[REG_RBP] = (greg_t)first->fp;
    jint said = UNKNOWN_NOT_JAVA;
    int n = hotspot ? walk_hotspot(env, 0, frames, depth, &from, &said) : 0;
    *is_hopeless = said == NO_JAVA_FRAME || (said <= UNKNOWN_NOT_JAVA && said >= NOT_WALKABLE_JAVA);
    return n;
}
