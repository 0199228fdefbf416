package whodunit.profile.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import whodunit.profile.Stage;

/**
 * Reads recordings into stages (docs/format.md). Files may come in any order, twice, or cut off; what cannot be read
 * is listed in {@link #unreadable()} or in its stage's problems, never dropped silently.
 */
public final class RecordingReader {
    private final Map<Long, StageBuilder> stages = new LinkedHashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final List<String> unreadable = new ArrayList<>();

    /**
     * Reads all files of all directories (a file may be given as well).
     *
     * @param progress is told each file before it is read
     * @throws IOException if a directory cannot be listed; damaged files don't throw
     */
    public static RecordingReader read(Collection<Path> paths, Consumer<Path> progress) throws IOException {
        RecordingReader reader = new RecordingReader();
        for (Path path : paths)
            for (Path file : files(path)) {
                progress.accept(file);
                reader.add(StageFile.read(file));
            }
        return reader;
    }

    private static List<Path> files(Path path) throws IOException {
        if (!Files.isDirectory(path))
            return List.of(path);
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(RecordingReader::isRecording).sorted().toList();
        }
    }

    private static boolean isRecording(Path file) {
        String name = file.getFileName().toString();
        return (name.endsWith(".jfr") || name.endsWith(".jfr.part")) && Files.isRegularFile(file);
    }

    private void add(StageFile file) {
        var head = file.records.stream().filter(r -> r.hasStage()).findFirst();
        if (head.isEmpty()) {
            unreadable.add(file.path + ": " + (file.problem != null ? file.problem : "no Whodunit recording"));
            return;
        }
        var s = head.get().getStage();
        if (!seen.add(s.getUid() + "/" + s.getFile()))
            return;
        stages.computeIfAbsent(s.getUid(), uid -> new StageBuilder(s)).add(s, file);
    }

    /** The stages, samples joined with their labels. */
    public List<Stage> stages() {
        return stages.values().stream().map(StageBuilder::build).toList();
    }

    /** Files that told nothing, each with the reason. */
    public List<String> unreadable() {
        return List.copyOf(unreadable);
    }
}
