// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.ConcurrentHashMap;

/** Transaction types that were begun before: a look-up instead of a call through JNI. */
public final class Types {
    /** A program that makes up names without end must not fill the memory: the rest is looked up each time. */
    private static final int LIMIT = 10_000;

    private static final ConcurrentHashMap<String, Integer> UNDER_ROOT = new ConcurrentHashMap<>();

    private Types() {}

    /** The context (parent, type); see {@link Native#transaction}. */
    public static int context(int current, String type) {
        if (current != 0)
            return Native.transaction(current, type);
        Integer known = UNDER_ROOT.get(type);
        if (known != null)
            return known;
        int context = Native.transaction(0, type);
        if (UNDER_ROOT.size() < LIMIT)
            UNDER_ROOT.put(type, context);
        return context;
    }
}
