// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.transaction;

import java.sql.SQLException;
import whodunit.tpcc.data.Draw;

/** Clause 2.6: what has become of a customer's last order. */
final class OrderStatus implements Transaction {
    private final Buyer buyer;

    OrderStatus(Draw draw, Terminal at) {
        buyer = Buyer.draw(draw, at.warehouse(), draw.between(1, Draw.DISTRICTS));
    }

    @Override
    public void run(Session s) throws SQLException {
        int customer = buyer.find(s);
        s.row(r -> r.getDouble(1), "SELECT c_balance, c_first, c_middle, c_last FROM customer "
                + "WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?", buyer.warehouse(), buyer.district(), customer);
        int order = s.row(r -> r.getInt(1), "SELECT o_id, o_entry_d, o_carrier_id FROM orders "
                + "WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1", buyer.warehouse(),
                buyer.district(), customer);
        s.rows(r -> r.getInt(1), "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d "
                + "FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?", buyer.warehouse(),
                buyer.district(), order);
        s.commit();
    }
}
