// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import whodunit.cli.text.PrintableName;
import whodunit.profile.RecordedProcess;
import whodunit.profile.read.FileProblem;
import whodunit.profile.waits.WaitAnalysis;
import whodunit.profile.waits.WaitGraph;
import whodunit.profile.waits.WaitRecording;

/** The graphs of waits of what a command works on. */
final class WaitsInput {
    /** What a vertex is. */
    enum By {
        thread, transaction, tier;

        private WaitAnalysis.By analysis() {
            return WaitAnalysis.By.valueOf(name().toUpperCase(Locale.ROOT));
        }
    }

    private WaitsInput() {}

    /** @throws UserError if no waits were recorded, or so many are lost that nothing can be said */
    static WaitGraph graph(List<Path> paths, Collection<RecordedProcess> processes, By by, TimeOptions time) {
        try (WaitRecording recording = open(paths)) {
            if (recording.isEmpty())
                throw new UserError("no waits in " + RecordingInput.names(paths) + "; record with --waits on, as root");
            obstacle(recording).ifPresent(obstacle -> {
                throw new UserError(obstacle);
            });
            time.choose(recording, processes);
            Progress.OF_THIS_COMMAND.begins("following the waits");
            WaitGraph graph = WaitAnalysis.of(recording, processes, by.analysis());
            if (graph.intervals() == 0 && !time.isWhole())
                throw new UserError("no waits match the filters; leave out one of --since and --until");
            return graph;
        } catch (UserError e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new UserError(unreadable(e));
        }
    }

    /** All kinds of graphs; none if no waits were recorded, or, which is told, if nothing can be said of them. */
    static Map<String, WaitGraph> all(List<Path> paths, Collection<RecordedProcess> processes) {
        Map<String, WaitGraph> all = new LinkedHashMap<>();
        try (WaitRecording recording = open(paths)) {
            Optional<String> obstacle = obstacle(recording);
            obstacle.ifPresent(text -> System.err.println("whodunit: " + PrintableName.of(text)));
            if (!recording.isEmpty() && obstacle.isEmpty())
                for (By by : By.values()) {
                    Progress.OF_THIS_COMMAND.begins("following the waits by " + by);
                    all.put(by.name(), WaitAnalysis.of(recording, processes, by.analysis()));
                }
        } catch (IOException | RuntimeException e) {
            all.clear(); // the page takes all of them or none
            System.err.println("whodunit: " + PrintableName.of(unreadable(e)));
        }
        return all;
    }

    /** Tells what is missing in it. */
    private static WaitRecording open(List<Path> paths) throws IOException {
        WaitRecording recording = WaitRecording.open(paths);
        recording.problems().forEach(p -> System.err.println("whodunit: " + PrintableName.of(p)));
        return recording;
    }

    /** No damage of a file may cost more than what is in it. */
    private static String unreadable(Exception e) {
        return "cannot read the waits: " + (e instanceof IOException io ? FileProblem.of(io)
                : "a file of them is damaged (" + e + "); record again, or move the damaged .waits files away");
    }

    /** Why nothing can be told from the waits, if nothing can. */
    private static Optional<String> obstacle(WaitRecording recording) {
        Optional<List<Path>> two = recording.ofTwoClocks();
        if (two.isPresent())
            return Optional.of("the waits are of two machines, whose clocks differ (" + RecordingInput.names(two.get())
                    + "): waits are told of one at a time; give the recordings of one machine");
        if (recording.droppedPct() <= WaitAnalysis.MOST_DROPPED_PCT)
            return Optional.empty();
        return Optional.of(String.format(Locale.ROOT,
                "%.1f%% of the waits were dropped by the recorder (%d of %d), more than %.0f%%: what limits the "
                        + "throughput cannot be told from the rest; record under less load, or fewer processes",
                recording.droppedPct(), recording.dropped(), recording.dropped() + recording.intervals(),
                WaitAnalysis.MOST_DROPPED_PCT));
    }
}
