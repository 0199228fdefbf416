// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.WeakIdentityMap;

/**
 * Requests of Pekko HTTP and Akka HTTP, which are elements of a stream. One begins where the server's last stage takes
 * it, and its transaction is that of every step of a stream that takes the same object, which is where handlers run.
 * Futures and actors carry it on.
 */
public final class StreamRequests {
    private static final Application APPLICATION = new Application("");
    private static final WeakIdentityMap<Integer> CONTEXTS = new WeakIdentityMap<>();

    /** The last of the server's own stages, of all that are bound to a port and a handler or flow. */
    private static final ClassValue<Boolean> IS_LAST_OF_SERVER = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> logic) {
            return logic.getName().contains(".http.impl.engine.server.GracefulTerminatorStage$");
        }
    };

    private StreamRequests() {}

    /** A stage has taken an element, in a step of its stream. */
    public static void taken(Object logic, Object element) throws Throwable {
        PekkoRequest kind = element == null ? null : PekkoRequest.of(element);
        if (kind == null)
            return;
        Integer context = CONTEXTS.get(element);
        if (context == null && IS_LAST_OF_SERVER.get(logic.getClass())) {
            OpenRequest begun = kind.open(APPLICATION, element);
            begun.settle();
            context = begun.context();
            CONTEXTS.put(element, context);
        }
        if (context != null)
            ThreadContext.stepTakes(context);
    }
}
