/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/restarts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "memory/readable.h"
#include "system/bare_call.h"

static const unsigned char call_instruction[] = { 0x0f, 0x05 };

/* The kernel's: libc's has a longer mask, and refuses its own signals. */
struct action {
    void (*handler)(int signal);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

/* Those of signal(7) that end, or are made again, as a signal's handler asks. The rest always end, or never do: close
 * has closed, and a lock that is handed over by the kernel (FUTEX_LOCK_PI) knows no EINTR. */
static int can_be_ended(const greg_t *registers)
{
    int second = (int)registers[REG_RSI];
    switch (registers[REG_RAX]) {
    case SYS_read:
    case SYS_readv:
    case SYS_write:
    case SYS_writev:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_recvmmsg:
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_sendmmsg:
    case SYS_sendfile:
    case SYS_splice:
    case SYS_tee:
    case SYS_vmsplice:
    case SYS_accept:
    case SYS_accept4:
    case SYS_connect:
    case SYS_open:
    case SYS_creat:
    case SYS_openat:
    case SYS_openat2:
    case SYS_wait4:
    case SYS_waitid:
    case SYS_flock:
    case SYS_mq_timedsend:
    case SYS_mq_timedreceive:
    case SYS_getrandom: return 1;
    case SYS_fcntl: return second == F_SETLKW || second == F_OFD_SETLKW;
    case SYS_futex: second &= FUTEX_CMD_MASK; return second == FUTEX_WAIT || second == FUTEX_WAIT_BITSET;
    default: return 0;
    }
}

/* As the kernel leaves it. The processor has put the place behind the call, and its flags, into two registers as it was
 * made: a thread that has not made it yet looks so only if it has just made the same one before, and then finds an
 * EINTR that it could have had a moment later. Processors that keep these registers (FRED) leave nothing that could be
 * told from a thread that gets there; there the call is made again. */
static int is_made_again(const greg_t *registers)
{
    return registers[REG_RCX] == registers[REG_RIP] + (greg_t)sizeof call_instruction &&
           registers[REG_R11] == registers[REG_EFL] && can_be_ended(registers);
}

/* Does a handler of the host's for this signal end calls? `also`: one with this flag, too. What is ignored waits as
 * well, and so does what does nothing by default. */
static int ends_calls(int signal, unsigned long also)
{
    struct action action = { 0 };
    return WD_BARE_CALL(SYS_rt_sigaction, signal, 0, &action, sizeof action.mask) == 0 && action.handler != SIG_DFL &&
           action.handler != SIG_IGN && !(action.flags & SA_RESTART & ~also);
}

/* Of those that the thread lets through. */
static int is_one_waiting(const ucontext_t *interrupted, unsigned long also)
{
    uint64_t waiting = 0, blocked;
    memcpy(&blocked, &interrupted->uc_sigmask, sizeof blocked);
    if (WD_BARE_CALL(SYS_rt_sigpending, &waiting, sizeof waiting) != 0)
        return 0;
    for (waiting &= ~blocked; waiting; waiting &= waiting - 1)
        if (ends_calls(__builtin_ctzll(waiting) + 1, also))
            return 1;
    return 0;
}

static void end(greg_t *registers)
{
    const void *instruction = (const void *)(uintptr_t)registers[REG_RIP];
    if (wd_readable(instruction, sizeof call_instruction) != sizeof call_instruction ||
        memcmp(instruction, call_instruction, sizeof call_instruction) != 0)
        return;
    registers[REG_RAX] = -EINTR;
    registers[REG_RIP] += (greg_t)sizeof call_instruction;
}

void wd_restarts_settle(void *ucontext)
{
    greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    if (is_made_again(registers) && is_one_waiting(ucontext, 0))
        end(registers);
}

long wd_restarts_place(const void *ucontext)
{
    return ((const ucontext_t *)ucontext)->uc_mcontext.gregs[REG_RIP];
}

void wd_restarts_put_back(void *ucontext, long place, int is_ours)
{
    greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    if (registers[REG_RIP] != place && registers[REG_RAX] == -EINTR &&
        (!is_ours || is_one_waiting(ucontext, SA_RESTART)))
        registers[REG_RIP] = place;
}

void wd_restarts_end(void *ucontext)
{
    greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    if (is_made_again(registers))
        end(registers);
}
