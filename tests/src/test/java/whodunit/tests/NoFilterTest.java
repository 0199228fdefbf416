// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.WebTier;
import whodunit.tests.run.Whodunit;

/** Without the filter: the agent names requests by their servlets; if it is not to, their call paths name them. */
class NoFilterTest {
    /** So many that the standard error of the ratio is below a quarter of what is allowed. */
    private static final int ROUNDS = 10;

    @TempDir
    Path directory;

    @Test
    void theAgentAloneNamesAndCountsRequests() throws Exception {
        Report report = report(List.of());
        for (String type : WebTier.TYPES)
            assertThat(report.requests(type)).as(type).isEqualTo(2 * ROUNDS);
        compare(report, "Small", "Big");
    }

    @Test
    void transactionsAreNamedByTheirCallPath() throws Exception {
        compare(report(List.of("env", "WHODUNIT_REQUESTS=off")), "whodunit.tests.app.Query$Small.doGet",
                "whodunit.tests.app.Query$Big.doGet");
    }

    /** Where the servlet's class is none of the application's, the next method names its requests. */
    @Test
    void whatIsTheApplicationsIsSaidWhereItIsRecordedOrReported() throws Exception {
        String small = "whodunit.tests.app.Query$Small", big = "whodunit.tests.app.Query$Big",
                next = "whodunit.tests.app.Query.run";
        Report recorded = report(List.of("env", "WHODUNIT_REQUESTS=off", "WHODUNIT_APP=!" + small));
        assertThat(recorded.types()).contains(next, big + ".doGet").doesNotContain(small + ".doGet");
        Report reported = new Report(Whodunit.report(directory.resolve("rec"), Map.of("--app", "!" + big)));
        assertThat(reported.types()).contains(next, small + ".doGet").doesNotContain(big + ".doGet");
    }

    private Report report(List<String> prefix) throws Exception {
        Path recording = directory.resolve("rec");
        List<String> web = new ArrayList<>(prefix);
        web.addAll(Whodunit.record(recording, "web"));
        try (MariaDb db = MariaDb.start(directory,
                Whodunit.recordFinely(recording, "db"));
                WebTier tier = WebTier.start(directory, web, Path.of(System.getProperty("java.home")), false,
                        db.url())) {
            tier.load(ROUNDS);
            tier.server.terminate();
            db.server.terminate();
        }
        return new Report(Whodunit.report(recording));
    }

    private static void compare(Report report, String smallType, String bigType) {
        long small = report.samples(smallType, "db"), big = report.samples(bigType, "db");
        assertThat(small).isPositive();
        System.out.printf("no filter: %d and %d samples%n", small, big);
        assertThat((double) big / small).isBetween(3.0, 5.0);
    }
}
