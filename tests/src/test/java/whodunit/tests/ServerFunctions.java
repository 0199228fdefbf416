// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Samples of a database server in functions that few types of transactions call. */
final class ServerFunctions {
    /** The one that two types call. */
    static final String SHARED = "numeric_sqrt";

    private ServerFunctions() {}

    /**
     * @param stacks end-to-end, "type;frame;…;frame samples"
     * @param own    those that one type calls
     * @return samples by function, one's own or shared, and by type
     */
    static Map<String, Map<String, Long>> samples(List<String> stacks, Collection<String> own) {
        Map<String, Map<String, Long>> found = new HashMap<>();
        for (String line : stacks) {
            int count = line.lastIndexOf(' ');
            List<String> frames = List.of(line.substring(0, count).split(";"));
            for (String function : frames.subList(1, frames.size()))
                if (own.contains(function) || function.equals(SHARED))
                    found.computeIfAbsent(function, f -> new HashMap<>()).merge(frames.get(0),
                            Long.parseLong(line.substring(count + 1)), Long::sum);
        }
        return found;
    }
}
