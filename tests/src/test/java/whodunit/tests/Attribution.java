// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

/** Of an application in which each transaction type has methods of its own. */
final class Attribution {
    private Attribution() {}

    static void areCounted(Report report, long requests, List<String> types) {
        for (String type : types)
            assertThat(report.requests(type)).as(type).isEqualTo(requests);
    }

    /** Each method has samples, and all of them are below its type. */
    static void areBelow(List<String> stacks, Map<String, String> methodsToTypes) {
        methodsToTypes.forEach((method, type) -> assertThat(stacks).filteredOn(line -> line.contains(method)).as(method)
                .isNotEmpty().allMatch(line -> line.startsWith(type + ";")));
    }
}
