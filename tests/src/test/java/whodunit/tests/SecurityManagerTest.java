// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.app.Restricted;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** Programs that are allowed nothing, on the last JDK of those with long support that has security managers. */
class SecurityManagerTest {
    @TempDir
    Path directory;

    private String[] program(String... classes) throws Exception {
        Path policy = Files.writeString(directory.resolve("policy"), "grant { };\n");
        List<String> words = new ArrayList<>(List.of("-Djava.security.manager", "-Djava.security.policy==" + policy,
                "-cp", Stream.of("whodunit-api.jar", "whodunit-seda.jar", "whodunit-servlet-jakarta.jar")
                        .map(jar -> Whodunit.LIB.resolve(jar).toString()).collect(Collectors.joining(":"))
                        + ":" + Path.of(Restricted.class.getProtectionDomain().getCodeSource().getLocation().toURI()),
                Restricted.class.getName()));
        words.addAll(List.of(classes));
        return words.toArray(String[]::new);
    }

    @Test
    void applicationsJarsNeedNoPermissionWithoutTheAgent() throws Exception {
        List<String> command = new ArrayList<>(List.of(Jdk.java(17)));
        command.addAll(List.of(program("whodunit.seda.Contexts", "whodunit.servlet.Transactions")));
        assertThat(Finished.run(command).checked().output()).isEqualTo("all followed\n");
    }

    @Test
    void applicationsJarsNeedNoPermissionWithTheAgentAndPoolsAreFollowed() throws Exception {
        Finished run = Jdk.withAgent(17, Whodunit.LIB, directory.resolve("rec"),
                program("whodunit.seda.Contexts", "whodunit.servlet.Transactions")).checked();
        assertThat(run.output()).isEqualTo("all followed\n");
        assertThat(run.errors()).doesNotContain("whodunit:");
    }
}
