/* SPDX-License-Identifier: Apache-2.0 */
/*
 * path_key.h: a thread's call path as a number, without naming its frames.
 *
 * A walk that names every one of sixty frames takes 2.5 us in a loop, and 20 us
 * in a server, whose caches hold other things. Compiled code inlines, so that
 * the same path is a dozen physical frames; their return addresses, with the
 * compilation that each belongs to, determine the path.
 */
#ifndef WD_PATH_KEY_H
#define WD_PATH_KEY_H

#include <jni.h>
#include <stdint.h>

struct wd_path_key {
    uint64_t high, low;
};

/* Makes `value` a part of the key: of all its bits, since the place where a key is looked for is a few of them. */
static inline void wd_path_key_mix(struct wd_path_key *key, uint64_t value)
{
    key->high = (key->high ^ value) * 0x9FB21C651E98DF25u;
    key->high ^= key->high >> 35;
    key->low = (key->low + value) * 0xD6E8FEB86659FD93u;
    key->low ^= key->low >> 32;
}

/* In VMInit, whose thread is a platform thread: a virtual thread could not tell
 * where the JVM keeps it. Before that, and on a JVM that does not describe its
 * frames, there are no keys. */
void wd_path_key_prepare(JNIEnv *env);

/* The key of the calling thread's Java frames, which must be in a native
 * method; equal keys mean equal methods and bytecode indexes in all frames.
 * False where the stack holds something that is not understood: then only a
 * full walk knows. Lock-free, never allocates. */
int wd_path_key(JNIEnv *env, struct wd_path_key *key);

/* A frame of Java code that has called something else. */
struct wd_java_frame {
    const char *pc; /* where it goes on */
    intptr_t *sp, *fp;
};

/* The same for the calling thread's frames from `first` on, whatever the
 * thread is doing inside libjvm.so. Makes no JNI call. */
int wd_path_key_from(JNIEnv *env, const struct wd_java_frame *first, struct wd_path_key *key);

/* Classes have been unloaded: what was interpreted may have left its address
 * to something else. */
void wd_path_key_forget(void);

#endif
