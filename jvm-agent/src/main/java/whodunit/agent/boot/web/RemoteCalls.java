// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.BoundedNames;
import whodunit.agent.boot.Native;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.Types;
import whodunit.agent.boot.Upstream;

/** Calls of a service's methods that a server takes up and answers on one thread: Dubbo's, Thrift's. */
public final class RemoteCalls {
    /** The thread stays as it is; what an advice that fails returns. */
    private static final int NONE = 0;

    /** A message of Dubbo's may name what no service has. */
    private static final BoundedNames NAMES = new BoundedNames();

    private RemoteCalls() {}

    /**
     * The calling thread works for a call, until {@link #leave}.
     *
     * @param baggage as it came with the call, may be null; so may traceparent
     * @return for {@link #leave}
     */
    public static int enter(String service, String method, String baggage, String traceparent) {
        if (service == null || method == null || !Native.namesRequests())
            return NONE;
        String name = service + '/' + method;
        return 1 + ThreadContext.set(begun(NAMES.admit(name) ? name : "(other calls)", baggage, traceparent));
    }

    /** A call with this name has come: the context under which it is worked for. */
    static int begun(String name, String baggage, String traceparent) {
        int context = Types.context(Upstream.of(Baggage.wire(baggage)), name);
        if (traceparent != null)
            Native.example(context, traceparent);
        Native.count(context, Native.BEGUN, 1);
        return context;
    }

    /** The same, unless the thread works for somebody: what carries the calls has named the request. */
    public static int enterUnnamed(String service, String method, String baggage, String traceparent) {
        return ThreadContext.get() == 0 ? enter(service, method, baggage, traceparent) : NONE;
    }

    public static void leave(int previous) {
        if (previous != NONE)
            ThreadContext.set(previous - 1);
    }

    /** Of a class that Thrift's compiler has nested in a service's: the service. */
    public static String serviceOf(Class<?> nested) {
        String name = nested.getName();
        int end = name.indexOf('$');
        return end < 0 ? name : name.substring(0, end);
    }
}
