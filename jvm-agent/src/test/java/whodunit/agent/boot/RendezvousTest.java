// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The implementation for parked threads against the table of interleavings that all implementations are held
 * against.
 */
class RendezvousTest {
    private static final Path TABLE = Path.of("../runtime/tests/crosstalk/rendezvous/scenarios.txt");

    static Stream<Arguments> scenarios() throws IOException {
        List<Arguments> all = new ArrayList<>();
        String name = null;
        List<String> steps = new ArrayList<>();
        for (String line : Files.readAllLines(TABLE)) {
            if (line.startsWith("scenario ")) {
                name = line.substring("scenario ".length());
                steps = new ArrayList<>();
                all.add(Arguments.of(name, steps));
            } else if (name != null && !line.isBlank() && !line.startsWith("#")) {
                steps.add(line);
            }
        }
        return all.stream().filter(s -> isForParks((List<?>) s.get()[1]));
    }

    private static boolean isForParks(List<?> steps) {
        return steps.stream().map(String::valueOf).filter(s -> s.startsWith("for ")).allMatch(s -> s.contains("parks"));
    }

    private final Map<String, List<String>> added = new TreeMap<>(), expected = new TreeMap<>();
    private final Map<String, Recorded> waits = new HashMap<>();
    private final Map<String, Deque<Recorded>> owed = new HashMap<>();
    private final Map<String, ExecutorService> threads = new HashMap<>();

    private final class Recorded extends Rendezvous {
        final String waiter;

        Recorded(String waiter) {
            this.waiter = waiter;
        }

        @Override
        void add(int holder, int end, int holderPath) {
            added.computeIfAbsent(waiter, w -> new ArrayList<>()).add(switch (end) {
                case Native.TIMEOUT -> "timeout";
                case Native.UNSEEN -> "unseen";
                default -> "woken " + (holder == 0 ? "0" : (char) holder) + (holderPath == 0 ? "" : " path");
            });
            assertThat(holderPath).isIn(0, holder + 1000);
        }
    }

    /** A thread's context is its name. */
    private static int context(String thread) {
        return thread.equals("0") ? 0 : thread.charAt(0);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void meetsTheSpecification(String name, List<String> steps) throws Exception {
        assertThat(steps).anyMatch(s -> s.startsWith("= "));
        for (String step : steps) {
            String[] words = step.split(" ");
            if (words[0].equals("="))
                expected.computeIfAbsent(words[1], w -> new ArrayList<>())
                        .add(String.join(" ", List.of(words).subList(2, words.length)));
            else if (!words[0].equals("for"))
                threads.computeIfAbsent(words[1], t -> Executors.newSingleThreadExecutor())
                        .submit(() -> step(words[0], words[1], words.length > 2 ? words[2] : null)).get();
        }
        threads.values().forEach(ExecutorService::shutdown);
        assertThat(added).isEqualTo(expected);
    }

    private void step(String what, String self, String other) {
        Recorded own = waits.get(self), theirs = waits.get(other);
        switch (what) {
            case "waits" -> waits.put(self, new Recorded(self));
            case "again" -> {
                own.abandon();
                waits.put(self, new Recorded(self));
            }
            case "runs", "late" -> {
                waits.remove(self);
                own.runs(what.equals("late"));
                own.close(true);
            }
            case "wakes" -> {
                if (theirs != null && theirs.wake(context(self)))
                    owed.computeIfAbsent(self, h -> new ArrayDeque<>()).add(theirs);
            }
            case "path" -> {
                for (Recorded woken : owed.getOrDefault(self, new ArrayDeque<>()))
                    woken.woken(context(self) + 1000);
                owed.remove(self);
            }
            case "signals" -> theirs.signal(context(self));
            case "passes" -> theirs.passOn(own);
            default -> throw new IllegalArgumentException(what);
        }
    }
}
