/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/endings.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#include "signals/deliver.h"
#include "signals/own_signal.h"

/* Not those of faults: such a process is not to be trusted. */
static const int endings[] = { SIGTERM, SIGINT,  SIGHUP,  SIGQUIT, SIGABRT, SIGPIPE,
                               SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM };
static void (*finish)(void); /* atomic */

static void on_ending(int signal, siginfo_t *info, void *ucontext)
{
    (void)signal;
    int saved = errno;
    void (*its)(void) = __atomic_load_n(&finish, __ATOMIC_ACQUIRE);
    if (its)
        its();
    info->si_code = SI_USER; /* or the default would be left to a fault's coming again */
    wd_deliver(&(struct sigaction){ .sa_handler = SIG_DFL }, info, ucontext);
    errno = saved;
}

int wd_endings_has(int signal)
{
    if (!__atomic_load_n(&finish, __ATOMIC_ACQUIRE))
        return 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (endings[i] == signal)
            return 1;
    return 0;
}

static int is_ours(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_ending;
}

/* The default, with our handler in its place; its other parts stay as the host has given them. */
static struct sigaction in_its_place(const struct sigaction *hosts)
{
    struct sigaction action = *hosts;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    action.sa_sigaction = on_ending;
    sigfillset(&action.sa_mask);
    return action;
}

int wd_endings_action(int signal, const struct sigaction *new, struct sigaction *old)
{
    struct sigaction ours;
    if (new &&new->sa_handler == SIG_DFL) {
        ours = in_its_place(new);
        new = &ours;
    }
    int result = wd_real_sigaction(signal, new, old);
    if (result == 0 && old && is_ours(old))
        *old = (struct sigaction){ .sa_handler = SIG_DFL };
    return result;
}

void wd_endings_renew(int signal)
{
    struct sigaction current;
    int saved = errno;
    if (wd_endings_has(signal) && wd_real_sigaction(signal, NULL, &current) == 0 && current.sa_handler == SIG_DFL)
        wd_endings_action(signal, &current, NULL);
    errno = saved;
}

void wd_endings_begin(void (*its)(void))
{
    if (getpid() == 1) /* of a container, which its defaults do not end */
        return;
    __atomic_store_n(&finish, its, __ATOMIC_RELEASE);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct sigaction current;
        if (wd_real_sigaction(endings[i], NULL, &current) == 0 && current.sa_handler == SIG_DFL)
            wd_endings_action(endings[i], &current, NULL);
    }
}

void wd_endings_end(void)
{
    if (!__atomic_exchange_n(&finish, NULL, __ATOMIC_ACQ_REL))
        return;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct sigaction current;
        if (wd_real_sigaction(endings[i], NULL, &current) == 0 && is_ours(&current))
            wd_real_sigaction(endings[i], &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
    }
}
