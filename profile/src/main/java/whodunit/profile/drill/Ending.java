// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.drill;

import java.util.List;
import java.util.regex.Pattern;
import whodunit.profile.Frame;

/** What kind of thing a walk ended at. */
public enum Ending {
    /** Outside the kernel. */
    FUNCTION("computes", ""),
    /** Without waiting. */
    KERNEL("runs in the kernel", ""),
    /** As main() does in many programs. Only its caller tells that futex from others. */
    JOIN("waits for a thread to end", "pthread_(clock|timed)?join(_np|_ex)?$"),
    /** One of the program's, or of files; the kernel's own are not in stacks of waits. */
    LOCK("waits for a lock, a condition or a semaphore",
            "futex_|rwsem_|mutex_lock|down_(read|write)|semtimedop|locks_lock|flock_lock|posix_lock|fcntl_setlk"),
    /** With what waits for its cache, and where nothing further in tells otherwise, all in a file system of disks. */
    DISK("waits for the disk",
            "io_schedule|submit_bio|blk_|jbd2_|ksys_sync|wb_wait|folio_wait|wait_on_(page|buffer)|filemap_fault|"
                    + "fsync|iomap_dio|balance_dirty_pages|(ext4|xfs|btrfs|f2fs)_"),
    /** Also one with a name. */
    PIPE("waits at a pipe", "pipe_(read|write|wait)|anon_pipe|fifo_open"),
    /** Of any kind. */
    EVENTS("waits for events on descriptors", "ep_poll|epoll_wait|do_sys_poll|do_poll|do_select"),
    /** To this machine, or another. */
    NETWORK("waits at a socket", "sk_wait|tcp_|inet_|unix_(stream|dgram)|skb_wait|__skb_|sock_"),
    /** For a time. */
    SLEEP("sleeps", "nanosleep|hrtimer_sleep|timerfd_read"),
    /** Its end, or its exec. */
    PROCESS("waits for a child process", "do_wait$|wait4|waitid|kernel_clone"),
    /** For something else. */
    WAIT("waits in the kernel", "");

    /** In the order in which a stack is searched: a wait for the disk may be within a call on a pipe. */
    private static final List<Ending> WAITS = List.of(JOIN, LOCK, DISK, PIPE, EVENTS, NETWORK, SLEEP, PROCESS);
    /** A function of the kernel whose name was not to be had. */
    private static final String UNNAMED = "unknown";

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

    /** What threads do there, with all that is called from there, for the most time. */
    static Ending of(CallTree.Node node) {
        double[] millis = new double[values().length];
        boolean waits = node.waiting() >= node.total() / 2;
        addUp(node, Told.of(node), waits, millis);
        Ending most = waits ? WAIT : FUNCTION;
        for (Ending e : values())
            if (millis[e.ordinal()] > millis[most.ordinal()])
                most = e;
        return most;
    }

    private static void addUp(CallTree.Node node, Told told, boolean waits, double[] millis) {
        if (waits)
            millis[told.ending.ordinal()] += node.selfWaiting();
        else
            millis[(node.frame.kind() == Frame.Kind.KERNEL ? KERNEL : FUNCTION).ordinal()] += node.self()
                    - node.selfWaiting();
        for (CallTree.Node child : node.children())
            addUp(child, told.at(child.frame), waits, millis);
    }

    /**
     * What a path tells of a wait at its end.
     *
     * @param inKernel the kernel's functions tell; else what calls them does, which may be a library's "epoll_wait"
     * @param joins    its futex is a thread, which the kernel's functions cannot tell
     */
    private record Told(Ending ending, boolean inKernel, boolean joins) {
        static Told of(CallTree.Node node) {
            Told told = new Told(WAIT, false, false);
            for (Frame frame : node.path())
                told = told.at(frame);
            return told;
        }

        /** A program may call its own functions anything. */
        Told at(Frame frame) {
            boolean kernel = frame.kind() == Frame.Kind.KERNEL;
            if (kernel && frame.name().equals(UNNAMED))
                return this;
            Ending found = ofWaitIn(frame.name());
            boolean isJoin = joins && (kernel || found == LOCK) || found == JOIN;
            if (found == LOCK && isJoin)
                found = JOIN;
            return new Told(found == WAIT && inKernel && kernel ? ending : found, kernel, isJoin);
        }
    }

    /** What a thread waits for that waits in this function; WAIT: its name does not tell. */
    public static Ending ofWaitIn(String function) {
        return WAITS.stream().filter(e -> e.functions.matcher(function).find()).findFirst().orElse(WAIT);
    }
}
