package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.WebTier;
import whodunit.tests.run.Whodunit;

/** The agent alone: nothing names transactions, so their call paths do. */
class NoFilterTest {
    /** So many that the standard error of the ratio is below a quarter of what is allowed. */
    private static final int ROUNDS = 30;

    @TempDir
    Path directory;

    @Test
    void transactionsAreNamedByTheirCallPath() throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                WebTier web = WebTier.start(directory, Whodunit.record(recording, "web"),
                        Path.of(System.getProperty("java.home")), false, db.url())) {
            web.load(ROUNDS);
            web.server.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        long small = report.samples("whodunit.tests.app.Query$Small.doGet", "db");
        long big = report.samples("whodunit.tests.app.Query$Big.doGet", "db");
        assertThat(small).isPositive();
        System.out.printf("no filter: %d and %d samples%n", small, big);
        assertThat((double) big / small).isBetween(3.0, 5.0);
    }
}
