// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.view;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import whodunit.profile.Selection;

/** The page's selection as it travels: {@code type=…&type=…&tier=…&from=…&to=…}, times in milliseconds since 1970. */
final class SelectionQuery {
    private SelectionQuery() {}

    /**
     * Reads a query.
     *
     * @param query undecoded; null: everything is selected
     * @throws IllegalArgumentException if it is none
     */
    static Selection parse(String query) {
        Set<String> types = new HashSet<>(), tiers = new HashSet<>();
        long from = Long.MIN_VALUE, to = Long.MAX_VALUE;
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
            String[] parts = pair.split("=", 2);
            String value = parts.length == 2 ? URLDecoder.decode(parts[1], StandardCharsets.UTF_8) : "";
            switch (parts[0]) {
                case "type" -> types.add(value);
                case "tier" -> tiers.add(value);
                case "from" -> from = nanos(value);
                case "to" -> to = nanos(value);
                default -> throw new IllegalArgumentException("unknown parameter " + parts[0]);
            }
        }
        return new Selection(types, tiers, from, to);
    }

    private static long nanos(String millis) {
        return Math.round(Double.parseDouble(millis) * 1000) * 1000;
    }
}
