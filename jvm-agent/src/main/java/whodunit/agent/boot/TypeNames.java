// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.ConcurrentHashMap;

/** Who has a name of a transaction type to himself; see {@link whodunit.agent.api.Whodunit#typeName}. */
final class TypeNames {
    /** A program that makes up names without end must not fill the memory: the rest shows its owner. */
    static final int LIMIT = 10_000;

    private final ConcurrentHashMap<String, String> owners = new ConcurrentHashMap<>();

    String of(String owner, String name) {
        String first = owners.size() < LIMIT ? owners.putIfAbsent(name, owner) : owners.getOrDefault(name, "");
        return first == null || first.equals(owner) ? name : name + " (" + owner + ")";
    }
}
