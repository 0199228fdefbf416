// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicBoolean;

/** The agent's API, bound once if this JVM runs with the agent; without it every request passes straight through. */
final class Transactions {
    /** The agent is there. */
    static final boolean AVAILABLE;

    private static final MethodHandle BEGIN;
    private static final MethodHandle CURRENT;
    private static final MethodHandle SWITCH;
    private static final MethodHandle FROM_WIRE;
    private static final MethodHandle TYPE_NAME;
    private static final MethodHandle TRUSTS_BAGGAGE;

    static {
        MethodHandle begin = null, current = null, attach = null, fromWire = null, typeName = null,
                trusts = null;
        try {
            Class<?> api = Class.forName("whodunit.agent.api.Whodunit", true, null);
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            begin = lookup.findStatic(api, "begin", MethodType.methodType(int.class, String.class));
            current = lookup.findStatic(api, "current", MethodType.methodType(int.class));
            attach = lookup.findStatic(api, "attach", MethodType.methodType(int.class, int.class));
            fromWire = lookup.findStatic(api, "fromWire", MethodType.methodType(int.class, String.class));
            typeName = lookup.findStatic(api, "typeName",
                    MethodType.methodType(String.class, String.class, String.class));
            trusts = lookup.findStatic(api, "trustsBaggage", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException | LinkageError | SecurityException e) { // none, or not for this one
        }
        AVAILABLE = trusts != null;
        BEGIN = begin;
        CURRENT = current;
        SWITCH = attach;
        FROM_WIRE = fromWire;
        TYPE_NAME = typeName;
        TRUSTS_BAGGAGE = trusts;
    }

    private static final AtomicBoolean FAILED = new AtomicBoolean();

    private Transactions() {}

    /** The request must go on, without a transaction. */
    private static int failed(Throwable e) {
        if (FAILED.compareAndSet(false, true))
            System.err.println("whodunit: the agent's API failed, requests may lack their transaction: " + e);
        return 0;
    }

    /** Begins a transaction; the result is the previous context, for {@link #attach}. */
    static int begin(String type) {
        try {
            return (int) BEGIN.invokeExact(type);
        } catch (Throwable e) {
            return failed(e);
        }
    }

    static int current() {
        try {
            return (int) CURRENT.invokeExact();
        } catch (Throwable e) {
            return failed(e);
        }
    }

    /** Makes the context this thread's; the result is the previous one. */
    static int attach(int context) {
        try {
            return (int) SWITCH.invokeExact(context);
        } catch (Throwable e) {
            return failed(e);
        }
    }

    /** Whether contexts that arrive in requests' baggage are taken over. */
    static boolean trustsBaggage() {
        try {
            return (boolean) TRUSTS_BAGGAGE.invokeExact();
        } catch (Throwable e) {
            failed(e);
            return false;
        }
    }

    /** The context that arrived in wire form, 0 if it is malformed. */
    static int fromWire(String wire) {
        try {
            return (int) FROM_WIRE.invokeExact(wire);
        } catch (Throwable e) {
            return failed(e);
        }
    }

    /** What to call a transaction that the owner, one of this JVM's applications, calls by this name. */
    static String typeName(String owner, String name) {
        try {
            return (String) TYPE_NAME.invokeExact(owner, name);
        } catch (Throwable e) {
            failed(e);
            return name;
        }
    }
}
