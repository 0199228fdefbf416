// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.List;
import java.util.Set;

/** Knows the functions in which threads begin, to tell whole stacks from truncated ones. */
public final class ThreadEntry {
    private static final Set<String> ENTRIES = Set.of("start_thread", "clone3", "__clone3", "clone", "__clone",
            "_start",
            "__libc_start_main", "__libc_start_main_impl", "__libc_start_call_main", "main", "thread_native_entry",
            "java.lang.Thread.run", "java.lang.Thread.runWith", "jdk.internal.vm.Continuation.run", "ret_from_fork");

    /** Between there and what a thread runs: the sampler's, the C++ library's, MariaDB's. */
    private static final Set<String> LEADING = Set.of("thread_start_wrapper", "CTimer::createForThread",
            "execute_native_thread_routine", "pfs_spawn_thread");

    private ThreadEntry() {}

    /** Whether the function only calls the one that a thread was made for. */
    public static boolean leadsTo(String function) {
        return LEADING.contains(function);
    }

    static boolean isTruncated(List<Frame> stack) {
        if (stack.isEmpty())
            return true;
        if (stack.get(0).kind() == Frame.Kind.JAVA)
            return false;
        String outermost = stack.get(stack.size() > 1 && stack.get(0).name().equals("unknown") ? 1 : 0).name();
        return !has(outermost);
    }

    /** Whether threads begin in this function; an offset into it, or which of its symbols names it, does not matter. */
    static boolean has(String function) {
        return ENTRIES.contains(before("_alias_", before("+", function)));
    }

    private static String before(String mark, String function) {
        int at = function.indexOf(mark);
        return at > 0 ? function.substring(0, at) : function;
    }
}
