// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

/** Interfaces of other people's classes, which may be there in several copies. */
final class Interfaces {
    private Interfaces() {}

    /** The one of this name, of the class or one above it; null if it has none. */
    static Class<?> named(Class<?> type, String name) {
        for (Class<?> t = type; t != null; t = t.getSuperclass())
            for (Class<?> i : t.getInterfaces()) {
                Class<?> found = i.getName().equals(name) ? i : named(i, name);
                if (found != null)
                    return found;
            }
        return null;
    }
}
