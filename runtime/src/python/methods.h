/* SPDX-License-Identifier: Apache-2.0 */
/* methods.h: Python's functions, and where an object keeps the function in C of a method. */
#ifndef WD_PYTHON_METHODS_H
#define WD_PYTHON_METHODS_H

#include <stddef.h>

typedef struct object PyObject; /* Python's; we look at no member of one but a method's */

/* Of the interpreter that is in this process. All but the first three need the GIL. */
struct wd_python {
    int (*Py_IsInitialized)(void);
    const char *(*Py_GetVersion)(void);
    int (*Py_AddPendingCall)(int (*call)(void *), void *arg);
    PyObject *(*PyContextVar_New)(const char *name, PyObject *otherwise);
    PyObject *(*PyContextVar_Set)(PyObject *variable, PyObject *value);
    int (*PyContext_Enter)(PyObject *context);
    int (*PyContext_Exit)(PyObject *context);
    PyObject *PyContext_Type, *PyMethodDescr_Type;
    PyObject *(*PyObject_GetAttrString)(PyObject *object, const char *name);
    PyObject *_Py_NoneStruct;
    PyObject *(*PyObject_CallObject)(PyObject *function, PyObject *arguments);
    PyObject *(*PyObject_CallMethod)(PyObject *object, const char *name, const char *format, ...);
    PyObject *(*PyObject_GetItem)(PyObject *object, PyObject *key);
    ptrdiff_t (*PyObject_Length)(PyObject *object);
    PyObject *(*PyMapping_GetItemString)(PyObject *object, const char *key);
    int (*PyMapping_HasKeyString)(PyObject *object, const char *key);
    int (*PySequence_Contains)(PyObject *object, PyObject *item);
    PyObject *(*PySys_GetObject)(const char *name);
    PyObject *(*PyLong_FromUnsignedLongLong)(unsigned long long value);
    long (*PyLong_AsLong)(PyObject *value);
    unsigned long long (*PyLong_AsUnsignedLongLong)(PyObject *value);
    void (*Py_DecRef)(PyObject *object);
    void (*PyErr_Clear)(void);
    void (*PyErr_Fetch)(PyObject **type, PyObject **value, PyObject **trace);
    void (*PyErr_Restore)(PyObject *type, PyObject *value, PyObject *trace);
};
extern struct wd_python wd_python;

/* False where this process is not Python's. Not signal-safe. */
int wd_python_look_up(void);

/* In whichever way a method is called, it takes four words at most: who only passes them on need not know which. */
typedef PyObject *(*wd_method_function)(PyObject *self, void *a, void *b, void *c);

/* What a method is in C (Python's PyMethodDef). */
struct wd_method {
    const char *name;
    wd_method_function function;
    int flags; /* how it is called */
};

/* The method of a type that is written in C or Cython. NULL: there is none, or this Python's objects
 * are not as we know them (without a GIL, or with checks). With the GIL; it never lets go of the method. */
struct wd_method *wd_method_of(PyObject *type, const char *name);

#endif
