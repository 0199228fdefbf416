/* SPDX-License-Identifier: Apache-2.0 */
#include "python/uvloop.h"

#include "channels/tasks.h"
#include "imports/got_patch.h"
#include "python/contexts.h"
#include "python/methods.h"

enum { WRITE, WRITELINES, GET_EXTRA_INFO, SET_WRITE_BUFFER_LIMITS, METHODS };
static const char *const names[METHODS] = { "write", "writelines", "get_extra_info", "set_write_buffer_limits" };
static wd_method_function real[METHODS];

static __thread int is_asking __attribute__((tls_model("initial-exec"))); /* a transport, for us */

static int descriptor_of(PyObject *transport)
{
    is_asking = 1;
    PyObject *socket = wd_python.PyObject_CallMethod(transport, "get_extra_info", "s", "socket");
    is_asking = 0;
    PyObject *number = socket ? wd_python.PyObject_CallMethod(socket, "fileno", NULL) : NULL;
    long fd = number ? wd_python.PyLong_AsLong(number) : -1;
    if (fd < 0)
        wd_python.PyErr_Clear(); /* it is closed */
    if (number)
        wd_python.Py_DecRef(number);
    if (socket)
        wd_python.Py_DecRef(socket);
    return (int)fd;
}

static void note_write(PyObject *transport)
{
    int fd = descriptor_of(transport);
    if (fd >= 0)
        wd_task_sends_later(fd);
}

/* A protocol looks at its transport. As the connection is made, what it begins from there on is for that. */
static void note_connection(PyObject *transport)
{
    int fd = !is_asking && wd_python_may_lend() ? descriptor_of(transport) : -1;
    uint64_t number = fd >= 0 ? wd_task_new_connection(fd) : 0;
    if (number)
        wd_python_lend(number);
}

#define INSTEAD(name, method, note)                                       \
    static PyObject *name(PyObject *transport, void *a, void *b, void *c) \
    {                                                                     \
        note(transport);                                                  \
        return real[method](transport, a, b, c);                          \
    }
INSTEAD(write_later, WRITE, note_write)
INSTEAD(writelines_later, WRITELINES, note_write)
INSTEAD(get_extra_info, GET_EXTRA_INFO, note_connection)
INSTEAD(set_write_buffer_limits, SET_WRITE_BUFFER_LIMITS, note_connection)

static const wd_method_function instead[METHODS] = { write_later, writelines_later, get_extra_info,
                                                     set_write_buffer_limits };

static int follow(PyObject *type)
{
    struct wd_method *found[METHODS];
    for (int i = 0; i < METHODS; i++)
        if ((found[i] = wd_method_of(type, names[i])) == NULL)
            return 0;
    for (int i = 0; i < METHODS; i++) {
        real[i] = found[i]->function;
        if (!wd_got_write((void **)&found[i]->function, (void *)instead[i]))
            return 0;
    }
    return 1;
}

int wd_python_uvloop_begin(void)
{
    PyObject *modules = wd_python.PySys_GetObject("modules");
    if (!modules || !wd_python.PyMapping_HasKeyString(modules, "uvloop.loop"))
        return 0;
    PyObject *module = wd_python.PyMapping_GetItemString(modules, "uvloop.loop");
    PyObject *type = module ? wd_python.PyObject_GetAttrString(module, "UVStream") : NULL;
    if (type && follow(type))
        wd_python_receives_outside();
    wd_python.PyErr_Clear();
    return type != NULL; /* else it is just being imported */
}
