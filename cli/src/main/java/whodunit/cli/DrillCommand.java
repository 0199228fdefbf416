// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.cli.drill.DrillJson;
import whodunit.cli.drill.DrillSvg;
import whodunit.cli.drill.DrillText;
import whodunit.profile.Profile;
import whodunit.profile.SampledTime;
import whodunit.profile.Summary;
import whodunit.profile.drill.CallTree;
import whodunit.profile.drill.Drill;

@Command(name = "drill", header = "Walk down to the bottleneck: from the threads' entries into the kernel.",
        description = {
                "Follows every call that has its share of a tier's time, across the system call, to the last functions "
                        + "that do, and says what threads do there: compute, or wait for a lock, the disk, a socket. "
                        + "Waits and functions of the kernel are there if the recording is one of record --engine "
                        + "kernel --off-cpu 20us; else the walk is one of CPU time."},
        footer = {"", "Examples:", "  whodunit drill rec/", "  whodunit drill rec/ --tier mariadb --type BestSellers",
                "  whodunit drill rec/ --threshold 10% --format svg -o drill.svg"})
final class DrillCommand implements Runnable {
    /** How the walk is written. */
    enum Format { text, json, svg }

    @Mixin
    private RecordingInput input;

    @Mixin
    private SelectionOptions selection;

    @Mixin
    private SymbolOptions symbols;

    @Option(names = "--time", paramLabel = "TIME", defaultValue = "wall",
            description = "Which time of threads: what they ran (cpu), waited (waiting), or both (wall). "
                    + "Default: ${DEFAULT-VALUE}.")
    private SampledTime time;

    @Option(names = "--threshold", paramLabel = "PCT", defaultValue = "20%",
            description = "Share of the tier's time that a function must have to be walked into. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String threshold;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        double percent = percent();
        Profile cpu = selected(SampledTime.CPU), waiting = selected(SampledTime.WAITING);
        Set<String> chosen = selection.tiers(cpu != null ? cpu : waiting);
        List<Drill> walks = new ArrayList<>();
        for (String tier : new Summary(cpu != null ? cpu : waiting).tierNames)
            if (chosen.isEmpty() || chosen.contains(tier))
                walks.add(Drill.of(CallTree.of(tier, cpu, waiting), percent));
        output.write(out -> {
            switch (format) {
                case text -> DrillText.write(walks, out);
                case json -> DrillJson.write(walks, out);
                case svg -> DrillSvg.write(walks, out);
            }
        });
    }

    /** Null if that time is not asked for. */
    private Profile selected(SampledTime which) {
        return time == which || time == SampledTime.WALL ? selection.of(input.profile(symbols, which)) : null;
    }

    private double percent() {
        try {
            double value = Double.parseDouble(threshold.endsWith("%")
                    ? threshold.substring(0, threshold.length() - 1)
                    : threshold);
            if (value > 0 && value <= 100)
                return value;
        } catch (NumberFormatException e) {
            // told below
        }
        throw new UserError("--threshold is a share such as 20%, not '" + threshold + "'");
    }
}
