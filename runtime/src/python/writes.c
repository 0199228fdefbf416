/* SPDX-License-Identifier: Apache-2.0 */
#include "python/writes.h"

#include "channels/tasks.h"
#include "got_patch.h"
#include "python/methods.h"

static wd_method_one real_write;
static wd_method_fast real_write_fast;

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

static void sends_later(PyObject *transport)
{
    int fd = descriptor_of(transport);
    if (fd >= 0)
        wd_task_sends_later(fd);
}

static PyObject *write_later(PyObject *transport, PyObject *data)
{
    sends_later(transport);
    return real_write(transport, data);
}

static PyObject *write_later_fast(PyObject *transport, PyObject *const *arguments, ptrdiff_t n, PyObject *names)
{
    sends_later(transport);
    return real_write_fast(transport, arguments, n, names);
}

static int follow(struct wd_method *m)
{
    if (m->flags == WD_METHOD_ONE) {
        real_write = (wd_method_one)m->function;
        return wd_got_write(&m->function, (void *)write_later);
    }
    if (m->flags == WD_METHOD_FAST) {
        real_write_fast = (wd_method_fast)m->function;
        return wd_got_write(&m->function, (void *)write_later_fast);
    }
    return 0;
}

int wd_python_writes_begin(void)
{
    static int is_looked_for = 1, is_followed;
    PyObject *modules = wd_python.PySys_GetObject("modules");
    if (!is_looked_for || !modules || !wd_python.PyMapping_HasKeyString(modules, "uvloop.loop"))
        return is_followed;
    is_looked_for = 0;
    PyObject *module = wd_python.PyMapping_GetItemString(modules, "uvloop.loop");
    PyObject *type = module ? wd_python.PyObject_GetAttrString(module, "UVStream") : NULL;
    struct wd_method *m = type ? wd_method_of(type, "write") : NULL;
    is_followed = m && follow(m);
    wd_python.PyErr_Clear();
    return is_followed;
}
