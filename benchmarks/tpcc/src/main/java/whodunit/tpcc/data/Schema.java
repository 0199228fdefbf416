// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.data;

import java.util.List;

/** The nine tables of clause 1.3, in InnoDB. */
final class Schema {
    private static final String ADDRESS = "%1$s_street_1 VARCHAR(20), %1$s_street_2 VARCHAR(20), %1$s_city VARCHAR(20),"
            + " %1$s_state CHAR(2), %1$s_zip CHAR(9)";

    private Schema() {}

    static List<String> statements() {
        return List.of(
                table("warehouse", "w_id SMALLINT PRIMARY KEY, w_name VARCHAR(10), " + ADDRESS.formatted("w")
                        + ", w_tax DECIMAL(4,4), w_ytd DECIMAL(12,2)"),
                table("district", "d_id TINYINT, d_w_id SMALLINT, d_name VARCHAR(10), " + ADDRESS.formatted("d")
                        + ", d_tax DECIMAL(4,4), d_ytd DECIMAL(12,2), d_next_o_id INT, PRIMARY KEY (d_w_id, d_id)"),
                table("customer", "c_id INT, c_d_id TINYINT, c_w_id SMALLINT, c_first VARCHAR(16), c_middle CHAR(2), "
                        + "c_last VARCHAR(16), " + ADDRESS.formatted("c") + ", c_phone CHAR(16), c_since DATETIME, "
                        + "c_credit CHAR(2), c_credit_lim DECIMAL(12,2), c_discount DECIMAL(4,4), "
                        + "c_balance DECIMAL(12,2), c_ytd_payment DECIMAL(12,2), c_payment_cnt SMALLINT, "
                        + "c_delivery_cnt SMALLINT, c_data VARCHAR(500), PRIMARY KEY (c_w_id, c_d_id, c_id), "
                        + "KEY c_name (c_w_id, c_d_id, c_last, c_first)"),
                table("history", "h_c_id INT, h_c_d_id TINYINT, h_c_w_id SMALLINT, h_d_id TINYINT, h_w_id SMALLINT, "
                        + "h_date DATETIME, h_amount DECIMAL(6,2), h_data VARCHAR(24)"),
                table("new_order", "no_o_id INT, no_d_id TINYINT, no_w_id SMALLINT, "
                        + "PRIMARY KEY (no_w_id, no_d_id, no_o_id)"),
                table("orders", "o_id INT, o_d_id TINYINT, o_w_id SMALLINT, o_c_id INT, o_entry_d DATETIME, "
                        + "o_carrier_id TINYINT, o_ol_cnt TINYINT, o_all_local TINYINT, "
                        + "PRIMARY KEY (o_w_id, o_d_id, o_id), KEY o_customer (o_w_id, o_d_id, o_c_id, o_id)"),
                table("order_line", "ol_o_id INT, ol_d_id TINYINT, ol_w_id SMALLINT, ol_number TINYINT, ol_i_id INT, "
                        + "ol_supply_w_id SMALLINT, ol_delivery_d DATETIME, ol_quantity TINYINT, "
                        + "ol_amount DECIMAL(6,2), ol_dist_info CHAR(24), "
                        + "PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)"),
                table("item", "i_id INT PRIMARY KEY, i_im_id INT, i_name VARCHAR(24), i_price DECIMAL(5,2), "
                        + "i_data VARCHAR(50)"),
                table("stock", "s_i_id INT, s_w_id SMALLINT, s_quantity SMALLINT, " + districts()
                        + "s_ytd DECIMAL(8,0), s_order_cnt SMALLINT, s_remote_cnt SMALLINT, s_data VARCHAR(50), "
                        + "PRIMARY KEY (s_w_id, s_i_id)"));
    }

    private static String districts() {
        StringBuilder columns = new StringBuilder();
        for (int d = 1; d <= Draw.DISTRICTS; d++)
            columns.append(String.format("s_dist_%02d CHAR(24), ", d));
        return columns.toString();
    }

    private static String table(String name, String columns) {
        return "CREATE TABLE " + name + " (" + columns + ") ENGINE=InnoDB";
    }
}
