// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.run;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import whodunit.harness.MariaDbInstance;
import whodunit.harness.MariaDbServer;
import whodunit.springshop.load.Scale;

/** A private MariaDB with the shop's tables, which are filled before it is recorded. */
final class ShopDatabase implements AutoCloseable {
    private static final String NAME = "shop";

    private final MariaDbServer server;

    private ShopDatabase(MariaDbServer server) {
        this.server = server;
    }

    /** @param prefix a command to run it under, may be empty */
    static ShopDatabase start(Path run, Scale scale, List<String> prefix)
            throws IOException, InterruptedException, SQLException {
        Path data = run.resolve("mariadb-data");
        MariaDbInstance.install(data);
        try (MariaDbServer filling = open(run, data, List.of());
                Connection c = DriverManager.getConnection(filling.url("")); Statement s = c.createStatement()) {
            fill(s, scale);
        }
        return new ShopDatabase(open(run, data, prefix));
    }

    private static MariaDbServer open(Path run, Path data, List<String> prefix)
            throws IOException, InterruptedException {
        return MariaDbServer.start(data, run, prefix, "--innodb-flush-log-at-trx-commit=2");
    }

    /** The same in every run: what is multiplied by a prime is spread. */
    private static void fill(Statement s, Scale scale) throws SQLException {
        s.execute("CREATE DATABASE " + NAME);
        s.execute("USE " + NAME);
        s.execute("CREATE TABLE product (id INT PRIMARY KEY, name VARCHAR(60) NOT NULL, price INT NOT NULL)");
        s.execute("CREATE TABLE sale (id INT PRIMARY KEY AUTO_INCREMENT, customer_id INT NOT NULL, "
                + "product_id INT NOT NULL, quantity INT NOT NULL, INDEX (customer_id), INDEX (product_id))");
        s.execute("CREATE TABLE recommendation (id INT PRIMARY KEY AUTO_INCREMENT, customer_id INT NOT NULL, "
                + "product_id INT NOT NULL)");
        s.execute("INSERT INTO product SELECT seq, CONCAT(ELT(1 + seq * 7919 % 5, 'red', 'green', 'blue', 'small', "
                + "'large'), ' ', ELT(1 + seq * 104729 % 4, 'chair', 'table', 'lamp', 'shelf'), ' ', seq), "
                + "500 + seq * 7919 % 20000 FROM seq_1_to_" + scale.products());
        s.execute("INSERT INTO sale (customer_id, product_id, quantity) SELECT 1 + seq * 7919 % " + scale.customers()
                + ", 1 + seq * 7919 DIV 13 % " + scale.products() + ", 1 + seq % 3 FROM seq_1_to_"
                + scale.sales());
        s.execute("ANALYZE TABLE product, sale");
    }

    long pid() {
        return server.process().pid();
    }

    String url() {
        return server.url(NAME);
    }

    @Override
    public void close() {
        server.close();
    }
}
