/* SPDX-License-Identifier: Apache-2.0 */
#include "python/uvloop.h"

#include "channels/tasks.h"
#include "got_patch.h"
#include "python/contexts.h"
#include "python/methods.h"

enum { WRITE, WRITELINES, GET_EXTRA_INFO, SET_WRITE_BUFFER_LIMITS, METHODS };
static const char *const names[METHODS] = { "write", "writelines", "get_extra_info", "set_write_buffer_limits" };
static wd_method_function real[METHODS];

static int descriptor_of(PyObject *transport)
{
    PyObject *socket = wd_python.PyObject_CallMethod(transport, "get_extra_info", "s", "socket");
    PyObject *number = socket ? wd_python.PyObject_CallMethod(socket, "fileno", NULL) : NULL;
    long fd = number ? wd_python.PyLong_AsLong(number) : -1;
    if (number)
        wd_python.Py_DecRef(number);
    else
        wd_python.PyErr_Clear(); /* it is closed */
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

static PyObject *write_later(PyObject *transport, void *a, void *b, void *c)
{
    note_write(transport);
    return real[WRITE](transport, a, b, c);
}

static PyObject *writelines_later(PyObject *transport, void *a, void *b, void *c)
{
    note_write(transport);
    return real[WRITELINES](transport, a, b, c);
}

/* A protocol looks at its transport. As the connection is made, what it begins from there on is for that. */
static void note_connection(PyObject *transport)
{
    static __thread int is_looking __attribute__((tls_model("initial-exec")));
    if (is_looking || !wd_python_may_lend())
        return;
    is_looking = 1;
    int fd = descriptor_of(transport);
    is_looking = 0;
    uint64_t number = fd >= 0 ? wd_task_new_connection(fd) : 0;
    if (number)
        wd_python_lend(number);
}

static PyObject *get_extra_info(PyObject *transport, void *a, void *b, void *c)
{
    note_connection(transport);
    return real[GET_EXTRA_INFO](transport, a, b, c);
}

static PyObject *set_write_buffer_limits(PyObject *transport, void *a, void *b, void *c)
{
    note_connection(transport);
    return real[SET_WRITE_BUFFER_LIMITS](transport, a, b, c);
}

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
    static int is_looked_for = 1, is_followed;
    PyObject *modules = wd_python.PySys_GetObject("modules");
    if (!is_looked_for || !modules || !wd_python.PyMapping_HasKeyString(modules, "uvloop.loop"))
        return is_followed;
    PyObject *module = wd_python.PyMapping_GetItemString(modules, "uvloop.loop");
    PyObject *type = module ? wd_python.PyObject_GetAttrString(module, "UVStream") : NULL;
    is_looked_for = !type; /* else it is just being imported */
    is_followed = type && follow(type);
    wd_python.PyErr_Clear();
    return is_followed;
}
