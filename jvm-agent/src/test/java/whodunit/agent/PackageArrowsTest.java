// SPDX-License-Identifier: Apache-2.0
package whodunit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The agent's packages use each other in one direction only, by their imports. */
class PackageArrowsTest {
    private static final Pattern OWN = Pattern.compile("(?m)^(package|import) (?:static )?(whodunit(?:\\.[a-z]\\w*)+)");

    private final Map<String, Set<String>> arrows = new TreeMap<>();

    private void read(Path file) {
        try {
            String from = null;
            for (var found = OWN.matcher(Files.readString(file)).results().iterator(); found.hasNext();) {
                var line = found.next();
                if (line.group(1).equals("package"))
                    from = line.group(2);
                else if (!line.group(2).equals(from))
                    arrows.computeIfAbsent(from, f -> new TreeSet<>()).add(line.group(2));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Set<String> reachedFrom(String start) {
        Set<String> reached = new HashSet<>(arrows.get(start));
        for (boolean grows = true; grows;)
            grows = Set.copyOf(reached).stream()
                    .map(p -> reached.addAll(arrows.getOrDefault(p, Set.of()))).reduce(false, Boolean::logicalOr);
        return reached;
    }

    @Test
    void thereIsNoCircle() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            files.filter(f -> f.toString().endsWith(".java")).forEach(this::read);
        }
        assertThat(arrows).containsKeys("whodunit.agent.jdk", "whodunit.agent.api");
        for (String start : arrows.keySet())
            assertThat(reachedFrom(start)).as("what %s uses", start).doesNotContain(start);
    }
}
