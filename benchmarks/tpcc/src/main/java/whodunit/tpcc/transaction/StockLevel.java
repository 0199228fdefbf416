// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.transaction;

import java.sql.SQLException;
import whodunit.tpcc.data.Draw;

/** Clause 2.8: how many of the items of a district's last 20 orders are low in stock. */
final class StockLevel implements Transaction {
    private static final int ORDERS = 20;

    private final Terminal at;
    private final int threshold;

    StockLevel(Draw draw, Terminal at) {
        this.at = at;
        threshold = draw.between(10, 20);
    }

    @Override
    public void run(Session s) throws SQLException {
        int next = s.row(r -> r.getInt(1), "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?",
                at.warehouse(), at.district());
        s.row(r -> r.getInt(1), "SELECT COUNT(DISTINCT s_i_id) FROM order_line JOIN stock ON s_w_id = ol_w_id "
                + "AND s_i_id = ol_i_id WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND ol_o_id < ? "
                + "AND s_quantity < ?", at.warehouse(), at.district(), next - ORDERS, next, threshold);
        s.commit();
    }
}
