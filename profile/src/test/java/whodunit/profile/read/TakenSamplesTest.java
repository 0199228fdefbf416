// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.SampledTime;
import whodunit.profile.Selection;
import whodunit.profile.format.KernelSamples;
import whodunit.profile.format.Record;
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.JfrFile;

/** Where samples count as long as their waits were, it is known how many were taken, and when. */
class TakenSamplesTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path directory;

    @BeforeEach
    void aTickAndTwoWaits() throws Exception {
        try (JfrFile file = new JfrFile(directory.resolve("db-1-0000000000000001-0.jfr"))) {
            file.record(Record.newBuilder().setStage(Stage.newBuilder().setUid(1).setName("db").setEngine("kernel")
                    .setIntervalNs(10_000_000)).build());
            for (long time : new long[] {SECOND, 3 * SECOND / 2, 3 * SECOND})
                file.sample(1, time, List.of(new Frame("f", Frame.Kind.NATIVE)));
            KernelSamples.Builder told = KernelSamples.newBuilder();
            told.addTid(1).addTime(3 * SECOND / 2).addStack(0).addWaitedNs(50_000_000).addWithinNs(0);
            told.addTid(1).addTime(3 * SECOND).addStack(0).addWaitedNs(200_000_000).addWithinNs(0);
            file.record(Record.newBuilder().setKernelSamples(told).build());
        }
    }

    private Profile read(SampledTime time) throws Exception {
        return Profile.stitch(RecordingReader.read(List.of(directory), p -> {}, time).processes());
    }

    private static long taken(Profile profile) {
        return profile.taken(profile.processes.get(0));
    }

    private static Profile within(Profile profile, long from, long to) {
        return profile.select(new Selection(Set.of(), Set.of(), from, to));
    }

    @Test
    void wallTimeIsOfAllOfThem() throws Exception {
        Profile profile = read(SampledTime.WALL);
        assertThat(profile.samples(profile.processes.get(0))).as("in us").isEqualTo(260_000);
        assertThat(taken(profile)).isEqualTo(3);
        assertThat(taken(within(profile, 0, 2 * SECOND))).isEqualTo(2);
        assertThat(taken(within(profile, 2 * SECOND, 4 * SECOND))).isEqualTo(1);
    }

    @Test
    void waitingIsOfTheWaits() throws Exception {
        Profile profile = read(SampledTime.WAITING);
        assertThat(taken(profile)).isEqualTo(2);
        assertThat(taken(within(profile, 0, 2 * SECOND))).isEqualTo(1);
    }

    @Test
    void cpuIsOfTheTicks() throws Exception {
        Profile profile = read(SampledTime.CPU);
        assertThat(taken(profile)).isEqualTo(1);
        assertThat(taken(within(profile, 0, SECOND / 2))).isZero();
    }
}
