/* SPDX-License-Identifier: Apache-2.0 */
/* vm_layout.c: reads HotSpot's description of itself; see vm_layout.h. */
#include "vm_layout.h"

#include <dlfcn.h>
#include <string.h>

static void *libjvm;

static uint64_t number(const char *symbol)
{
    uint64_t *p = dlsym(libjvm, symbol);
    return p ? *p : 0;
}

static int load(void)
{
    if (!libjvm)
        libjvm = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
    return libjvm != NULL;
}

struct field {
    int found;
    int offset;       /* of a member */
    void *address;    /* of a static one */
    const char *type; /* in C++; NULL where the table doesn't say */
};

static struct field find_field(const char *type, const char *name)
{
    char **table = dlsym(libjvm, "gHotSpotVMStructs");
    uint64_t stride = number("gHotSpotVMStructEntryArrayStride");
    uint64_t type_at = number("gHotSpotVMStructEntryTypeNameOffset"),
             name_at = number("gHotSpotVMStructEntryFieldNameOffset");
    uint64_t offset_at = number("gHotSpotVMStructEntryOffsetOffset"),
             address_at = number("gHotSpotVMStructEntryAddressOffset");
    uint64_t field_type_at = number("gHotSpotVMStructEntryTypeStringOffset");
    if (!table || !stride)
        return (struct field){ 0 };
    for (char *e = *table; *(char **)(e + type_at); e += stride)
        if (strcmp(*(char **)(e + type_at), type) == 0 && strcmp(*(char **)(e + name_at), name) == 0)
            return (struct field){ 1, (int)*(uint64_t *)(e + offset_at), *(void **)(e + address_at),
                                   *(char **)(e + field_type_at) };
    return (struct field){ 0 };
}

static int size_of(const char *type)
{
    char **table = dlsym(libjvm, "gHotSpotVMTypes");
    uint64_t stride = number("gHotSpotVMTypeEntryArrayStride");
    uint64_t name_at = number("gHotSpotVMTypeEntryTypeNameOffset"), size_at = number("gHotSpotVMTypeEntrySizeOffset");
    if (!table || !stride)
        return 0;
    for (char *e = *table; *(char **)(e + name_at); e += stride)
        if (strcmp(*(char **)(e + name_at), type) == 0)
            return (int)*(uint64_t *)(e + size_at);
    return 0;
}

static int member(const char *type, const char *name, int *offset)
{
    struct field f = find_field(type, name);
    *offset = f.offset;
    return f.found;
}

static int global(const char *type, const char *name, void **address)
{
    struct field f = find_field(type, name);
    *address = f.address;
    return f.found && f.address;
}

static int find_interpreter(struct wd_vm_layout *l)
{
    void *queue_at;
    int buffer, limit;
    if (!global("AbstractInterpreter", "_code", &queue_at) || !member("StubQueue", "_stub_buffer", &buffer) ||
        !member("StubQueue", "_buffer_limit", &limit) || !*(char **)queue_at)
        return 0;
    char *queue = *(char **)queue_at;
    l->interpreter_begin = *(char **)(queue + buffer);
    l->interpreter_end = l->interpreter_begin + *(int *)(queue + limit);
    return 1;
}

int wd_vm_member(const char *type, const char *name, int *offset, const char **field_type)
{
    struct field f = load() ? find_field(type, name) : (struct field){ 0 };
    *offset = f.offset;
    *field_type = f.type ? f.type : "";
    return f.found;
}

/* The thread's own address is in java.lang.Thread.eetop. */
int wd_vm_thread_of_env(JNIEnv *env, int *distance_out)
{
    jclass thread_class = (*env)->FindClass(env, "java/lang/Thread");
    jmethodID current =
        thread_class ? (*env)->GetStaticMethodID(env, thread_class, "currentThread", "()Ljava/lang/Thread;") : NULL;
    jfieldID eetop = current ? (*env)->GetFieldID(env, thread_class, "eetop", "J") : NULL;
    jobject thread = eetop ? (*env)->CallStaticObjectMethod(env, thread_class, current) : NULL;
    if ((*env)->ExceptionCheck(env))
        (*env)->ExceptionClear(env);
    char *address = thread ? (char *)(intptr_t)(*env)->GetLongField(env, thread, eetop) : NULL;
    if (thread)
        (*env)->DeleteLocalRef(env, thread);
    if (thread_class)
        (*env)->DeleteLocalRef(env, thread_class);
    intptr_t distance = (char *)env - address;
    int thread_size = load() ? size_of("JavaThread") : 0;
    *distance_out = (int)distance;
    return address && distance > 0 && distance < thread_size;
}

int wd_vm_layout_find(JNIEnv *env, struct wd_vm_layout *l)
{
#ifndef __x86_64__
    (void)env, (void)l;
    return 0;
#else
    if (!load())
        return 0;
    int memory, segmap, low, high;
    void *heaps, *stub;
    int found =
        wd_vm_thread_of_env(env, &l->thread_of_env) && find_interpreter(l) &&
        member("JavaThread", "_anchor", &l->anchor) && member("JavaThread", "_stack_base", &l->stack_base) &&
        member("JavaThread", "_stack_size", &l->stack_size) &&
        member("JavaFrameAnchor", "_last_Java_sp", &l->anchor_sp) &&
        member("JavaFrameAnchor", "_last_Java_pc", &l->anchor_pc) &&
        member("JavaFrameAnchor", "_last_Java_fp", &l->anchor_fp) &&
        member("JavaCallWrapper", "_anchor", &l->wrapper_anchor) && member("CodeBlob", "_name", &l->blob_name) &&
        member("CodeBlob", "_frame_size", &l->blob_frame_size) &&
        member("nmethod", "_compile_id", &l->nmethod_compile_id) &&
        member("nmethod", "_stub_offset", &l->nmethod_stub_offset) && member("CodeHeap", "_memory", &memory) &&
        member("CodeHeap", "_segmap", &segmap) && member("CodeHeap", "_log2_segment_size", &l->heap_segment_shift) &&
        member("VirtualSpace", "_low", &low) && member("VirtualSpace", "_high", &high) &&
        member("HeapBlock::Header", "_used", &l->block_used) && member("GrowableArrayBase", "_len", &l->array_length) &&
        member("GrowableArray<int>", "_data", &l->array_data) && global("CodeCache", "_heaps", &heaps) &&
        global("StubRoutines", "_call_stub_return_address", &stub);
    l->block_size = size_of("HeapBlock");
    if (!found || l->block_size == 0)
        return 0;
    l->heap_low = memory + low;
    l->heap_high = memory + high;
    l->heap_segmap = segmap + low;
    l->code_heaps = heaps;
    l->call_stub_return = *(char **)stub;
    return 1;
#endif
}
