// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import whodunit.profile.Metric;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;
import whodunit.profile.format.Record;

/**
 * Reads recordings into processes (docs/format.md). Files may come in any order, twice, or cut off; what cannot be read
 * is listed in {@link #unreadable()} or in its process's problems, never dropped silently.
 */
public final class RecordingReader {
    /** Its name tells the process that a file is of, if nothing in it does, and which of its files. */
    private static final Pattern NAME = Pattern.compile(".*-([0-9a-f]{16})-(\\d+)\\.jfr(\\.part)?");

    private final SampledTime time;
    private final FileBuffer buffer = new FileBuffer();
    private final FrameTable frames = new FrameTable();
    private final Map<Long, RecordedProcessBuilder> builders = new LinkedHashMap<>();
    /** Process and file number of what has been read whole. */
    private final Set<String> whole = new HashSet<>();
    /** The same, of what is damaged: taken at the end, unless a better copy has turned up. */
    private final Map<String, RecordingFile> damaged = new LinkedHashMap<>();
    private final List<RecordedProcess> processes = new ArrayList<>();
    /** What tells nothing of the process that it is of. */
    private final List<RecordingFile> headless = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();

    private RecordingReader(SampledTime time) {
        this.time = time;
    }

    /**
     * Reads all files of all directories (a file may be given as well).
     *
     * @param progress is told each file before it is read
     * @throws IOException if a link leads nowhere; what cannot be listed or is damaged does not throw
     */
    public static RecordingReader read(Collection<Path> paths, Consumer<Path> progress) throws IOException {
        return read(paths, progress, SampledTime.CPU);
    }

    /**
     * Likewise.
     *
     * @param time which samples are taken of a process that has those of waits, too
     */
    public static RecordingReader read(Collection<Path> paths, Consumer<Path> progress, SampledTime time)
            throws IOException {
        RecordingReader reader = new RecordingReader(time);
        for (Path file : reader.files(paths)) {
            progress.accept(file);
            reader.add(reader.read(file));
        }
        reader.build();
        return reader;
    }

    /** All files, those of each process in the order of their time, which is not that of text: 9, 10. */
    private List<Path> files(Collection<Path> paths) throws IOException {
        Map<String, List<Path>> byProcess = new LinkedHashMap<>();
        for (Path path : paths)
            for (Path file : list(path)) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                byProcess.computeIfAbsent(name.matches() ? name.group(1) : "", k -> new ArrayList<>()).add(file);
            }
        byProcess.values().forEach(files -> files.sort(Comparator.comparing(RecordingReader::number)));
        return byProcess.values().stream().flatMap(List::stream).toList();
    }

    private static BigInteger number(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        return name.matches() ? new BigInteger(name.group(2)) : BigInteger.ZERO;
    }

    /** A file that its process has finished since it was listed has lost its ".part". */
    private RecordingFile read(Path file) {
        RecordingFile read = RecordingFile.read(file, buffer, frames);
        if (read.problem == null || !RecordingFile.isUnfinished(file) || Files.exists(file))
            return read;
        String name = file.getFileName().toString();
        return RecordingFile.read(
                file.resolveSibling(name.substring(0, name.length() - RecordingFile.UNFINISHED.length())),
                buffer, frames);
    }

    private List<Path> list(Path path) throws IOException {
        return FilesBelow.ofGiven(path, RecordingReader::isRecording,
                (file, e) -> unreadable.add(file + ": " + FileProblem.why(e)));
    }

    private static boolean isRecording(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".jfr") || name.endsWith(".jfr" + RecordingFile.UNFINISHED);
    }

    private void add(RecordingFile file) {
        Optional<Record> head = file.records.stream().filter(Record::hasStage).findFirst();
        if (head.isEmpty()) {
            headless.add(file);
            return;
        }
        String id = head.get().getStage().getUid() + "/" + head.get().getStage().getFile();
        if (file.problem != null)
            damaged.putIfAbsent(id, file);
        else if (whole.add(id))
            build(file);
    }

    private void build(RecordingFile file) {
        var head = file.records.stream().filter(Record::hasStage).findFirst().orElseThrow().getStage();
        builders.computeIfAbsent(head.getUid(), uid -> new RecordedProcessBuilder(head, frames, time)).add(head, file);
    }

    private void build() {
        damaged.keySet().removeAll(whole);
        damaged.values().forEach(this::build);
        damaged.clear();
        builders.values().forEach(b -> processes.add(b.build()));
        builders.clear();
        headless.forEach(this::tellOf);
        headless.clear();
        tellMetricsApart();
    }

    private void tellOf(RecordingFile file) {
        String why = file.problem != null ? file.problem : "no Whodunit recording";
        Matcher name = NAME.matcher(file.path.getFileName().toString());
        long uid = name.matches() ? Long.parseUnsignedLong(name.group(1), 16) : 0;
        processes.stream().filter(s -> name.matches() && s.uid == uid).findFirst().ifPresentOrElse(
                s -> s.problems.add(file.path.getFileName() + ": " + why),
                () -> unreadable.add(file.path + ": " + why));
    }

    /**
     * Processes of one tier that were measured differently are several tiers: their figures cannot be added up. The
     * first metric has the tier's name.
     */
    private void tellMetricsApart() {
        Map<String, Metric> first = new HashMap<>();
        processes.forEach(s -> first.merge(s.tier, s.metric(), (a, b) -> a.compareTo(b) <= 0 ? a : b));
        for (RecordedProcess s : processes)
            if (s.metric() != first.get(s.tier))
                s.tier += " (" + s.metric().key() + ")";
    }

    /** The processes, samples joined with their labels. */
    public List<RecordedProcess> processes() {
        return List.copyOf(processes);
    }

    /** Files that told nothing, each with the reason. */
    public List<String> unreadable() {
        return List.copyOf(unreadable);
    }
}
