// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Routes of one application whose requests say themselves what is to be done, and what they said. */
final class Operations {
    /** Names are the clients'. */
    private static final int LIMIT = 256;
    private static final String OTHER = " (other operation)";

    private final Set<String> routes = ConcurrentHashMap.newKeySet();
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    /** Whether requests on the route were seen to have operations. */
    boolean areOn(String route) {
        return routes.contains(route);
    }

    void add(String route) {
        routes.add(route);
    }

    /** What requests on the route with this operation are called. */
    String name(String route, String operation) {
        String name = route + " " + operation;
        if (!names.contains(name) && names.size() >= LIMIT)
            return route + OTHER;
        names.add(name);
        return name;
    }
}
