// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
    private static String line(String... cells) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PrintStream csv = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            Csv.line(csv, cells);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void cellsAreQuotedWhereTheyMustBe() {
        assertThat(line("a b", "1.5", "GET /x", "say \"a,b\"", ""))
                .isEqualTo("a b,1.5,\"GET /x\",\"say \"\"a,b\"\"\",\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "-cmd", "@SUM(A1)", "=", "@"})
    void aNameIsNoFormula(String name) {
        assertThat(line(name, "1")).isEqualTo("\"'" + name + "\",1\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0.250000", "+3", "-", "-1.5%", "a=b", "(no tier)", "'quoted'"})
    void numbersAndOtherNamesStayAsTheyAre(String cell) {
        assertThat(line(cell)).isIn(cell + "\r\n", '"' + cell + "\"\r\n");
    }
}
