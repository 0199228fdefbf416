// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The first names of a kind of which others make up any number. */
public final class BoundedNames {
    private static final int LIMIT = 256;

    private final Set<String> names = ConcurrentHashMap.newKeySet();

    /** Whether it is one of them; it becomes one while there are few. */
    public boolean admit(String name) {
        return names.contains(name) || names.size() < LIMIT && names.add(name);
    }
}
