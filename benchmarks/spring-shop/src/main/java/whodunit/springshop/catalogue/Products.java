// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.catalogue;

import java.util.List;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** The database's tables. */
@Repository
class Products {
    private static final int SHOWN = 10;

    private final JdbcTemplate database;

    Products(JdbcTemplate database) {
        this.database = database;
    }

    private List<Product> products(String sql, Object... values) {
        return database.query(sql, new DataClassRowMapper<>(Product.class), values);
    }

    List<Product> newest() {
        return products("SELECT id, name, price FROM product ORDER BY id DESC LIMIT ?", SHOWN);
    }

    List<Product> byId(int id) {
        return products("SELECT id, name, price FROM product WHERE id = ?", id);
    }

    List<Product> byWord(String word) {
        return products("SELECT id, name, price FROM product WHERE name LIKE ? ORDER BY price LIMIT ?",
                "%" + word + "%", SHOWN);
    }

    /** What those have bought who have bought this. */
    List<Product> boughtWith(int id) {
        return products("""
                SELECT p.id, p.name, p.price FROM sale mine JOIN sale other ON other.customer_id = mine.customer_id
                JOIN product p ON p.id = other.product_id
                WHERE mine.product_id = ? AND other.product_id <> mine.product_id
                GROUP BY p.id, p.name, p.price ORDER BY SUM(other.quantity) DESC, p.id LIMIT ?""", id, SHOWN);
    }

    List<Sale> sales(int customer) {
        return database.query("""
                SELECT customer_id, product_id, quantity FROM sale WHERE customer_id = ? ORDER BY id DESC LIMIT ?""",
                new DataClassRowMapper<>(Sale.class), customer, SHOWN);
    }

    void add(Sale sale) {
        database.update("INSERT INTO sale (customer_id, product_id, quantity) VALUES (?, ?, ?)", sale.customerId(),
                sale.productId(), sale.quantity());
    }
}
