/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a sample changes of the thread that it interrupts: nothing; and which place it is of. The sampler is the test's
 * own, and leaves an errno behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../../src/sampler/async/handler.c" /* what it puts in the sampler's place is not to be had otherwise */

#include "../../src/recording/labels.c" /* and its ring */

enum { HOSTS = 4711 };

static volatile uint64_t sample_time;
static int (*sigaction_of_sampler)(int signal, const struct sigaction *new, struct sigaction *old);
static volatile int samples, labels_lost, passed_over;
static volatile uintptr_t sampled_code, sampled_stack;

void *wd_got_patch(void *library, const char *symbol, void *function)
{
    (void)library;
    assert_string_equal(symbol, "sigaction");
    *(void **)&sigaction_of_sampler = function;
    return function;
}
void *wd_region_reserve_own(size_t bytes)
{
    static uint64_t region[RING * sizeof(struct slot) / sizeof(uint64_t)];
    assert_true(bytes <= sizeof region);
    return region;
}
void wd_health_add(enum wd_health counter, uint64_t n)
{
    labels_lost += counter == WD_HEALTH_LABELS_LOST ? (int)n : 0;
}
unsigned wd_balance_sample(uint32_t context)
{
    (void)context;
    errno = EPERM; /* a sandbox may refuse the thread's clock */
    return !passed_over;
}
void wd_balance_moved(uint32_t context)
{
    (void)context;
}

static void sampler_handler(int signal, siginfo_t *info, void *ucontext)
{
    (void)signal, (void)info;
    const greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    sampled_code = (uintptr_t)registers[REG_RIP];
    sampled_stack = (uintptr_t)registers[REG_RSP];
    samples++;
    sample_time++;
    errno = EBADF;
}

/* One that samples wall time takes a signal that a thread of the process sends for a sample. */
static void install_sampler(int wall)
{
    struct sigaction its = { .sa_sigaction = sampler_handler, .sa_flags = SA_SIGINFO };
    assert_true(wd_labels_begin(0) && wd_handler_wrap(NULL, 0));
    wd_handler_expect(wall);
    assert_int_equal(sigaction_of_sampler(wd_own_signal_choose(), &its, NULL), 0);
    assert_true(wd_handler_begin());
    wd_thread.sample = &sample_time;
    samples = 0;
}

/* Each label of a sample, or it has not been taken as it should. */
static void assert_labelled(int n)
{
    struct wd_label label;
    assert_int_equal(samples, n);
    while (wd_labels_take(&label))
        n--;
    assert_int_equal(n, 0);
    assert_int_equal(labels_lost, 0);
}

static void a_sample_in_a_signal(void **state)
{
    (void)state;
    install_sampler(1);
    errno = HOSTS;
    raise(wd_own_signal());
    int after = errno;
    assert_int_equal(after, HOSTS);
    assert_labelled(1);
    wd_handler_end();
}

static volatile int hosts;

static void host_handler(int signal)
{
    (void)signal;
    hosts++;
}

static void a_signal_of_the_hosts_own(void **state)
{
    (void)state;
    install_sampler(0);
    wd_host_signal_action(&(struct sigaction){ .sa_handler = host_handler }, NULL);
    raise(wd_own_signal());
    assert_int_equal(hosts, 1);
    assert_labelled(0);
    wd_handler_end();
}

static void a_sample_that_is_passed_over(void **state)
{
    (void)state;
    install_sampler(1);
    passed_over = 1;
    errno = HOSTS;
    raise(wd_own_signal());
    int after = errno;
    passed_over = 0;
    assert_int_equal(after, HOSTS);
    assert_labelled(0);
}

static void a_sample_at_a_commands_end(void **state)
{
    (void)state;
    install_sampler(1);
    errno = HOSTS;
    wd_handler_sample_here();
    int after = errno;
    assert_int_equal(after, HOSTS);
    assert_labelled(1);
}

static void nested_handler(int signal, siginfo_t *info, void *ucontext)
{
    (void)signal, (void)info, (void)ucontext;
    hosts++;
}

/* Their frames are made together, at the end of the call that lets them through; ours, of the highest number, last. */
static void a_sample_that_comes_with_the_hosts_signals(void **state)
{
    (void)state;
    char alternate[65536];
    stack_t stack = { .ss_sp = alternate, .ss_size = sizeof alternate };
    struct sigaction plain = { .sa_handler = host_handler };
    struct sigaction nested = { .sa_sigaction = nested_handler, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    sigset_t all, before;
    install_sampler(1);
    hosts = 0;
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &plain, NULL);
    sigaction(SIGURG, &nested, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    raise(SIGUSR1);
    raise(SIGURG);
    raise(wd_own_signal());
    uintptr_t here;
    __asm__ volatile("movq %%rsp, %0" : "=r"(here));
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, 8);
    assert_labelled(1);
    assert_int_equal(hosts, 2);
    assert_in_range(sampled_code, (uintptr_t)syscall, (uintptr_t)syscall + 64);
    assert_in_range(sampled_stack, here - 64, here);
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, NULL);
    wd_handler_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_in_a_signal),
        cmocka_unit_test(a_signal_of_the_hosts_own),
        cmocka_unit_test(a_sample_that_is_passed_over),
        cmocka_unit_test(a_sample_at_a_commands_end),
        cmocka_unit_test(a_sample_that_comes_with_the_hosts_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
