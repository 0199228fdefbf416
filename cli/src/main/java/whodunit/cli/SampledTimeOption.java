// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import picocli.CommandLine.Option;
import whodunit.profile.SampledTime;

/** Which time of threads is shown, where waits were recorded as well. */
final class SampledTimeOption {
    @Option(names = "--time", paramLabel = "TIME", defaultValue = "cpu",
            description = "Of what was recorded by record --engine kernel --off-cpu: what threads ran (cpu), waited "
                    + "(waiting), or both (wall). Default: ${DEFAULT-VALUE}.")
    private SampledTime time;

    SampledTime get() {
        return time;
    }
}
