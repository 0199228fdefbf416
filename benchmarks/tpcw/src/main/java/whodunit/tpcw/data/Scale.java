// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.data;

import java.util.Map;
import java.util.TreeMap;

/**
 * How large the database is, and which engines hold it. Cardinalities follow the specification: 2880 customers for
 * each emulated browser that the scale is made for, 0.9 orders per customer, about 3 lines per order, an author for 4
 * items.
 *
 * @param engines table name to storage engine, for those that are not InnoDB
 */
public record Scale(int items, int customers, Map<String, String> engines) {
    public static Scale of(int items, int browsers, Map<String, String> engines) {
        return new Scale(items, 2880 * browsers, engines);
    }

    public int authors() {
        return Math.max(1, items / 4);
    }

    public int orders() {
        return customers * 9 / 10;
    }

    public String engine(String table) {
        return engines.getOrDefault(table, "InnoDB");
    }

    /** Names a data directory of this scale, as {@link Population#VERSION} fills it. */
    public String key() {
        return "tpcw" + Population.VERSION + "-" + items + "-" + customers + "-"
                + new TreeMap<>(engines).toString().replaceAll("[^A-Za-z]+", "");
    }
}
