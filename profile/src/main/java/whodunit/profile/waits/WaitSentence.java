// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import whodunit.profile.ThreadEntry;

/** An edge in one sentence, which says what to change. */
final class WaitSentence {
    /** How functions begin that only wait or wake, whatever for. */
    private static final Set<String> MECHANISM = Set.of("pthread_", "__", "sem_wait", "sem_post", "sem_timedwait",
            "sem_clockwait", "syscall", "epoll_wait", "epoll_pwait", "std::condition_variable", "java.lang.Object.wait",
            "java.lang.Object.notify", "java.lang.Thread.", "java.net.", "sun.nio.ch.", "jdk.internal.misc.Unsafe.",
            "java.util.concurrent.locks.", "wd_",
            "start_thread",
            "_start", "clone", "[unknown]", "0x");
    private static final Set<String> CALLS = Set.of("read", "write", "readv", "writev", "pread64", "pwrite64", "fsync",
            "fdatasync", "poll", "ppoll", "select", "recv", "recvfrom", "recvmsg", "send", "sendto", "sendmsg",
            "accept", "accept4", "connect", "futex_wait", "futex_wake", "nanosleep", "clock_nanosleep", "usleep",
            "sem_new_wait", "sched_yield");
    /** What the names of the kernel's functions end in. */
    private static final String KERNEL = "_[k]";

    private WaitSentence() {}

    static String of(WaitGraph.Edge e) {
        StringBuilder text = new StringBuilder();
        boolean self = e.from().equals(e.to());
        text.append(e.from()).append(self ? " wait for each other " : " waits for " + e.to() + " ")
                .append(String.format(Locale.ROOT, "%.0f%% of the time", 100 * e.weight()));
        if (e.sites().isEmpty())
            return text.toString();
        WaitGraph.Site site = e.clearest();
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

    /** Whether it is more than a way to wait, to wake, or to start a thread. */
    static boolean isOwn(String function) {
        return !function.endsWith(KERNEL) && !CALLS.contains(function) && !ThreadEntry.leadsTo(function)
                && MECHANISM.stream().noneMatch(function::startsWith);
    }
}
