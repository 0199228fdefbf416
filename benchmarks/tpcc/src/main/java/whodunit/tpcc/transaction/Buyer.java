// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.transaction;

import java.sql.SQLException;
import java.util.List;
import whodunit.tpcc.data.Draw;

/** A customer, who is known by last name six times of ten, else by number. */
record Buyer(int warehouse, int district, String lastName, int number) {
    private static final int BY_NAME_PERCENT = 60;

    static Buyer draw(Draw draw, int warehouse, int district) {
        return draw.percent(BY_NAME_PERCENT) ? new Buyer(warehouse, district, draw.lastName(), 0)
                : new Buyer(warehouse, district, null, draw.customer());
    }

    /** The customer's number; of several with that name it is the one in the middle, by first name. */
    int find(Session s) throws SQLException {
        if (lastName == null)
            return number;
        List<Integer> all = s.rows(r -> r.getInt(1),
                "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first", warehouse,
                district, lastName);
        return all.get((all.size() - 1) / 2);
    }
}
