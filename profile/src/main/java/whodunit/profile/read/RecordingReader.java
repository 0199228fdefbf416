package whodunit.profile.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import whodunit.profile.Stage;

/**
 * Reads recordings into stages (docs/format.md). Files may come in any order, twice, or cut off; what cannot be read
 * is listed in {@link #unreadable()} or in its stage's problems, never dropped silently.
 */
public final class RecordingReader {
    /** By process and file number; of two copies the better one. */
    private final Map<String, StageFile> files = new LinkedHashMap<>();
    private final List<Stage> stages = new ArrayList<>();
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
            for (Path file : list(path)) {
                progress.accept(file);
                reader.add(StageFile.read(file));
            }
        reader.build();
        return reader;
    }

    private static List<Path> list(Path path) throws IOException {
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
        files.merge(s.getUid() + "/" + s.getFile(), file, (known, copy) -> known.problem != null && copy.problem == null ? copy : known);
    }

    private void build() {
        Map<Long, StageBuilder> builders = new LinkedHashMap<>();
        for (StageFile file : files.values()) {
            var head = file.records.stream().filter(r -> r.hasStage()).findFirst().orElseThrow().getStage();
            builders.computeIfAbsent(head.getUid(), uid -> new StageBuilder(head)).add(head, file);
        }
        files.clear();
        builders.values().forEach(b -> stages.add(b.build()));
    }

    /** The stages, samples joined with their labels. */
    public List<Stage> stages() {
        return List.copyOf(stages);
    }

    /** Files that told nothing, each with the reason. */
    public List<String> unreadable() {
        return List.copyOf(unreadable);
    }
}
