// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.function.Function;
import whodunit.cli.html.Walked;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;

/** What a page's walk to the bottleneck descends. */
final class WalkedInput {
    private WalkedInput() {}

    /**
     * @param shown by the page's other views
     * @param time  of which {@code shown} is
     * @param read  reads the recording again, of another time
     */
    static Walked of(Profile shown, SampledTime time, Function<SampledTime, Profile> read) {
        if (shown.processes.stream().noneMatch(RecordedProcess::hasWaits))
            return Walked.NOTHING_ELSE;
        Profile waiting = read.apply(SampledTime.WAITING);
        boolean waits = waiting.entries.stream().anyMatch(e -> e.process().metric() == Metric.WAITING);
        return new Walked(time == SampledTime.CPU ? null : read.apply(SampledTime.CPU), waits ? waiting : null);
    }
}
