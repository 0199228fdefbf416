/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vm_layout.h: where HotSpot keeps what a look at a thread's frames needs, as
 * the JVM itself describes it (its exported gHotSpotVMStructs table).
 */
#ifndef WD_VM_LAYOUT_H
#define WD_VM_LAYOUT_H

#include <jni.h>
#include <stdint.h>

/* Offsets in bytes unless said otherwise. */
struct wd_vm_layout {
    int thread_of_env;                   /* JavaThread's address = JNIEnv's - this */
    int anchor, stack_base, stack_size;  /* in JavaThread */
    int wrapper_anchor;                  /* in JavaCallWrapper: the anchor of the Java code further out */
    int anchor_sp, anchor_pc, anchor_fp; /* in JavaFrameAnchor */
    int blob_name, blob_frame_size, nmethod_compile_id, nmethod_stub_offset;
    int heap_low, heap_high, heap_segmap, heap_segment_shift; /* in CodeHeap */
    int block_used, block_size;                               /* in, and of, HeapBlock */
    int array_length, array_data;                             /* in GrowableArray */
    char ***code_heaps;                                       /* the address of CodeCache::_heaps */
    const char *interpreter_begin, *interpreter_end;
    const char *call_stub_return;
};

/* Fills it in; false if this JVM does not describe all of it, or not on this
 * architecture. Called once, on a platform thread of Java. */
int wd_vm_layout_find(JNIEnv *env, struct wd_vm_layout *layout);

/* One member's offset, and its C++ type ("" where that is not told). False if
 * this JVM does not describe it. */
int wd_vm_member(const char *type, const char *name, int *offset, const char **field_type);

/* JavaThread's address = JNIEnv's - distance, for all threads. False if that
 * does not hold. On a platform thread of Java. */
int wd_vm_thread_of_env(JNIEnv *env, int *distance);

#endif
