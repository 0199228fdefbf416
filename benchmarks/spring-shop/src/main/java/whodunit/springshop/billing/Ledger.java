// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.billing;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import whodunit.springshop.catalogue.Sale;

/** The database's tables. */
@Repository
class Ledger {
    private final JdbcTemplate database;

    Ledger(JdbcTemplate database) {
        this.database = database;
    }

    void add(Sale sale) {
        database.update("INSERT INTO sale (customer_id, product_id, quantity) VALUES (?, ?, ?)", sale.customerId(),
                sale.productId(), sale.quantity());
    }

    /** Notes what those bought for the most money who have bought this. */
    void recommend(Sale sale) {
        List<Integer> best = database.queryForList("""
                SELECT p.id FROM sale mine JOIN sale other ON other.customer_id = mine.customer_id
                JOIN product p ON p.id = other.product_id
                WHERE mine.product_id = ? AND other.product_id <> mine.product_id
                GROUP BY p.id ORDER BY SUM(other.quantity * p.price) DESC, p.id LIMIT 1""", Integer.class,
                sale.productId());
        for (int product : best)
            database.update("INSERT INTO recommendation (customer_id, product_id) VALUES (?, ?)", sale.customerId(),
                    product);
    }
}
