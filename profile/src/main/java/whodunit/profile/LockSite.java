// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.List;

/**
 * Names the place of a wait in one line: the lock, if it has a name, and the innermost functions that are not locking
 * itself.
 */
final class LockSite {
    private static final int FUNCTIONS = 2;
    /** What every wait goes through, whatever it waits for. */
    private static final String[] LOCKING = {
            "pthread_", "__pthread_", "___pthread_", "sem_", "__sem_", "__lll_lock", "futex", "std::", "__gthread",
            "parking_lot", "lock_api::", "g_mutex_", "g_cond_", "g_rw_lock_", "libglib-2.0.so",
            "whodunit_", "wd_",
            "libwhodunit.so", "libpthread", "libc.so", "libstdc++.so", "inline_mysql_", "psi_", "java.", "jdk.", "sun.",
            "whodunit.agent.",
    };

    private LockSite() {}

    /** @param path the waiter's own call path, outermost first */
    static String of(LockWait.Kind kind, String lock, List<Frame> path) {
        int end = path.size();
        if ((kind == LockWait.Kind.LATCH || kind == LockWait.Kind.SEMAPHORE) && lock.isEmpty()) {
            String postgres = PostgresWait.nameOf(path);
            lock = postgres == null ? "" : postgres;
            end = postgres == null ? end : PostgresWait.withoutWaiting(path);
        }
        while (end > 0 && isLocking(path.get(end - 1).name()))
            end--;
        StringBuilder site = new StringBuilder(lock.isEmpty() ? "" : lock);
        for (int i = end - 1; i >= Math.max(0, end - FUNCTIONS); i--)
            site.append(i == end - 1 ? (site.isEmpty() ? "" : " in ") : " < ").append(path.get(i).name());
        return site.isEmpty() ? kind.name().toLowerCase(java.util.Locale.ROOT) : site.toString();
    }

    private static boolean isLocking(String function) {
        String name = function.startsWith("<") ? function.substring(1) : function; // Rust: of a type
        for (String prefix : LOCKING)
            if (name.startsWith(prefix))
                return true;
        return false;
    }
}
