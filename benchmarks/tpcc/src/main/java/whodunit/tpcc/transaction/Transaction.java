// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.transaction;

import java.sql.SQLException;
import whodunit.tpcc.data.Draw;

/** One of the specification's five, with values that were drawn: it may be tried again. */
public interface Transaction {
    /** Runs it to its end. */
    void run(Session session) throws SQLException;

    /** The five types, with how many cards of the deck of 23 each has (clause 5.2.4.2). */
    enum Type {
        NEW_ORDER("NewOrder", 10, NewOrder::new), PAYMENT("Payment", 10, Payment::new), ORDER_STATUS("OrderStatus", 1,
                OrderStatus::new), DELIVERY("Delivery", 1,
                        Delivery::new), STOCK_LEVEL("StockLevel", 1, StockLevel::new);

        /** Draws a transaction's values. */
        interface Maker {
            Transaction make(Draw draw, Terminal terminal);
        }

        public final String title;
        public final int cards;
        private final Maker maker;

        Type(String title, int cards, Maker maker) {
            this.title = title;
            this.cards = cards;
            this.maker = maker;
        }

        public Transaction make(Draw draw, Terminal terminal) {
            return maker.make(draw, terminal);
        }
    }

    /**
     * Whose the transaction is.
     *
     * @param warehouse  its home, 1 or more
     * @param district   its own, for StockLevel
     * @param warehouses how many there are
     */
    record Terminal(int warehouse, int district, int warehouses) {}
}
