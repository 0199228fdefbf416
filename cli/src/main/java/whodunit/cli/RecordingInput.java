// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;
import whodunit.profile.read.FileProblem;
import whodunit.profile.read.RecordingReader;

/** The recordings that a command works on. */
final class RecordingInput {
    /** What stands for bytes of an argument that are no UTF-8. */
    private static final char NO_UTF_8 = '\uFFFD';

    @Parameters(arity = "1..*", paramLabel = "DIR",
            description = "Recording directories (or single .jfr files); tiers may be in different ones.")
    private List<Path> paths;

    @Mixin
    private ApplicationOptions application;

    Profile profile(SymbolOptions symbols) {
        return profile(symbols, SampledTime.CPU);
    }

    Profile profile(SymbolOptions symbols, SampledTime time) {
        return stitched(processes(time), symbols);
    }

    static Profile profile(List<Path> paths, ApplicationOptions application, SymbolOptions symbols) {
        return profile(paths, application, symbols, SampledTime.CPU);
    }

    static Profile profile(List<Path> paths, ApplicationOptions application, SymbolOptions symbols, SampledTime time) {
        return stitched(application.given(processes(paths, time)), symbols);
    }

    private static Profile stitched(List<RecordedProcess> processes, SymbolOptions symbols) {
        symbols.giveNames(processes);
        Progress.OF_THIS_COMMAND.begins("putting the tiers together");
        return Profile.stitch(processes);
    }

    List<RecordedProcess> processes() {
        return processes(SampledTime.CPU);
    }

    private List<RecordedProcess> processes(SampledTime time) {
        return application.given(processes(paths, time));
    }

    /** What was named on the command line. */
    List<Path> paths() {
        return paths;
    }

    /** The processes, for commands that need nothing but what stands beside their files. */
    List<RecordedProcess> processesIfAny() {
        try {
            return RecordingReader.read(paths, file -> Progress.OF_THIS_COMMAND.step("reading " + file)).processes();
        } catch (IOException e) {
            throw new UserError("cannot list the recording: " + FileProblem.of(e));
        }
    }

    /** As they are told. */
    static String names(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /** @throws UserError if one does not exist */
    static void requireAll(List<Path> paths) {
        for (Path p : paths)
            if (!Files.exists(p))
                throw new UserError(p + (p.toString().indexOf(NO_UTF_8) < 0
                        ? " does not exist; give the directory that `whodunit record -o` wrote"
                        : " does not exist, or its name is not UTF-8, which Java cannot open; give a link to it "
                                + "(ln -s)"));
    }

    private static List<RecordedProcess> processes(List<Path> paths, SampledTime time) {
        requireAll(paths);
        RecordingReader reader;
        try {
            reader = RecordingReader.read(paths, file -> Progress.OF_THIS_COMMAND.step("reading " + file), time);
        } catch (IOException e) {
            throw new UserError("cannot list the recording: " + FileProblem.of(e));
        }
        reader.unreadable().forEach(u -> System.err.println("whodunit: not read: " + PrintableName.of(u)));
        if (reader.processes().isEmpty() && !reader.unreadable().isEmpty())
            throw new UserError(
                    "nothing in " + names(paths) + " can be read, as said above; docs/troubleshooting.md has "
                            + "what helps");
        if (reader.processes().isEmpty())
            throw new UserError("no recording in " + names(paths)
                    + "; a process writes its first file after a second, or when it ends if it used more than 50 ms of "
                    + "CPU; not recorded are shells, programs that are statically linked, setuid, of 32 bits or of "
                    + "another libc than glibc, and what is started with an environment without LD_PRELOAD");
        return reader.processes();
    }
}
