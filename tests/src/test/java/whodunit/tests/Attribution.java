// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Of an application in which each transaction type has methods of its own. */
final class Attribution {
    private Attribution() {}

    static void areCounted(Report report, long requests, List<String> types) {
        for (String type : types)
            assertThat(report.requests(type)).as(type).isEqualTo(requests);
    }

    /** What the front end's {@code GET /next} asks the other one for is the front end's, and no type of its own. */
    static void isTheFrontEnds(Path recording, JavaApp front, JavaApp back, int requests, String asked)
            throws Exception {
        front.load(requests, "GET", "/next");
        front.server.terminate();
        back.server.terminate();
        Report report = new Report(Whodunit.report(recording));
        areCounted(report, requests, List.of("GET /next"));
        assertThat(report.types()).doesNotContain(asked);
        assertThat(report.samples("GET /next", "back")).isPositive();
    }

    /** Each method has samples, and all of them are below its type. */
    static void areBelow(List<String> stacks, Map<String, String> methodsToTypes) {
        methodsToTypes.forEach((method, type) -> assertThat(stacks).filteredOn(line -> line.contains(method)).as(method)
                .isNotEmpty().allMatch(line -> line.startsWith(type + ";")));
    }
}
