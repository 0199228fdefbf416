// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.ConcurrentHashMap;

/** Transaction types, as they are named and begun in this JVM. Begun before, one is looked up without JNI. */
public final class Types {
    /** A program that makes up names without end must not fill the memory: the rest is looked up each time. */
    private static final int LIMIT = 10_000;

    private static final ConcurrentHashMap<String, Integer> UNDER_ROOT = new ConcurrentHashMap<>();

    private static final TypeNames NAMES = new TypeNames();

    private Types() {}

    /** The type for what the owner calls by this name; see {@link TypeNames}. */
    public static String name(String owner, String name) {
        return NAMES.of(owner, name);
    }

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
