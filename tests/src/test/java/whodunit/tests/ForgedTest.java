// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/**
 * Synopses that nobody of ours has sent. The server's answers must not change, and the report must not believe them.
 */
class ForgedTest {
    private static final String WORK = "SELECT BENCHMARK(300000, MD5('whodunit'))";
    private static final List<String> MALFORMED = List.of("", "x", "0123456789abcdef", "0123456789abcdef-0000000g",
            "0123456789abcdef-000000070", "0123456789abcdef-00000007".repeat(300), "%00%00%00", "\\'-\\'");

    @TempDir
    Path directory;

    @Test
    void malformedOnesAreCountedAndWellFormedOnesOfNobodyAreUnknown() throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                Connection c = DriverManager.getConnection(db.url()); Statement s = c.createStatement()) {
            for (String value : MALFORMED)
                answersZero(s, "/*whodunit='" + value + "'*/ " + WORK);
            answersZero(s, "/*whodunit='fedcba9876543210-00000007'*/ " + WORK);
            answersZero(s, "/*whodunit=' " + WORK.replace("SELECT", "*/ SELECT"));
            answersZero(s, WORK);
            c.close();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Map<String, Long> reasons = report.unattributed("db");
        assertThat(report.health("db", "wire.malformed")).isGreaterThanOrEqualTo(MALFORMED.size());
        assertThat(reasons.get("unknown upstream process fedcba9876543210")).isPositive();
        // eight malformed ones, an unfinished one and a bare one, against the one that looks right
        assertThat(reasons.get("statement without synopsis"))
                .isGreaterThan(5 * reasons.get("unknown upstream process fedcba9876543210"));
        assertThat(report.json().getAsJsonArray("transactions")).isEmpty();
    }

    private static void answersZero(Statement s, String sql) throws Exception {
        try (ResultSet r = s.executeQuery(sql)) {
            assertThat(r.next()).isTrue();
            assertThat(r.getInt(1)).isZero();
            assertThat(r.next()).isFalse();
        }
    }
}
