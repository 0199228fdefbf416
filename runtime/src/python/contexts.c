/* SPDX-License-Identifier: Apache-2.0 */
#include "python/contexts.h"

#include <stddef.h>

#include "channels/tasks.h"
#include "imports/got_patch.h"
#include "propagation/propagation.h"
#include "python/methods.h"

#define FASTCALL_WITH_KEYWORDS 0x82

static PyObject *variable, *set; /* a variable of contexts, and its method of that name */
static struct {
    PyObject *current_task;                 /* from 3.12 on; before: */
    PyObject *current_tasks, *running_loop; /* the task of each loop; the loop */
} asyncio;
static const void *main_thread;
static wd_method_function real_run;
static int is_used; /* some context has a number */
static int receives_outside;

enum { ENTERED = 16, LOOPS = 64 };

/* A context that the thread is in, and what it did before. */
struct entered {
    PyObject *context;
    struct wd_task before;
    int has_put; /* a number into it */
};

/* Those that extensions have entered, of the few threads that run such loops. Not the threads' own memory: of that a
 * library that is loaded late, as the agent is, has little. */
static struct entered of_threads[LOOPS][ENTERED];
static unsigned loops;

static __thread struct {
    uint64_t turns;            /* contexts that the thread has entered or left */
    unsigned depth;            /* how many it is in */
    uint64_t came, came_after; /* the number of a request that was not put into a context yet; `turns` by then */
    unsigned lent_at;          /* the depth of one that a number was lent to; 0: none was */
    struct entered *entered;
} here __attribute__((tls_model("initial-exec")));

static uint64_t number_in(PyObject *context)
{
    if (!__atomic_load_n(&is_used, __ATOMIC_RELAXED) || wd_python.PySequence_Contains(context, variable) != 1)
        return 0;
    PyObject *value = wd_python.PyObject_GetItem(context, variable);
    uint64_t number = value ? wd_python.PyLong_AsUnsignedLongLong(value) : 0;
    if (value)
        wd_python.Py_DecRef(value);
    return number;
}

/* Into this context, or, if it is NULL, into the one that is current. An exception that is on its way stays. */
static void put(PyObject *context, uint64_t number)
{
    PyObject *type, *value, *trace;
    wd_python.PyErr_Fetch(&type, &value, &trace);
    PyObject *call[] = { set, wd_python.PyLong_FromUnsignedLongLong(number) };
    PyObject *token = !call[1]  ? NULL
                      : context ? real_run(context, call, (void *)2, NULL)
                                : wd_python.PyContextVar_Set(variable, call[1]);
    if (token)
        wd_python.Py_DecRef(token);
    if (call[1])
        wd_python.Py_DecRef(call[1]);
    wd_python.PyErr_Restore(type, value, trace);
    __atomic_store_n(&is_used, 1, __ATOMIC_RELAXED);
}

/* A context is about to be entered. libuv receives before that, and uvicorn begins its tasks in an empty one. It may be
 * entered later for other requests: it has the number only until it is left. */
static void enter(struct entered *e, PyObject *context)
{
    uint64_t own = number_in(context), lent = 0;
    if (here.came && here.depth == 0 && here.came_after == here.turns)
        lent = here.came;
    else if (!own)
        lent = wd_task.number;
    here.came = 0;
    if (lent)
        put(context, lent);
    e->context = context;
    e->has_put = lent != 0;
    e->before = wd_task;
    if (here.depth == 0)
        e->before.number = 0;
    wd_task_begin(lent ? lent : own);
    here.turns++;
    here.depth++;
}

/* Who has begun with a request within it, by its number or by receiving it, goes on with what it did before. */
static void leave(const struct entered *e)
{
    int has_lent = here.depth == here.lent_at;
    here.turns++;
    here.depth--;
    if (e->has_put || has_lent)
        put(e->context, 0);
    if (has_lent)
        here.lent_at = 0;
    if (wd_task.number != e->before.number)
        wd_task_end(&e->before);
}

static PyObject *run(PyObject *context, void *arguments, void *n, void *names)
{
    struct entered e;
    enter(&e, context);
    PyObject *result = real_run(context, arguments, n, names);
    leave(&e);
    return result;
}

/* Extensions call these. */
static int enter_context(PyObject *context)
{
    if (!here.entered && loops < LOOPS) /* the GIL is held */
        here.entered = of_threads[loops++];
    if (!here.entered || here.depth >= ENTERED)
        return wd_python.PyContext_Enter(context);
    struct entered *e = &here.entered[here.depth];
    enter(e, context);
    int result = wd_python.PyContext_Enter(context);
    if (result != 0)
        leave(e);
    return result;
}

static int exit_context(PyObject *context)
{
    int result = wd_python.PyContext_Exit(context);
    struct entered *e = here.entered && here.depth > 0 && here.depth <= ENTERED ? &here.entered[here.depth - 1] : NULL;
    if (result == 0 && e && e->context == context) {
        leave(e);
        e->context = NULL;
    }
    return result;
}

static PyObject *member(PyObject *module, const char *name)
{
    PyObject *found = wd_python.PyObject_GetAttrString(module, name);
    if (!found)
        wd_python.PyErr_Clear();
    return found;
}

static void look_for_current_task(void)
{
    PyObject *modules = wd_python.PySys_GetObject("modules");
    if (asyncio.running_loop || !modules || !wd_python.PyMapping_HasKeyString(modules, "_asyncio"))
        return;
    PyObject *module = wd_python.PyMapping_GetItemString(modules, "_asyncio");
    if (!module) {
        wd_python.PyErr_Clear();
        return;
    }
    asyncio.current_task = member(module, "current_task");
    asyncio.current_tasks = member(module, "_current_tasks");
    asyncio.running_loop = member(module, "_get_running_loop");
}

/* Functions in C only: in one of Python's a signal could raise an exception, which would be lost here. */
static int is_in_task(void)
{
    look_for_current_task();
    PyObject *function = asyncio.current_task ? asyncio.current_task : asyncio.running_loop;
    PyObject *found = function ? wd_python.PyObject_CallObject(function, NULL) : NULL;
    int is_one = found && found != wd_python._Py_NoneStruct;
    if (is_one && !asyncio.current_task)
        is_one = asyncio.current_tasks && wd_python.PySequence_Contains(asyncio.current_tasks, found) == 1;
    if (found)
        wd_python.Py_DecRef(found);
    else if (function)
        wd_python.PyErr_Clear(); /* no loop runs */
    return is_one;
}

/* What a task has received itself (Tornado's do when there is something already) is not all that it will get: its
 * connection's next requests may come by a callback. */
static uint64_t number_to_put(uint64_t came)
{
    uint64_t connection = is_in_task() ? wd_task_connection(came) : 0;
    return connection ? connection : came;
}

/* In the thread that has received, as soon as it is in Python again. */
static int put_here(void *thread)
{
    if (thread != &here)
        return 0;
    if (here.came && here.came_after == here.turns) {
        put(NULL, number_to_put(here.came));
        wd_task_begin(here.came);
    }
    here.came = 0;
    return 0;
}

int wd_python_may_lend(void)
{
    return here.depth > 0 && !wd_task.number && !here.lent_at && !is_in_task();
}

void wd_python_lend(uint64_t number)
{
    put(NULL, number);
    here.lent_at = here.depth;
}

void wd_python_receives_outside(void)
{
    wd_got_repoint("PyContext_Enter", NULL, (void *)enter_context, WD_GOT_ALL);
    wd_got_repoint("PyContext_Exit", NULL, (void *)exit_context, WD_GOT_ALL);
    receives_outside = 1;
}

void wd_python_came(uint64_t number)
{
    if (here.depth == 0 ? !(receives_outside && wd_propagation_loops)
                        : &here != main_thread || !wd_python.Py_IsInitialized())
        return; /* what is pending is for the main thread */
    here.came = number;
    here.came_after = here.turns;
    if (here.depth > 0 && wd_python.Py_AddPendingCall(put_here, &here) != 0)
        here.came = 0;
}

int wd_python_contexts_begin(void)
{
    main_thread = &here; /* which calls what is pending */
    struct wd_method *m = wd_method_of(wd_python.PyContext_Type, "run");
    variable = m && m->flags == FASTCALL_WITH_KEYWORDS ? wd_python.PyContextVar_New("whodunit", NULL) : NULL;
    set = variable ? wd_python.PyObject_GetAttrString(variable, "set") : NULL;
    if (!set) {
        wd_python.PyErr_Clear();
        return 0;
    }
    real_run = m->function;
    return wd_got_write((void **)&m->function, (void *)run);
}
