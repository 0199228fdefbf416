/*
 * weave.h: gives the classes that contexts travel through to the Java half,
 * which weaves them. JVMTI does it without java.lang.instrument, which not
 * every program's module graph has, and whose every failure aborts the JVM.
 */
#ifndef WD_WEAVE_H
#define WD_WEAVE_H

#include <jvmti.h>

/* ClassFileLoadHook. Does nothing until the weaver was started. */
void JNICALL wd_weave_class(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader, const char *name,
                            jobject domain, jint length, const unsigned char *bytes, jint *new_length,
                            unsigned char **new_bytes);

/* In VMInit, after the natives are bound: loads the weaver and weaves what is
 * loaded already. NULL, or why nothing will be woven. */
const char *wd_weave_start(jvmtiEnv *jvmti, JNIEnv *env);

#endif
