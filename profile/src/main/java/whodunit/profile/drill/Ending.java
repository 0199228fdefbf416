// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.drill;

import java.util.List;
import java.util.regex.Pattern;
import whodunit.profile.Frame;

/** What kind of thing a walk ended at. */
public enum Ending {
    FUNCTION("computes", ""), KERNEL("runs in the kernel", ""), LOCK("waits for a lock, a condition or a semaphore",
            "futex_|rwsem_|mutex_lock|down_(read|write)"), DISK("waits for the disk",
                    "io_schedule|submit_bio|blk_|jbd2_|folio_wait|wait_on_page|filemap_fault|fsync"), PIPE(
                            "waits at a pipe",
                            "pipe_(read|write)|anon_pipe"), EVENTS("waits for events on several descriptors",
                                    "ep_poll|epoll_wait|do_sys_poll|do_poll|do_select"), NETWORK("waits at a socket",
                                            "sk_wait|tcp_|inet_|unix_(stream|dgram)|skb_wait|__skb_|sock_"), SLEEP(
                                                    "sleeps",
                                                    "nanosleep|hrtimer_sleep"), PROCESS("waits for a child process",
                                                            "do_wait|wait4|waitid"), WAIT("waits in the kernel", "");

    /** In the order in which a stack is searched: a wait for the disk may be within a call on a pipe. */
    private static final List<Ending> WAITS = List.of(LOCK, DISK, PIPE, EVENTS, NETWORK, SLEEP, PROCESS);

    private final String text;
    private final Pattern functions;

    Ending(String text, String functions) {
        this.text = text;
        this.functions = Pattern.compile("(^|_)(" + functions + ")");
    }

    /** What a thread does there: "waits for the disk". */
    public String text() {
        return text;
    }

    /** As programs call it. */
    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Of a node that has waited for the larger part of its time, or not; what it calls tells as well. */
    static Ending of(CallTree.Node node) {
        if (node.waiting() < node.total() / 2)
            return node.frame.kind() == Frame.Kind.KERNEL ? KERNEL : FUNCTION;
        for (CallTree.Node n = node; n != null; n = heaviest(n)) {
            Ending found = ofWaitIn(n.frame.name());
            if (found != WAIT)
                return found;
        }
        for (CallTree.Node n = node.parent; n != null && n.frame != null; n = n.parent) {
            Ending found = ofWaitIn(n.frame.name());
            if (found != WAIT)
                return found;
        }
        return WAIT;
    }

    private static CallTree.Node heaviest(CallTree.Node node) {
        List<CallTree.Node> children = node.children();
        return children.isEmpty() ? null : children.get(0);
    }

    /** What a thread waits for that waits in this function; WAIT: its name does not tell. */
    public static Ending ofWaitIn(String function) {
        return WAITS.stream().filter(e -> e.functions.matcher(function).find()).findFirst().orElse(WAIT);
    }
}
