// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/** Routes of Camel's, by the processors at which messages enter them. */
public final class CamelRoutes {
    private static final WeakIdentityMap<String> ENTRIES = new WeakIdentityMap<>();

    private CamelRoutes() {}

    public static void begins(Object processor, String route) {
        ENTRIES.put(processor, route);
    }

    /** The calling thread gives the processor a message that was in no route yet. For {@link JobRuns#leave}. */
    public static int enter(Object processor) {
        return ThreadContext.get() != 0 ? 0 : JobRuns.enter(null, ENTRIES.get(processor), null);
    }
}
