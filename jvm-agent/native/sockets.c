/* SPDX-License-Identifier: Apache-2.0 */
#include "sockets.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "callers/code_range.h"
#include "capture.h"
#include "channels/rules.h"
#include "imports/got_patch.h"
#include "vm.h"

/* Where our library is preloaded its functions are in front of libc's for everybody; without that they are not known
 * to the JDK's libraries, which have to be told of each. */
static const char *const names[] = { "libnio.so", "libnet.so" };
static const char *const functions[] = { "accept",   "accept4", "connect", "close",    "dup2",      "read",
                                         "readv",    "recv",    "recvmsg", "write",    "writev",    "send",
                                         "recvfrom", "sendto",  "sendmsg", "sendfile", "sendfile64" };

/* Where their code is: only Java methods lead there, and no lock of the JVM is held. */
static struct wd_code_range code[sizeof names / sizeof *names];

/* Threads that run virtual threads, whose frames are not on their stacks: JDK 21 and later. */
static jclass thread_class, carrier_class;
static jmethodID current_carrier;

static void find_carriers(JNIEnv *env)
{
    jclass thread = (*env)->FindClass(env, "java/lang/Thread");
    jclass carrier = (*env)->FindClass(env, "jdk/internal/misc/CarrierThread");
    (*env)->ExceptionClear(env);
    if (thread && carrier)
        current_carrier = (*env)->GetStaticMethodID(env, thread, "currentCarrierThread", "()Ljava/lang/Thread;");
    (*env)->ExceptionClear(env);
    thread_class = (*env)->NewGlobalRef(env, thread);
    carrier_class = (*env)->NewGlobalRef(env, carrier);
    (*env)->DeleteLocalRef(env, thread);
    (*env)->DeleteLocalRef(env, carrier);
}

/* Asked for once on each thread. */
static int is_carrier(JNIEnv *env)
{
    static __thread enum { UNKNOWN, PLATFORM, CARRIER } kind __attribute__((tls_model("initial-exec")));
    if (kind == UNKNOWN) {
        jobject thread = current_carrier ? (*env)->CallStaticObjectMethod(env, thread_class, current_carrier) : NULL;
        kind = thread && (*env)->IsInstanceOf(env, thread, carrier_class) ? CARRIER : PLATFORM;
        (*env)->DeleteLocalRef(env, thread);
    }
    return kind == CARRIER;
}

static int is_called_by_java(const struct wd_caller *caller)
{
    for (size_t i = 0; caller && i < sizeof code / sizeof *code; i++)
        if (wd_code_range_has(&code[i], (uintptr_t)caller->pc))
            return 1;
    return 0;
}

static whodunit_context send_point(whodunit_context context, const struct wd_caller *caller)
{
    JNIEnv *env;
    if (!is_called_by_java(caller) || (*wd_vm)->GetEnv(wd_vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK ||
        (*env)->ExceptionCheck(env) || is_carrier(env))
        return context;
    return wd_capture(env, context, 0);
}

/* The library by its name in the JDK, loaded as the JVM does it; NULL if there is none. It stays. */
static void *open_library(const char *name)
{
    char path[4096];
    char *directories = NULL;
    if ((*wd_jvmti)->GetSystemProperty(wd_jvmti, "sun.boot.library.path", &directories) != JVMTI_ERROR_NONE)
        return NULL;
    int length = (int)strcspn(directories, ":");
    int n = snprintf(path, sizeof path, "%.*s/%s", length, directories, name);
    (*wd_jvmti)->Deallocate(wd_jvmti, (unsigned char *)directories);
    return n > 0 && (size_t)n < sizeof path ? dlopen(path, RTLD_LAZY) : NULL;
}

/* A look-up from this code would find libc's. */
static void *open_this(void)
{
    Dl_info info;
    return dladdr((void *)wd_sockets_follow, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

/* How many of its imports are ours now. */
static int redirect(void *library, void *ours)
{
    int redirected = 0;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(ours, functions[i]);
        redirected += function && wd_got_patch(library, functions[i], function);
    }
    return redirected;
}

void wd_sockets_follow(JNIEnv *env)
{
    void *ours = open_this();
    int redirected = 0;
    find_carriers(env);
    if (!wd_channels_begin_hosted(send_point))
        return;
    for (size_t i = 0; ours && i < sizeof names / sizeof *names; i++) {
        struct link_map *map;
        void *library = open_library(names[i]);
        if (!library || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
            continue;
        code[i] = wd_code_range_of(map->l_ld);
        redirected += redirect(library, ours);
    }
    if (!redirected)
        fprintf(stderr, "whodunit: messages of this JVM are not followed: its libraries of sockets are not known\n");
}
