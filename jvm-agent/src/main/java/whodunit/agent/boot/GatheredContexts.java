// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/** Messages that are gathered into one, and the context that all of them came under. */
public final class GatheredContexts {
    private static final WeakIdentityMap<Integer> COMMON = new WeakIdentityMap<>();

    private GatheredContexts() {}

    /**
     * The calling thread has added a message of its own.
     *
     * @param before what was gathered so far, null if nothing
     */
    public static void gathered(Object before, Object after) {
        if (after == null)
            return;
        int context = ThreadContext.get();
        Integer known = before == null ? Integer.valueOf(context) : COMMON.remove(before);
        if (context != 0 && known != null && known == context)
            COMMON.put(after, context);
        else
            COMMON.remove(after);
    }

    /** Who works for nobody goes on for all whose messages these are, if that is one; for TaskPropagation.end. */
    public static int begin(Object gathered) {
        Integer common = gathered == null ? null : COMMON.remove(gathered);
        return common == null || ThreadContext.get() != 0 ? TaskPropagation.NOTHING
                : TaskPropagation.beginUnder(common);
    }
}
