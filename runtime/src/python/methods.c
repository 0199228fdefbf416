/* SPDX-License-Identifier: Apache-2.0 */
#include "python/methods.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Flags of methods that take no fifth. */
#define FOUR_WORDS 0x8f

struct wd_python wd_python;

#define LOOK_UP(symbol) (*(void **)&wd_python.symbol = dlsym(RTLD_DEFAULT, #symbol)) != NULL

/* 3.8 must not be asked for anything while it ends. */
static int is_new_enough(void)
{
    int major = 0, minor = 0;
    return sscanf(wd_python.Py_GetVersion(), "%d.%d", &major, &minor) == 2 && major == 3 && minor >= 9;
}

int wd_python_look_up(void)
{
    return LOOK_UP(Py_IsInitialized) && LOOK_UP(Py_GetVersion) && is_new_enough() && LOOK_UP(Py_AddPendingCall) &&
           LOOK_UP(PyContextVar_New) && LOOK_UP(PyContextVar_Set) && LOOK_UP(PyContext_Enter) &&
           LOOK_UP(PyContext_Exit) && LOOK_UP(PyContext_Type) && LOOK_UP(PyMethodDescr_Type) &&
           LOOK_UP(PyObject_GetAttrString) && LOOK_UP(_Py_NoneStruct) && LOOK_UP(PyObject_CallObject) &&
           LOOK_UP(PyObject_CallMethod) && LOOK_UP(PyLong_AsLong) && LOOK_UP(PyObject_GetItem) &&
           LOOK_UP(PyObject_Length) && LOOK_UP(PyMapping_GetItemString) && LOOK_UP(PyMapping_HasKeyString) &&
           LOOK_UP(PySequence_Contains) && LOOK_UP(PySys_GetObject) && LOOK_UP(PyLong_FromUnsignedLongLong) &&
           LOOK_UP(PyLong_AsUnsignedLongLong) && LOOK_UP(Py_DecRef) && LOOK_UP(PyErr_Clear) && LOOK_UP(PyErr_Fetch) &&
           LOOK_UP(PyErr_Restore);
}

/* How objects begin, in all versions from 3.9 on but those that have a letter for it. */
struct object {
    uintptr_t references;
    PyObject *type;
};

struct type {
    struct object begins;
    uintptr_t size;
    const char *name;
};

/* A method of a type in C. */
struct descriptor {
    struct object begins;
    PyObject *of;
    PyObject *name, *qualified_name;
    struct wd_method *method;
};

/* A function of Cython's. */
struct function {
    struct object begins;
    struct wd_method *method;
};

static int is_as_we_know_it(void)
{
    PyObject *letters = wd_python.PySys_GetObject("abiflags");
    return letters && wd_python.PyObject_Length(letters) == 0;
}

static struct wd_method *method_in(const PyObject *object)
{
    if (object->type == wd_python.PyMethodDescr_Type)
        return ((const struct descriptor *)object)->method;
    if (strstr(((const struct type *)object->type)->name, "cython_function_or_method"))
        return ((const struct function *)object)->method;
    return NULL;
}

struct wd_method *wd_method_of(PyObject *type, const char *name)
{
    PyObject *object = is_as_we_know_it() ? wd_python.PyObject_GetAttrString(type, name) : NULL;
    if (!object) {
        wd_python.PyErr_Clear();
        return NULL;
    }
    struct wd_method *method = method_in(object);
    return method && method->name && strcmp(method->name, name) == 0 && !(method->flags & ~FOUR_WORDS) ? method : NULL;
}
