// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static java.util.Comparator.comparingDouble;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/**
 * Crosstalk in the JVM against an oracle: {@link whodunit.tests.app.Crosstalk} knows of every single wait who ended it
 * and how long it took.
 */
@Isolated
class JavaCrosstalkTest {
    private static final String ROUNDS = "120";

    /** A wait as the oracle tells it. */
    private record Wait(String waiter, String holder, double ms, boolean brief) {
        String kind() {
            return waiter.substring(0, waiter.indexOf('.'));
        }
    }

    /** A path of a row of the report. */
    private record Recorded(String holder, String end, String lock, long count, double ms) {}

    @TempDir
    Path recording;

    private final Map<String, List<Recorded>> recorded = new HashMap<>();

    private List<Wait> run(int jdk, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("-cp", System.getProperty("java.class.path"), "whodunit.tests.app.Crosstalk"));
        command.addAll(List.of(arguments));
        Finished run = Jdk.withAgent(jdk, Whodunit.LIB, recording, command.toArray(String[]::new));
        assertThat(run.status()).as(run.errors()).isZero();
        assertThat(run.errors()).isEmpty();
        JsonObject report = Whodunit.report(recording);
        for (String key : List.of("crosstalk", "crosstalk_without_holder"))
            for (JsonElement row : report.getAsJsonArray(key))
                for (JsonElement path : row.getAsJsonObject().getAsJsonArray("paths"))
                    add(row.getAsJsonObject(), path.getAsJsonObject());
        return run.output().lines().map(l -> l.split(" "))
                .map(w -> new Wait(w[1], w[2], Long.parseLong(w[3]) / 1e6, w[0].equals("BRIEF"))).toList();
    }

    private void add(JsonObject row, JsonObject path) {
        JsonElement lock = path.get("lock");
        recorded.computeIfAbsent(row.get("waiter").getAsString(), w -> new ArrayList<>()).add(new Recorded(
                row.get("holder").getAsString(), path.get("end").getAsString(),
                lock == null || lock.isJsonNull() ? "" : lock.getAsString(),
                path.get("count").getAsLong(), path.get("total_ms").getAsDouble()));
    }

    /** The recorded waits of a transaction for the lock of its kind. */
    private List<Recorded> recorded(Wait wait, String lock) {
        return recorded.getOrDefault(wait.waiter(), List.of()).stream().filter(r -> r.lock().contains(lock)).toList();
    }

    /** What the recorded lock's name contains. */
    private static final Map<String, String> LOCKS = Map.ofEntries(
            entry("monitor", "Contended$Monitor"), entry("lock", "ReentrantLock"), entry("fair", "ReentrantLock"),
            entry("rwlock", "ReentrantReadWriteLock"), entry("stamped", "StampedLock"), entry("semaphore", "Semaphore"),
            entry("notify", "Handover$Notify"), entry("condition", "ConditionObject"), entry("park", "Handover$Park"),
            entry("completable", "CompletableFuture$Signaller"), entry("future", "FutureTask"));

    static Stream<Arguments> kinds() {
        String parks = "lock fair rwlock stamped semaphore condition park completable future ";
        return Stream.of(Arguments.of(17, "platform", parks + "monitor notify"),
                Arguments.of(25, "platform", parks + "monitor notify"),
                Arguments.of(25, "virtual", parks.trim()));
    }

    @ParameterizedTest(name = "JDK {0}, {1} threads")
    @MethodSource("kinds")
    void everyWaitHasItsHolderAndItsTime(int jdk, String threads, String kinds) throws Exception {
        List<Wait> waits = run(jdk, (threads + " " + ROUNDS + " " + kinds).split(" "));
        List<String> wrongOfAll = new ArrayList<>();
        for (String kind : kinds.split(" ")) {
            List<Wait> ofKind = waits.stream().filter(w -> w.kind().equals(kind)).toList();
            List<Wait> wrong = ofKind.stream().filter(w -> !isRight(w)).toList();
            assertThat(ofKind).as(kind).hasSizeGreaterThan(20);
            // a kind has some 120 waits, and the scheduler may cut one or two of them in half
            assertThat((double) wrong.size() / ofKind.size()).as("%s: wrong are %s", kind, wrong)
                    .isLessThanOrEqualTo(0.05);
            wrong.forEach(w -> wrongOfAll.add(w + " was recorded as " + recorded.get(w.waiter())));
            List<Wait> undisturbed = undisturbed(ofKind);
            double truth = undisturbed.stream().mapToDouble(Wait::ms).sum(),
                    measured = undisturbed.stream().mapToDouble(this::measured).sum();
            assertThat(measured / truth).as("%s: %s ms of %s ms", kind, measured, truth).isBetween(0.95, 1.05);
        }
        assertThat((double) wrongOfAll.size() / waits.size())
                .as("wrong of %d waits are: %s", waits.size(), String.join("\n", wrongOfAll)).isLessThanOrEqualTo(0.01);
    }

    private double measured(Wait wait) {
        return recorded(wait, LOCKS.get(wait.kind())).stream().mapToDouble(Recorded::ms).sum();
    }

    /**
     * The scheduler may take the processor away between the program's clock and the recorder's: without the worst
     * tenth.
     */
    private List<Wait> undisturbed(List<Wait> waits) {
        return waits.stream().filter(w -> !w.brief()).sorted(comparingDouble(w -> Math.abs(w.ms() - measured(w))))
                .limit(waits.size() * 9L / 10)
                .toList();
    }

    private boolean isRight(Wait wait) {
        List<Recorded> all = recorded(wait, LOCKS.get(wait.kind()));
        // a request that waits for what it has submitted itself
        String holder = wait.kind().equals("future") ? "(own task)" : wait.holder();
        if (wait.brief() && (all.isEmpty() || all.get(0).end().equals("unseen")))
            return true;
        return all.size() == 1 && all.get(0).count() == 1 && all.get(0).holder().equals(holder);
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void idleWorkersTimeOutsAndWakeUpsByNobodyAddNothing(int jdk) throws Exception {
        run(jdk, "platform", "0", "nothing");
        // who hands a task over may meet a worker at the queue's lock; idle workers wait for 5 ms each time
        List<Recorded> atTheQueue = recorded.getOrDefault("nothing.submitter", List.of());
        assertThat(atTheQueue.stream().mapToDouble(Recorded::ms).sum()).as("submitter: %s", atTheQueue).isLessThan(2);
        assertThat(recorded.keySet()).contains("nothing.timeout").isSubsetOf("nothing.timeout", "nothing.submitter");
        assertThat(recorded.get("nothing.timeout")).hasSize(5).allMatch(r -> r.end().equals("timeout"));
    }
}
