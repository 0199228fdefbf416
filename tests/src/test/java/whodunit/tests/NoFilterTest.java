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
    @TempDir
    Path directory;

    @Test
    void transactionsAreNamedByTheirCallPath() throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                WebTier web = WebTier.start(directory, Whodunit.record(recording, "web"), Path.of(System.getProperty("java.home")), false, db.url())) {
            web.load(10);
            web.server.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        long small = report.samples("whodunit.tests.app.Query$Small.doGet", "db");
        long big = report.samples("whodunit.tests.app.Query$Big.doGet", "db");
        assertThat(small).isPositive();
        assertThat((double) big / small).isBetween(2.5, 6.0);
    }
}
