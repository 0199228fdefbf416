// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.profile.graph.Graph.Kind;

/** What is left of a procedure's name on its node. */
class NodeTextTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
            "org.shop.Best.page | Best.page",
            "org.shop.Best.<init> | Best.<init>",
            "Best.page | Best.page",
            "JOIN::exec(bool) | JOIN::exec",
            "/usr/sbin/mariadbd+0x1234 | mariadbd+0x1234",
            "/usr/lib/x86_64-linux-gnu/libz.so.1.2.13 | libz.so.1.2.13",
            "/usr/lib/plugin.of.ours | plugin.of.ours",
            "libz.so.1.2.13+0x5000 | libz.so.1.2.13+0x5000",
            "do_select.part.0 | do_select.part.0",
            "do_select.constprop.0.cold | do_select.constprop.0.cold",
    })
    void aProcedureIsWithoutPackagesDirectoriesAndArguments(String name, String shown) {
        assertThat(NodeText.name(Graphs.node("n", name, "web", Kind.PROCEDURE, 1, 1))).isEqualTo(shown);
    }
}
