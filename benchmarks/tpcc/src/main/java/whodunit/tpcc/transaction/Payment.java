// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.transaction;

import java.sql.SQLException;
import whodunit.tpcc.data.Draw;

/** Clause 2.5: a customer pays; 15 of a hundred are another warehouse's. */
final class Payment implements Transaction {
    private static final int HOME_PERCENT = 85, DATA = 500;

    private record Account(boolean badCredit, String data) {}

    private final int warehouse, district;
    private final Buyer buyer;
    private final double amount;

    Payment(Draw draw, Terminal at) {
        warehouse = at.warehouse();
        district = draw.between(1, Draw.DISTRICTS);
        buyer = draw.percent(HOME_PERCENT) ? Buyer.draw(draw, warehouse, district)
                : Buyer.draw(draw, draw.another(warehouse, at.warehouses()), draw.between(1, Draw.DISTRICTS));
        amount = draw.money(100, 500_000);
    }

    @Override
    public void run(Session s) throws SQLException {
        s.change("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?", amount, warehouse);
        String warehouseName = s.row(r -> r.getString(1),
                "SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse WHERE w_id = ?",
                warehouse);
        s.change("UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?", amount, warehouse, district);
        String districtName = s.row(r -> r.getString(1), "SELECT d_name, d_street_1, d_street_2, d_city, d_state, "
                + "d_zip FROM district WHERE d_w_id = ? AND d_id = ?", warehouse, district);
        int customer = buyer.find(s);
        Account account = s.row(r -> new Account(r.getString(1).equals("BC"), r.getString(2)),
                "SELECT c_credit, c_data, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, "
                        + "c_phone, c_since, c_credit_lim, c_discount, c_balance FROM customer "
                        + "WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE",
                buyer.warehouse(), buyer.district(), customer);
        s.change("UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?, "
                + "c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?", amount, amount,
                buyer.warehouse(), buyer.district(), customer);
        if (account.badCredit) {
            String data = customer + " " + buyer.district() + " " + buyer.warehouse() + " " + district + " "
                    + warehouse + " " + amount + "|" + account.data;
            s.change("UPDATE customer SET c_data = ? WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                    data.substring(0, Math.min(DATA, data.length())), buyer.warehouse(), buyer.district(), customer);
        }
        s.change("INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) "
                + "VALUES (?, ?, ?, ?, ?, NOW(), ?, ?)", customer, buyer.district(), buyer.warehouse(), district,
                warehouse, amount, warehouseName + "    " + districtName);
        s.commit();
    }
}
