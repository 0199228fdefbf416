// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** What another program reads of a JVM's threads is what they have; the reader knows OpenTelemetry's documents only. */
class PublicationTest {
    private static final int STEPS = 6;

    @TempDir
    Path recording;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void aThreadsContextCanBeReadFromOutside(int jdk) throws Exception {
        Process app = new ProcessBuilder(Jdk.java(jdk),
                "-agentpath:" + Whodunit.LIB.resolve("libwhodunit.so") + "=dir=" + recording + ",tier=app,publish=on",
                "-cp", System.getProperty("java.class.path"), "whodunit.tests.app.Published")
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader output = app.inputReader(); OutputStream input = app.getOutputStream()) {
            for (int step = 0; step < STEPS; step++) {
                input.write('\n');
                input.flush();
                List<String> said = said(output);
                check(said, read(app.pid()));
            }
        } finally {
            app.destroyForcibly();
        }
    }

    private static List<String> said(BufferedReader output) throws IOException {
        List<String> said = new ArrayList<>();
        for (String line; !".".equals(line = output.readLine()); said.add(line))
            assertThat(line).as("the application has ended").isNotNull();
        return said;
    }

    private static void check(List<String> lines, Map<String, JsonObject> threads) {
        assertThat(lines).hasSize(3);
        for (String line : lines) {
            String[] said = line.split(" ");
            JsonObject thread = threads.get(said[0]);
            if (said[2].equals("-")) {
                assertThat(thread).as(line).isNull();
                continue;
            }
            assertThat(thread).as(line).isNotNull();
            assertThat(thread.get("whodunit.transaction").getAsString()).as(line).isEqualTo(said[2]);
            assertThat(thread.get("whodunit.synopsis").getAsString()).as(line).isEqualTo(said[1]);
            assertThat(thread.get("whodunit.tier").getAsString()).isEqualTo("app");
        }
    }

    /** What each thread that has a context publishes. */
    private static Map<String, JsonObject> read(long pid) throws Exception {
        String reader = Whodunit.HOME.resolve("runtime/tests/publication/reader.py").toString();
        List<String> lines = Finished.run(List.of("python3", reader, Long.toString(pid))).checked().output().lines()
                .toList();
        assertThat(lines.get(0)).contains("tlsdesc_v1_dev").contains("\"service.name\": \"app\"");
        Map<String, JsonObject> threads = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            JsonObject thread = JsonParser.parseString(line).getAsJsonObject();
            threads.put(thread.get("tid").getAsString(), thread);
        }
        return threads;
    }
}
