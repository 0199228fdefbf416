// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import whodunit.agent.boot.BoundedNames;

/** Routes of one application whose requests say themselves what is to be done, and what they said. */
final class Operations {
    private final Set<String> routes = ConcurrentHashMap.newKeySet();
    /** The clients make them up. */
    private final BoundedNames names = new BoundedNames();

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
        return names.admit(name) ? name : route + " (other operation)";
    }
}
