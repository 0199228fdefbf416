// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** Asks the database of its argument for 41 + 1 and prints the answer. */
public final class OneQuery {
    private OneQuery() {}

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(args[0]); Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT 41 + 1")) {
            r.next();
            System.out.println(r.getInt(1));
        }
    }
}
