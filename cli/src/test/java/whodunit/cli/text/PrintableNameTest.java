// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The part of a name that says most stays. */
class PrintableNameTest {
    @ParameterizedTest
    @CsvSource({"short, 10, short", "shop.Cart.doGet, 10, ~art.doGet",
            "POST /wp-comments-post.php, 16, POST ~s-post.php",
            "GET /archives/:id, 17, GET /archives/:id", "GET /archives/:id, 6, ~s/:id",
            "GETTING along well, 8, ~ng well",
            "(thread without a transaction), 20, (thread without a ~)", "(unknown)::run, 10, ~own)::run"})
    void isCut(String name, int width, String expected) {
        assertThat(PrintableName.of(name, width)).isEqualTo(expected).hasSizeLessThanOrEqualTo(width);
    }
}
