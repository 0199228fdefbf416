// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.regex.Pattern;

/** Jobs that run for nobody who is known: each run is a transaction, by the job's name. */
public final class JobRuns {
    /** The thread stays as it is; what an advice that fails returns. */
    private static final int NONE = 0;

    /** What a scheduler or an application makes up, so that it says nothing. */
    private static final Pattern MADE_UP = Pattern.compile("[0-9a-fA-F-]{32,}");

    /** An application may make a job for each of its customers. */
    private static final BoundedNames NAMES = new BoundedNames();

    private JobRuns() {}

    /**
     * The calling thread runs a job, until {@link #leave}. One that works for somebody runs it for that.
     *
     * @param group  null if the job is in none but the one of all that have no other
     * @param ofCode what the job is called if its name is made up; null: nothing else
     * @return for {@link #leave}
     */
    public static int enter(String group, String name, String ofCode) {
        if (name == null || ThreadContext.get() != 0 || !Native.namesRequests())
            return NONE;
        String shown = ofCode != null && MADE_UP.matcher(name).matches() ? ofCode
                : group == null ? name : group + '.' + name;
        int context = Types.context(0, NAMES.admit(shown) ? shown : "(other jobs)");
        Native.count(context, Native.BEGUN, 1);
        return 1 + ThreadContext.set(context);
    }

    public static void leave(int before) {
        if (before != NONE)
            ThreadContext.set(before - 1);
    }
}
