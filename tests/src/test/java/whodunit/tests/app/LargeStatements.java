// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** Sends statements of all lengths that are some bytes below a limit, and prints how many were answered. */
public final class LargeStatements {
    private static final String BEGIN = "SELECT LENGTH('", END = "')";

    private LargeStatements() {}

    /** @param args URL; the longest statement's length; how many lengths */
    public static void main(String[] args) throws Exception {
        int longest = Integer.parseInt(args[1]), lengths = Integer.parseInt(args[2]);
        try (Connection c = DriverManager.getConnection(args[0]); Statement s = c.createStatement()) {
            for (int length = longest - lengths + 1; length <= longest; length++) {
                int text = length - BEGIN.length() - END.length();
                try (ResultSet r = s.executeQuery(BEGIN + "x".repeat(text) + END)) {
                    r.next();
                    if (r.getInt(1) != text)
                        throw new IllegalStateException("wrong answer for " + length);
                }
            }
        }
        System.out.println(lengths);
    }
}
