// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.run;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import whodunit.harness.MariaDbInstance;
import whodunit.harness.ServerProcess;
import whodunit.springshop.load.Scale;

/** A private MariaDB with the shop's tables, which are filled before it is recorded. */
final class ShopDatabase implements AutoCloseable {
    private final ServerProcess server;
    private final int port;

    private ShopDatabase(ServerProcess server, int port) {
        this.server = server;
        this.port = port;
    }

    /** @param prefix a command to run it under, may be empty */
    static ShopDatabase start(Path run, Scale scale, List<String> prefix)
            throws IOException, InterruptedException, SQLException {
        Path data = run.resolve("mariadb-data");
        MariaDbInstance.install(data);
        try (ShopDatabase filling = open(run, data, List.of());
                Connection c = DriverManager.getConnection(filling.url("")); Statement s = c.createStatement()) {
            fill(s, scale);
        }
        return open(run, data, prefix);
    }

    private static ShopDatabase open(Path run, Path data, List<String> prefix)
            throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(MariaDbInstance.command(data, port, "--innodb-flush-log-at-trx-commit=2"));
        ShopDatabase database = new ShopDatabase(
                ServerProcess.start("mariadbd", command, Map.of(), run, run.resolve("mariadb.log")), port);
        try {
            database.server.await(() -> MariaDbInstance.answers(data, port), 60);
            return database;
        } catch (IOException | InterruptedException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** The same in every run: what is multiplied by a prime is spread. */
    private static void fill(Statement s, Scale scale) throws SQLException {
        s.execute("CREATE DATABASE shop");
        s.execute("USE shop");
        s.execute("CREATE TABLE product (id INT PRIMARY KEY, name VARCHAR(60) NOT NULL, price INT NOT NULL)");
        s.execute("CREATE TABLE sale (id INT PRIMARY KEY AUTO_INCREMENT, customer_id INT NOT NULL, "
                + "product_id INT NOT NULL, quantity INT NOT NULL, INDEX (customer_id), INDEX (product_id))");
        s.execute("INSERT INTO product SELECT seq, CONCAT(ELT(1 + seq * 7919 % 5, 'red', 'green', 'blue', 'small', "
                + "'large'), ' ', ELT(1 + seq * 104729 % 4, 'chair', 'table', 'lamp', 'shelf'), ' ', seq), "
                + "500 + seq * 7919 % 20000 FROM seq_1_to_" + scale.products());
        s.execute("INSERT INTO sale (customer_id, product_id, quantity) SELECT 1 + seq * 7919 % " + scale.customers()
                + ", 1 + seq * 7919 DIV 13 % " + scale.products() + ", 1 + seq % 3 FROM seq_1_to_"
                + scale.sales());
        s.execute("ANALYZE TABLE product, sale");
    }

    String url() {
        return url("shop");
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root";
    }

    @Override
    public void close() {
        server.close();
    }
}
