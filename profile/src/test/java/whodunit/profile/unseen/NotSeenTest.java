// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.unseen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.profile.Context;
import whodunit.profile.Frame;
import whodunit.profile.Message;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.TwoTierRecording;

/** What a recording lacks is told, and nothing else is. */
class NotSeenTest {
    /** With one sample for 4 ms. */
    private static RecordedProcess process(int pid, int parent, long samples, long usedMillis, long childrenMillis) {
        RecordedProcess p = new RecordedProcess(pid, "db", false);
        p.pid = pid;
        p.parentPid = parent;
        p.startUnixNanos = pid;
        p.health.put("cpu.used_us", usedMillis * 1000);
        p.health.put("cpu.children_us", childrenMillis * 1000);
        if (samples > 0)
            p.add(new RecordedProcess.Label.Missing("background thread"),
                    TwoTierRecording.nativeStack("start_thread", "work"), samples);
        return p;
    }

    private static List<NotSeen> of(RecordedProcess... processes) {
        return NotSeen.of(Profile.stitch(List.of(processes)));
    }

    @ParameterizedTest
    @CsvSource({
            "2500, 10000, false", // all of it
            "2400, 10000, false", // 4% are missing
            "2250, 10000, true", // 10%
            "   9,    60, false", // 40%, but that is 24 ms
            "  20,   140, false", // 60 ms are less than chance may do to 35 samples
            "   0,  1000, true"})
    void cpuIsMissedFromFivePercent(long samples, long usedMillis, boolean told) {
        assertThat(of(process(7, 1, samples, usedMillis, 0))).hasSize(told ? 1 : 0)
                .allSatisfy(n -> assertThat(n.what()).isEqualTo("cpu not sampled"))
                .allSatisfy(n -> assertThat(n.millis()).isEqualTo(usedMillis - 4.0 * samples));
    }

    @Test
    void aRecordingThatEndedBeforeItsProcessIsTold() {
        RecordedProcess p = process(7, 1, 2500, 10000, 0);
        p.health.put("recording.ended", 1L);
        assertThat(of(p)).singleElement().satisfies(n -> assertThat(n.text())
                .startsWith("db: 1 processes are not recorded to their end: less than 16 MiB was left on the disk"));
    }

    @Test
    void stacksWithoutSpaceForASampleAreTheReason() {
        RecordedProcess p = process(7, 1, 0, 1000, 0);
        p.health.put("samples.owed", 200L);
        assertThat(of(p)).singleElement().satisfies(n -> assertThat(n.text()).contains("stacks of 16 KB"));
        p.health.put("samples.paid", 200L);
        assertThat(of(p)).singleElement().satisfies(n -> assertThat(n.text()).doesNotContain("16 KB"));
    }

    @Test
    void theRecordersOwnTimeIsNobodysToSee() {
        RecordedProcess p = process(7, 1, 2250, 10000, 0);
        p.health.put("cpu.recorder_us", 900_000L);
        assertThat(of(p)).isEmpty();
    }

    @Test
    void childrenThatWereRecordedAreNotMissed() {
        RecordedProcess parent = process(7, 1, 250, 1000, 2000);
        assertThat(of(parent)).singleElement().satisfies(n -> {
            assertThat(n.what()).isEqualTo("child processes");
            assertThat(n.millis()).isEqualTo(2000);
            assertThat(n.percent()).isCloseTo(66.7, org.assertj.core.api.Assertions.within(0.1));
        });
        assertThat(of(parent, process(8, 7, 500, 2000, 0))).isEmpty();
        assertThat(of(parent, process(9, 8, 500, 2000, 0))).as("behind a shell").isEmpty();
        assertThat(of(parent, process(8, 7, 250, 1000, 0))).singleElement()
                .satisfies(n -> assertThat(n.millis()).isEqualTo(1000));
    }

    @Test
    void whatRanBeforeTheRecordingIsTold() {
        RecordedProcess p = process(7, 1, 250, 1000, 0);
        p.health.put("cpu.before_us", 250_000L);
        assertThat(of(p)).singleElement().satisfies(n -> {
            assertThat(n.what()).isEqualTo("before the recording");
            assertThat(n.percent()).isEqualTo(20);
        });
    }

    @ParameterizedTest
    @CsvSource({
            "127.0.0.1:9000,     false, 0,          true",
            "127.0.0.1:9001,     false, 0,          false", // sent to somebody else
            "127.0.0.1:9000,     true,  0,          false", // of the same directory: some messages are joined
            "127.0.0.1:9000,     false, 5000000000, false"}) // of another machine
    void messagesAreMissedBetweenDirectoriesOfOneMachine(String sentTo, boolean joined, long clock, boolean told) {
        RecordedProcess web = new RecordedProcess(1, "web", false), php = new RecordedProcess(2, "php", false);
        php.clockOffsetNanos = clock;
        TwoTierRecording.message(web, Message.Kind.SENT, 0, 0, "", sentTo, false, 7, 700, 0);
        TwoTierRecording.message(php, Message.Kind.BEGUN, 0, 0, "", "127.0.0.1:9000", true, 5, 700, 0);
        if (joined)
            TwoTierRecording.remote(php, 10, 1, 4);
        assertThat(of(web, php)).hasSize(told ? 1 : 0).allSatisfy(n -> {
            assertThat(n.tier()).isEqualTo("php");
            assertThat(n.what()).isEqualTo("messages.separate");
            assertThat(n.count()).isEqualTo(5);
            assertThat(n.text()).contains("127.0.0.1:9000").contains("with web");
        });
    }

    @Test
    void recordingsWithoutTheKernelsCountSayNothing() {
        RecordedProcess p = process(7, 1, 10, 0, 0);
        p.health.clear();
        assertThat(of(p)).isEmpty();
    }

    @Test
    void programsInGoAreTold() {
        RecordedProcess p = process(7, 1, 250, 1000, 0);
        p.health.put("messages.go", 1L);
        assertThat(of(p)).singleElement().satisfies(n -> {
            assertThat(n.what()).isEqualTo("messages.go");
            assertThat(n.text()).startsWith("db: 1 processes are of programs in Go");
        });
    }

    @Test
    void connectionsAndStatementsAreCounted() {
        RecordedProcess p = process(7, 1, 250, 1000, 0);
        p.health.put("mysql.tls", 3L);
        assertThat(of(p)).singleElement().satisfies(n -> {
            assertThat(n.count()).isEqualTo(3);
            assertThat(n.text()).startsWith("db: 3 connections use TLS");
        });
    }

    /** A server that forks has thousands of processes: each may look at all, but not once for each of them. */
    @Test
    void theWorkGrowsWithTheSquareOfTheProcessesAtMost() {
        int n = 200;
        List<RecordedProcess> processes = IntStream.range(0, n).mapToObj(i -> process(1000 + i, 1, 0, 10, 0)).toList();
        AtomicLong looks = new AtomicLong();
        KernelTime.of(processes, new AbstractList<>() {
            @Override
            public RecordedProcess get(int i) {
                looks.incrementAndGet();
                return processes.get(i);
            }

            @Override
            public int size() {
                return n;
            }
        });
        assertThat(looks.get()).isLessThanOrEqualTo(2L * n * n);
    }

    /** Kinds are of the tier's CPU, and what threads do for somebody is none of them. */
    @Test
    void threadsWithoutATransactionAreToldByWhatTheyAreFor() {
        RecordedProcess p = new RecordedProcess(1, "web", true);
        List<Frame> work = TwoTierRecording.nativeStack("start_thread", "work");
        p.add(new RecordedProcess.Label.Missing("background thread", "compilation (JIT)"), work, 20);
        p.add(new RecordedProcess.Label.Missing("background thread", "exec-*"), work, 3);
        p.add(new RecordedProcess.Label.Of(0, "exec-*"), work, 4);
        p.add(new RecordedProcess.Label.Of(0, "exec-*"),
                List.of(new Frame("java.lang.Thread.run", Frame.Kind.JAVA),
                        new Frame("java.lang.ClassLoader.loadClass", Frame.Kind.JAVA)),
                5);
        p.add(new RecordedProcess.Label.Of(0), work, 8);
        TwoTierRecording.context(p, 2, Context.ROOT, Context.Kind.TRANSACTION, "Buy");
        p.add(new RecordedProcess.Label.Of(2), work, 60);
        assertThat(of(p)).singleElement().satisfies(n -> {
            assertThat(n.what()).isEqualTo("without a transaction");
            assertThat(n.percent()).isEqualTo(32);
            assertThat(n.text()).isEqualTo("web: 128 ms, 32.0% of its CPU, of threads without a transaction: "
                    + "compilation (JIT) 20.0%, exec-* 7.0%, class loading 5.0%");
        });
    }

    @Test
    void whatEachJvmDoesForItselfIsNotableFromFivePercent() {
        for (int samples : new int[] {4, 5}) {
            RecordedProcess p = new RecordedProcess(1, "web", true);
            List<Frame> work = TwoTierRecording.nativeStack("start_thread", "work");
            p.add(new RecordedProcess.Label.Missing("background thread", "compilation (JIT)"), work, samples);
            TwoTierRecording.context(p, 2, Context.ROOT, Context.Kind.TRANSACTION, "Buy");
            p.add(new RecordedProcess.Label.Of(2), work, 100 - samples);
            assertThat(of(p)).singleElement().satisfies(n -> assertThat(n.isNotable()).isEqualTo(samples == 5));
        }
        assertThat(of(process(7, 1, 0, 1000, 0))).singleElement().satisfies(n -> assertThat(n.isNotable()).isTrue());
    }

    @Test
    void manyPoolsAreAddedUp() {
        RecordedProcess p = new RecordedProcess(1, "web", true);
        for (int i = 1; i <= 10; i++)
            p.add(new RecordedProcess.Label.Missing("background thread", "pool " + (char) ('a' + i)),
                    TwoTierRecording.nativeStack("start_thread"), i == 1 || i == 2 ? 10 : 100);
        assertThat(of(p)).singleElement()
                .satisfies(n -> assertThat(n.text()).endsWith("pool k 12.2%, others 2.4%"));
    }
}
