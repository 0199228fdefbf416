// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** The Java API as an artifact: the same program with and without the agent. */
class ApiTest {
    private static final Path API = Whodunit.LIB.resolve("whodunit-api.jar");
    private static final Path APP = Path.of(whodunit.tests.app.OwnQueue.class.getProtectionDomain().getCodeSource()
            .getLocation().getPath());

    @TempDir
    Path recording;

    @Test
    void withoutTheAgentItDoesNothing() throws Exception {
        Finished run = Finished.run(List.of(Jdk.java(17), "-cp", APP + ":" + API, "whodunit.tests.app.OwnQueue"))
                .checked();
        assertThat(run.output())
                .isEqualTo("in the queue: true\nafterwards: 0\na transaction: false, wire form: false\n");
    }

    @Test
    void withItContextsFollowAQueueOfOnesOwn() throws Exception {
        Finished run = Jdk.withAgent(17, Whodunit.LIB, recording, "-cp", APP + ":" + API,
                "whodunit.tests.app.OwnQueue").checked();
        assertThat(run.output()).isEqualTo("in the queue: true\nafterwards: 0\na transaction: true, wire form: true\n");
    }

    /** From the module path the artifact's class comes first, and calls the agent's. */
    @Test
    void aStackThatIsFullIsToldAsThat() throws Exception {
        Finished run = Jdk.withAgent(17, Whodunit.LIB, recording, "--module-path", API.toString(), "--add-modules",
                "whodunit.api", "-cp", APP.toString(), "whodunit.tests.app.DeepStack").checked();
        assertThat(run.output()).isEqualTo("[java.lang.StackOverflowError]\n");
    }

    @Test
    void aRecordThatIsKeptIsItsThreads() throws Exception {
        Finished run = Jdk.withAgent(25, Whodunit.LIB, recording, "-cp", APP.toString(),
                "whodunit.tests.app.KeptRecord").checked();
        assertThat(run.output()).isEqualTo("platform: true\n".repeat(3) + "virtual: true\n".repeat(3));
    }

    @Test
    void theArtifactHasTheAgentsMethods() throws Exception {
        assertThat(methods(API)).isEqualTo(methods(Whodunit.LIB.resolve("whodunit-agent-boot.jar")));
    }

    private static Set<String> methods(Path jar) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()},
                ClassLoader.getPlatformClassLoader())) {
            return Stream.of(Class.forName("whodunit.agent.api.Whodunit", false, loader).getDeclaredMethods())
                    .filter(m -> Modifier.isPublic(m.getModifiers())).map(Object::toString)
                    .collect(Collectors.toSet());
        }
    }
}
