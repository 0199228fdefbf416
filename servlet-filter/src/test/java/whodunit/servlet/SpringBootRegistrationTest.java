// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static whodunit.servlet.Page.servlet;
import static whodunit.servlet.Seen.transaction;

import jakarta.servlet.ServletContext;
import java.nio.file.Path;
import java.util.Map;
import org.apache.catalina.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** Spring Boot's own class registers what ours has made, in a real Tomcat. */
class SpringBootRegistrationTest {
    @TempDir
    Path directory;

    private final Seen seen = new Seen();

    private void isNamedOnce(Server server, Context application) throws Exception {
        application.addServletContainerInitializer((classes, context) -> new SpringBootRegistration()
                .whodunitTransactionFilter(new StaticListableBeanFactory(Map.of("servletContext", context))
                        .getBeanProvider(ServletContext.class))
                .onStartup(context), null);
        Server.add(application, "Plain", servlet((q, r) -> seen.here("plain")), "/plain");
        server.start();
        assertThat(server.get("/plain").statusCode()).isEqualTo(200);
        assertThat(seen.at("plain")).isEqualTo(transaction("Plain"));
        assertThat(application.getServletContext().getFilterRegistrations()).containsOnlyKeys(Initializer.FILTER);
    }

    @Test
    void theFilterIsThere() throws Exception {
        try (Server server = new Server(directory)) {
            isNamedOnce(server, server.applicationWithoutFilter(directory, ""));
        }
    }

    /** A web application, with the jar in its WEB-INF/lib or in the container's lib. */
    @Test
    void theContainerHasRegisteredItBefore() throws Exception {
        try (Server server = new Server(directory)) {
            isNamedOnce(server, server.application(directory, ""));
        }
    }
}
