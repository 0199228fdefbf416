// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.transaction;

import java.sql.SQLException;
import whodunit.tpcc.data.Draw;

/** Clause 2.7: the oldest new order of each district is delivered, all in one transaction. */
final class Delivery implements Transaction {
    private final int warehouse, carrier;

    Delivery(Draw draw, Terminal at) {
        warehouse = at.warehouse();
        carrier = draw.between(1, 10);
    }

    @Override
    public void run(Session s) throws SQLException {
        for (int district = 1; district <= Draw.DISTRICTS; district++)
            deliver(s, district);
        s.commit();
    }

    private void deliver(Session s, int district) throws SQLException {
        Integer order = s.row(r -> r.getInt(1), "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ? "
                + "ORDER BY no_o_id LIMIT 1 FOR UPDATE", warehouse, district);
        if (order == null)
            return; // all are delivered
        s.change("DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?", warehouse, district,
                order);
        int customer = s.row(r -> r.getInt(1), "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? "
                + "AND o_id = ?", warehouse, district, order);
        s.change("UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?", carrier,
                warehouse, district, order);
        s.change("UPDATE order_line SET ol_delivery_d = NOW() WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
                warehouse, district, order);
        double amount = s.row(r -> r.getDouble(1), "SELECT SUM(ol_amount) FROM order_line WHERE ol_w_id = ? "
                + "AND ol_d_id = ? AND ol_o_id = ?", warehouse, district, order);
        s.change("UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1 "
                + "WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?", amount, warehouse, district, customer);
    }
}
