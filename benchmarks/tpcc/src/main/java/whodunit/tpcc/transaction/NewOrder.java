// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.transaction;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import whodunit.tpcc.data.Draw;

/** Clause 2.4: a customer orders 5 to 15 items. One of a hundred asks for an item that there is not, and is undone. */
final class NewOrder implements Transaction {
    private static final int ROLLED_BACK_PERCENT = 1, REMOTE_PERCENT = 1;

    private record Line(int item, int supplier, int quantity) {}

    private record Stock(int quantity, String district) {}

    private final int warehouse, district, customer;
    private final List<Line> lines = new ArrayList<>();

    NewOrder(Draw draw, Terminal at) {
        warehouse = at.warehouse();
        district = draw.between(1, Draw.DISTRICTS);
        customer = draw.customer();
        int count = draw.between(5, 15);
        for (int i = 0; i < count; i++)
            lines.add(new Line(draw.item(), draw.percent(REMOTE_PERCENT) ? draw.another(warehouse, at.warehouses())
                    : warehouse, draw.between(1, 10)));
        // in one order everywhere: two orders of the same items would wait for each other
        lines.sort(Comparator.comparingInt(Line::supplier).thenComparingInt(Line::item));
        if (draw.percent(ROLLED_BACK_PERCENT))
            lines.add(new Line(Draw.ITEMS + 1, warehouse, 1));
    }

    @Override
    public void run(Session s) throws SQLException {
        double warehouseTax = s.row(r -> r.getDouble(1), "SELECT w_tax FROM warehouse WHERE w_id = ?", warehouse);
        double discount = s.row(r -> r.getDouble(1),
                "SELECT c_discount, c_last, c_credit FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                warehouse, district, customer);
        double[] next = s.row(r -> new double[] {r.getInt(1), r.getDouble(2)},
                "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE", warehouse,
                district);
        int order = (int) next[0];
        s.change("UPDATE district SET d_next_o_id = ? WHERE d_w_id = ? AND d_id = ?", order + 1, warehouse, district);
        boolean local = lines.stream().allMatch(l -> l.supplier == warehouse);
        s.change("INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local) "
                + "VALUES (?, ?, ?, ?, NOW(), ?, ?)", order, district, warehouse, customer, lines.size(),
                local ? 1 : 0);
        s.change("INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (?, ?, ?)", order, district, warehouse);
        double rate = (1 - discount) * (1 + warehouseTax + next[1]);
        int number = 0;
        for (Line line : lines)
            if (!add(s, order, ++number, line, rate)) {
                s.rollback();
                return;
            }
        s.commit();
    }

    /** @return false if there is no such item */
    private boolean add(Session s, int order, int number, Line line, double rate) throws SQLException {
        Double price = s.row(r -> r.getDouble(1), "SELECT i_price, i_name, i_data FROM item WHERE i_id = ?",
                line.item);
        if (price == null)
            return false;
        Stock stock = s.row(r -> new Stock(r.getInt(1), r.getString(2)), String.format(
                "SELECT s_quantity, s_dist_%02d, s_data FROM stock WHERE s_w_id = ? AND s_i_id = ? FOR UPDATE",
                district), line.supplier, line.item);
        int left = stock.quantity - line.quantity;
        s.change("UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, "
                + "s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?", left >= 10 ? left : left + 91,
                line.quantity, line.supplier == warehouse ? 0 : 1, line.supplier, line.item);
        s.change("INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, "
                + "ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", order, district, warehouse, number,
                line.item, line.supplier, line.quantity, Math.round(line.quantity * price * rate * 100) / 100.0,
                stock.district);
        return true;
    }
}
