/*
 * capture.c: the call path of a thread that sends a message, interned
 * (paper, section 5: the context of a message is the sender's call path).
 */
#include "agent.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "context.h"
#include "health.h"
#include "intern.h"
#include "path_memo.h"
#include "region.h"
#include "walk.h"

#define DEPTH 256       /* deeper paths lose their outermost frames */
#define PATHS (1u << 18)

/* (base, raw frames) seen before, and the context that each became */
static struct wd_intern paths = WD_INTERN_INIT(1, PATHS);
static uint32_t *context_of;

__attribute__((constructor(101))) static void reserve(void)
{
    context_of = wd_region_reserve((PATHS + 1) * sizeof *context_of);
}

/* Names that the JVM makes up anew at each run or for each call site would
 * make one path look like many: what varies is cut off. */
static void normalise(char *name)
{
    char *lambda = strstr(name, "$$Lambda");
    if (lambda)
        lambda[strlen("$$Lambda")] = 0;
    char *form = strstr(name, "LambdaForm$");
    if (form)
        form[strlen("LambdaForm")] = 0;
    char *end = name + strlen(name);
    if (strstr(name, "Accessor") || strstr(name, "$Proxy"))
        while (end > name && isdigit((unsigned char)end[-1]))
            *--end = 0;
}

/* "Lcom/shop/Cart;" to "com.shop.Cart", in place. */
static char *class_name(char *signature)
{
    size_t n = strlen(signature);
    if (signature[0] == 'L' && signature[n - 1] == ';') {
        signature[n - 1] = 0;
        signature++;
    }
    for (char *p = signature; *p; p++)
        if (*p == '/')
            *p = '.';
    normalise(signature);
    return signature;
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
        char *name = class_name(signature);
        int hidden = strstr(name, "$$Lambda") || strstr(name, "LambdaForm") || strstr(name, "GeneratedMethodAccessor");
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

static whodunit_context resolve(JNIEnv *env, whodunit_context base, const jvmtiFrameInfo *frames, jint n)
{
    wd_name names[DEPTH];
    for (jint i = 0; i < n; i++)
        names[n - 1 - i] = frame_name(env, &frames[i]);
    return wd_context_child(base, wd_element_intern(WD_CALL_PATH, names, (size_t)n * sizeof *names));
}

static whodunit_context walk(JNIEnv *env, whodunit_context base, int skip)
{
    wd_health_add(WD_HEALTH_PATHS_WALKED, 1);
    jvmtiFrameInfo frames[DEPTH];
    int n = wd_jvmti && context_of ? wd_walk(env, skip, frames, DEPTH) : 0;
    if (n == 0)
        return base;
    uint32_t path = wd_intern_id(&paths, base, frames, (size_t)n * sizeof *frames);
    if (path == 0)
        return WHODUNIT_OVERFLOW;
    whodunit_context context = __atomic_load_n(&context_of[path], __ATOMIC_RELAXED);
    if (context == 0) {
        context = resolve(env, base, frames, n);
        __atomic_store_n(&context_of[path], context, __ATOMIC_RELAXED);
    }
    return context;
}

whodunit_context wd_capture(JNIEnv *env, whodunit_context base, int skip)
{
    struct wd_path_key key;
    whodunit_context known;
    if (!wd_path_key(env, &key))
        return walk(env, base, skip);
    key.high ^= (uint64_t)base << 32 | (uint32_t)skip;
    enum wd_path_memo_answer answer = wd_path_memo_find(&key, &known);
    if (answer == WD_PATH_KNOWN)
        return known;
    whodunit_context context = walk(env, base, skip);
    if (answer == WD_PATH_UNKNOWN)
        wd_path_memo_put(&key, context);
    else if (context != known) {
        wd_health_add(WD_HEALTH_PATHS_DISTRUSTED, 1);
        wd_path_memo_distrust();
    }
    return context;
}
