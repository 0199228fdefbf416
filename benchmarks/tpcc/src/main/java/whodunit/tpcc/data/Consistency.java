// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.data;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The conditions 1 to 4 of clause 3.3.2, which hold after any number of transactions. */
public final class Consistency {
    /** What is to hold, to a query for the warehouses, or districts, where it does not. */
    private static final Map<String, String> CONDITIONS = new LinkedHashMap<>();

    static {
        CONDITIONS.put("1: a warehouse has earned what its districts have",
                "SELECT w_id, 0 FROM warehouse JOIN district ON d_w_id = w_id GROUP BY w_id, w_ytd "
                        + "HAVING w_ytd <> SUM(d_ytd)");
        CONDITIONS.put("2: a district's next order follows the last one",
                "SELECT d_w_id, d_id FROM district LEFT JOIN (SELECT o_w_id, o_d_id, MAX(o_id) AS last FROM orders "
                        + "GROUP BY o_w_id, o_d_id) o ON o_w_id = d_w_id AND o_d_id = d_id LEFT JOIN (SELECT no_w_id, "
                        + "no_d_id, MAX(no_o_id) AS new FROM new_order GROUP BY no_w_id, no_d_id) n "
                        + "ON no_w_id = d_w_id AND no_d_id = d_id WHERE last IS NULL OR d_next_o_id - 1 <> last "
                        + "OR last <> COALESCE(new, last)");
        CONDITIONS.put("3: new orders have no gaps",
                "SELECT no_w_id, no_d_id FROM new_order GROUP BY no_w_id, no_d_id "
                        + "HAVING MAX(no_o_id) - MIN(no_o_id) + 1 <> COUNT(*)");
        CONDITIONS.put("4: orders have the lines that they say",
                "SELECT o_w_id, o_d_id FROM (SELECT o_w_id, o_d_id, SUM(o_ol_cnt) AS said FROM orders "
                        + "GROUP BY o_w_id, o_d_id) o LEFT JOIN (SELECT ol_w_id, ol_d_id, COUNT(*) AS found "
                        + "FROM order_line GROUP BY ol_w_id, ol_d_id) l ON ol_w_id = o_w_id AND ol_d_id = o_d_id "
                        + "WHERE said <> COALESCE(found, 0)");
    }

    private Consistency() {}

    /** What does not hold, and where; empty if the database is right. */
    public static List<String> violations(Connection c) throws SQLException {
        List<String> violations = new ArrayList<>();
        for (Map.Entry<String, String> condition : CONDITIONS.entrySet())
            try (Statement s = c.createStatement(); ResultSet r = s.executeQuery(condition.getValue())) {
                while (r.next())
                    violations.add("condition " + condition.getKey() + ": not in warehouse " + r.getInt(1)
                            + (r.getInt(2) == 0 ? "" : ", district " + r.getInt(2)));
            }
        return violations;
    }
}
