// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import whodunit.profile.Profile;
import whodunit.profile.SampledTime;

/** Which time of threads is shown, where waits were recorded as well. */
final class SampledTimeOption {
    @Option(names = "--time", paramLabel = "TIME", defaultValue = "cpu",
            description = "Of what was recorded by record --engine kernel --off-cpu: what threads ran (cpu), waited "
                    + "(waiting), or both (wall). Default: ${DEFAULT-VALUE}.")
    private SampledTime time;

    /** As it is typed. */
    static SampledTime convert(String value) {
        for (SampledTime time : SampledTime.values())
            if (time.name().equalsIgnoreCase(value))
                return time;
        throw new TypeConversionException("it is one of cpu, waiting and wall, not '" + value + "'");
    }

    SampledTime get() {
        return time;
    }

    Profile of(RecordingInput input, SymbolOptions symbols) {
        return check(input.profile(symbols, time), time);
    }

    /**
     * Says so where there are no waits of which the time is.
     *
     * @throws UserError if it is of nothing else
     */
    static Profile check(Profile profile, SampledTime time) {
        if (time == SampledTime.CPU || profile.processes.stream().anyMatch(p -> p.takenOfWaits > 0))
            return profile;
        if (time == SampledTime.WAITING)
            throw new UserError("the recording has no waits; record with --engine kernel --off-cpu 20us, or leave out "
                    + "--time waiting");
        if (profile.processes.stream().noneMatch(p -> p.engine.equals("wall")))
            System.err.println("whodunit: the recording has no waits, so wall time is CPU time here; record with "
                    + "--engine kernel --off-cpu 20us");
        return profile;
    }
}
