// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaggageTest {
    private static final String WIRE = "0123456789abcdef-00000007";

    private static String wire(String... headers) {
        return Baggage.wire(Collections.enumeration(List.of(headers)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "whodunit=" + WIRE,
            " whodunit = " + WIRE + " ",
            "whodunit=" + WIRE + ";ttl=5",
            "whodunit=" + WIRE + " ;a=b; c",
            "user=alice,whodunit=" + WIRE,
            "user=alice;p=1,\twhodunit=" + WIRE + ", x=y",
            "notwhodunit=1,whodunit=" + WIRE + ",whodunit=second",
            "whodunit,whodunit=" + WIRE,
            ",,;=,whodunit=" + WIRE + ",,",
            "a=whodunit,whodunit=" + WIRE,
    })
    void findsOurMember(String header) {
        assertThat(wire(header)).isEqualTo(WIRE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "=", ";", "whodunit", "whodunit;=x", "xwhodunit=" + WIRE, "a=b;whodunit=" + WIRE,
            "a=whodunit"})
    void findsNothingElse(String header) {
        assertThat(wire(header)).isNull();
    }

    @Test
    void looksAtEveryHeader() {
        assertThat(wire("a=b", "c=d", "whodunit=" + WIRE)).isEqualTo(WIRE);
        assertThat(wire()).isNull();
        assertThat(Baggage.wire(null)).isNull();
    }

    @Test
    void anOversizedValueIsCutButNotIntoAValidOne() {
        assertThat(wire("whodunit=" + WIRE + "0".repeat(100_000))).hasSize(WIRE.length() + 1).startsWith(WIRE);
    }

    @Test
    void anEmptyValueIsOursAndRefusedLater() {
        assertThat(wire("whodunit=")).isEmpty();
        assertThat(wire("whodunit=;x=y")).isEmpty();
    }
}
