// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import whodunit.agent.boot.Native;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.WeakIdentityMap;

/**
 * Calls that a gRPC server takes up. gRPC has a context of its own for each call (io.grpc.Context), under which every
 * step of it runs, on whatever thread: by that our context is found again.
 */
public final class GrpcRequests {
    private static final WeakIdentityMap<Integer> CONTEXTS = new WeakIdentityMap<>();

    private GrpcRequests() {}

    /**
     * A call of a method that the server has, so that the number of names is bounded. The thread is in a step of it.
     */
    public static void begin(Object callsContext, String method, String baggage, String traceparent) {
        if (!Native.namesRequests())
            return;
        int context = RemoteCalls.begun(method, baggage, traceparent);
        CONTEXTS.put(callsContext, context);
        ThreadContext.set(context);
    }

    /** @return for {@link #leave} */
    public static int enter(Object callsContext) {
        Integer context = CONTEXTS.get(callsContext);
        return 1 + (context == null ? ThreadContext.get() : ThreadContext.set(context));
    }

    public static void leave(int previous) {
        if (previous != 0)
            ThreadContext.set(previous - 1);
    }
}
