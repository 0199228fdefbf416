// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An edge in one sentence, which says what to change. */
final class WaitSentence {
    /** How functions begin that only wait or wake, whatever for. */
    private static final Set<String> MECHANISM = Set.of("pthread_", "__pthread_", "___pthread_", "futex", "__futex",
            "do_futex", "__x64_sys_", "do_syscall", "entry_SYSCALL", "schedule", "__schedule", "io_schedule", "sem_",
            "__lll_", "__GI_", "syscall", "read", "write", "poll", "epoll_wait", "recv", "send", "clone", "hrtimer",
            "do_nanosleep", "wake", "__wake", "try_to_wake_up", "wd_", "__new_sem", "__libc_", "std::condition_variable",
            "java.lang.Object.wait", "jdk.internal.misc.Unsafe.park", "java.util.concurrent.locks.", "bpf_", "start_",
            "_start", "main_thread", "[unknown]", "0x", "unlock", "lock", "do_", "ksys", "vfs", "new_sync", "pipe_",
            "sock_", "tcp_", "inet_", "unix_", "ep_", "trace", "__trace", "prepare", "x64_sys", "exit_to_user");

    private WaitSentence() {}

    static String of(WaitGraph.Edge e) {
        StringBuilder text = new StringBuilder();
        boolean self = e.from().equals(e.to());
        text.append(e.from()).append(self ? " wait for each other " : " waits for " + e.to() + " ")
                .append(String.format(Locale.ROOT, "%.0f%% of the time", 100 * e.weight()));
        if (e.sites().isEmpty())
            return text.toString();
        WaitGraph.Site site = e.sites().get(0);
        text.append(", mostly for ").append(site.kind().inWords());
        String waiting = place(site.waiting()), waking = place(site.waking());
        if (!waiting.isEmpty())
            text.append(" in ").append(waiting);
        if (!waking.isEmpty())
            text.append(", woken from ").append(waking);
        return text.toString();
    }

    /** The innermost function that is not waiting itself, with its caller. */
    static String place(List<String> stack) {
        for (int i = 0; i < stack.size(); i++)
            if (isOwn(stack.get(i)))
                return i + 1 < stack.size() && isOwn(stack.get(i + 1)) ? stack.get(i) + " < " + stack.get(i + 1)
                        : stack.get(i);
        return "";
    }

    private static boolean isOwn(String function) {
        return MECHANISM.stream().noneMatch(function::startsWith);
    }
}
