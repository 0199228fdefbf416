/*
 * walk.c: AsyncGetCallTrace where the JVM has it (HotSpot does), because it
 * walks compiled frames without making an object of each; JVMTI otherwise.
 */
#include "walk.h"

#include <dlfcn.h>
#include <ucontext.h>

#include "agent.h"

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

static get_call_trace hotspot;

static int walk_hotspot(JNIEnv *env, int skip, jvmtiFrameInfo *frames, int depth)
{
    struct call_frame raw[MOST];
    static ucontext_t none; /* not looked at: in a native method the JVM has noted the last Java frame */
    struct call_trace trace = { env, 0, raw };
    if (depth + skip > MOST)
        depth = MOST - skip;
    hotspot(&trace, depth + skip, &none);
    for (int i = skip; i < trace.n; i++) {
        if (!raw[i].method)
            return 0;
        frames[i - skip] = (jvmtiFrameInfo){ raw[i].method, raw[i].bci };
    }
    return trace.n > skip ? trace.n - skip : 0;
}

int wd_walk(JNIEnv *env, int skip, jvmtiFrameInfo *frames, int depth)
{
    static int asked;
    if (!asked) {
        *(void **)&hotspot = dlsym(RTLD_DEFAULT, "AsyncGetCallTrace");
        if (!hotspot) {
            void *vm = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
            if (vm)
                *(void **)&hotspot = dlsym(vm, "AsyncGetCallTrace");
        }
        asked = 1;
    }
    int n = hotspot ? walk_hotspot(env, skip, frames, depth) : 0;
    jint found = 0;
    if (n > 0)
        return n;
    return (*wd_jvmti)->GetStackTrace(wd_jvmti, NULL, skip, depth, frames, &found) == JVMTI_ERROR_NONE ? found : 0;
}
