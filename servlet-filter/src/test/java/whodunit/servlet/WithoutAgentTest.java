// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static whodunit.servlet.Page.servlet;

import java.nio.file.Path;
import org.apache.catalina.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar left in a server that runs without the agent. */
class WithoutAgentTest {
    @TempDir
    Path directory;

    @Test
    void nothingIsRegisteredAndRequestsAreServed() throws Exception {
        assertThat(Transactions.AVAILABLE).isFalse();
        try (Server server = new Server(directory)) {
            Context application = server.application(directory, "");
            Server.add(application, "Hello",
                    servlet((request, response) -> response.getWriter()
                            .print("filters: " + request.getServletContext().getFilterRegistrations().keySet())),
                    "/hello");
            server.start();
            assertThat(server.get("/hello", "baggage", "whodunit=junk").body()).isEqualTo("filters: []");
        }
    }
}
