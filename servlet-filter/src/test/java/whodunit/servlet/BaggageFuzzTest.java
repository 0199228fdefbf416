// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any header: our member is found where a plain reading of the form finds it, and cut where it is too long. */
class BaggageFuzzTest {
    private static final String WIRE = "0123456789abcdef-00000007";

    static Stream<String> headers() {
        return Stream.of("=", "whodunit=" + WIRE, " whodunit = " + WIRE + " ;ttl=5", "user=alice,whodunit=" + WIRE,
                "notwhodunit=1,whodunit=" + WIRE + ",whodunit=second", ",,;=,whodunit=" + WIRE + ",,",
                "whodunit=" + WIRE + "0123");
    }

    @MethodSource("headers")
    @FuzzTest(maxDuration = "10s")
    void anyHeader(String header) {
        if (header == null)
            return;
        String found = Baggage.wire(Collections.enumeration(List.of(header)));
        if (!Objects.equals(found, expected(header)))
            throw new AssertionError(found + " of " + header);
    }

    private static String expected(String header) {
        for (String member : header.split(",")) {
            String[] parts = member.split("=", 2);
            if (parts.length == 2 && parts[0].trim().equals("whodunit")) {
                String value = parts[1].split(";", 2)[0].trim();
                return value.substring(0, Math.min(value.length(), WIRE.length() + 1));
            }
        }
        return null;
    }
}
