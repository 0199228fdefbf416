// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import whodunit.cli.drill.DrillJson;
import whodunit.cli.drill.DrillSvg;
import whodunit.cli.drill.DrillText;
import whodunit.cli.drill.FunctionTime;
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
                        + "kernel --off-cpu 20us; else the walk is one of CPU time.",
                "With --live it measures a function that the walk has led to, in a running process: every call, where "
                        + "samples are few."},
        footer = {"", "Examples:", "  whodunit drill rec/", "  whodunit drill rec/ --tier mariadb --type BestSellers",
                "  whodunit drill rec/ --threshold 10%% --format svg -o drill.svg",
                "  whodunit drill --live 4711 --function fsync --seconds 10"})
final class DrillCommand implements Runnable {
    /** How the walk is written. */
    enum Format { text, json, svg }

    private static final int LONGEST_SECONDS = 86400;
    private static final Set<String> OPTIONS_OF_LIVE = Set.of("--live", "--function", "--seconds", "--format", "-o");

    @Parameters(arity = "0..*", paramLabel = "DIR",
            description = "Recording directories (or single .jfr files); tiers may be in different ones.")
    private List<Path> paths = List.of();

    @Spec
    private CommandSpec spec;

    @Mixin
    private ApplicationOptions application;

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

    @Option(names = "--live", paramLabel = "PID",
            description = "Measure in this running process, for a while, how often --function is called and how long "
                    + "its calls last, with all that they call. Needs root, or CAP_BPF and CAP_PERFMON.")
    private Long pid;

    @Option(names = "--function", paramLabel = "F",
            description = "With --live: a function of the program or of its libraries, as its symbol is called, or "
                    + "FILE:F where several files have it.")
    private String function;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "5",
            description = "With --live: how long. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        if (pid != null || function != null)
            measure();
        else if (paths.isEmpty())
            throw wrong("name a recording's directory, or a running process with --live");
        else if (spec.commandLine().getParseResult().hasMatchedOption("--seconds"))
            throw wrong("--seconds goes with --live");
        else
            walk();
    }

    private void measure() {
        if (pid == null || function == null || !paths.isEmpty())
            throw wrong("--live PID goes with --function F, and without a recording");
        refuseOthers();
        if (format == Format.svg)
            throw wrong("--live has no svg; use --format text or json");
        if (!(seconds > 0 && seconds <= LONGEST_SECONDS))
            throw wrong("--seconds is above 0 and at most " + LONGEST_SECONDS);
        LiveMeasurement.run(pid, function, seconds, time -> output.write(out -> {
            if (format == Format.json)
                time.writeJson(out);
            else
                time.writeText(out);
        }));
    }

    /** What was given for a recording would do nothing. */
    private void refuseOthers() {
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions())
            if (!OPTIONS_OF_LIVE.contains(given.longestName()))
                throw wrong(given.longestName() + " is for recordings, not for --live");
    }

    private void walk() {
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
        if (time != which && time != SampledTime.WALL)
            return null;
        Profile profile = RecordingInput.profile(paths, application, symbols, which);
        if (which == SampledTime.WAITING)
            SampledTimeOption.check(profile, time);
        // one of the two times may have nothing of what is chosen
        return time == SampledTime.WALL && which == SampledTime.WAITING ? selection.ofOtherTime(profile)
                : selection.of(profile);
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
        throw wrong("--threshold is a share such as 20%, not '" + threshold + "'");
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
