// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import whodunit.profile.Context;
import whodunit.profile.Frame;
import whodunit.profile.NativeModule;
import whodunit.profile.RecordedProcess;

/**
 * Names the functions of stripped files, which recordings have as "module+0xaddress", from files of the recorded build:
 * those that the user brings along, the recorded file itself with its debug file, and those of debuginfod's servers. A
 * file of another build is refused. What is not found keeps its offset.
 */
public final class NativeNames {
    /** A handler whose function has no symbol: "module+0xaddress"; with one it is "symbol (module+0xaddress)". */
    private static final Pattern HANDLER = Pattern.compile("[^ ()]+\\+0x[0-9a-f]+");

    private final DebugFiles files;
    private final Debuginfod servers;
    private final Consumer<String> progress;
    private final Consumer<String> notes;
    private final Set<String> told = new HashSet<>();
    private final Map<NativeModule, Map<Long, FunctionNames.Function>> functions = new HashMap<>();
    private final Map<NativeModule, String> refused = new HashMap<>();
    private boolean canAsk = true;

    /**
     * Prepares to look in these places.
     *
     * @param directories the user's
     * @param environment which may name debuginfod's servers
     * @param progress    is told what takes long before it is begun
     * @param notes       is told what the user should know, each thing once
     */
    public NativeNames(List<Path> directories, Map<String, String> environment, Consumer<String> progress,
            Consumer<String> notes) {
        this.progress = progress;
        this.notes = notes;
        files = new DebugFiles(directories);
        servers = new Debuginfod(environment, progress, this::tell);
    }

    /** Names what has no name in these processes; a file that was refused is told in its process's problems, too. */
    public void giveTo(List<RecordedProcess> processes) {
        Map<NativeModule, Set<Long>> wanted = new HashMap<>();
        for (RecordedProcess process : processes)
            collect(process, (module, address) -> wanted.computeIfAbsent(module, m -> new TreeSet<>()).add(address));
        wanted.entrySet().stream().sorted(Comparator
                .comparingInt((Map.Entry<NativeModule, Set<Long>> e) -> -e.getValue().size())
                .thenComparing(e -> e.getKey().path())).forEach(e -> find(e.getKey(), e.getValue()));
        processes.forEach(this::name);
    }

    private interface Wanted {
        void add(NativeModule module, long address);
    }

    private void collect(RecordedProcess process, Wanted wanted) {
        Set<String> names = new HashSet<>();
        for (List<Frame> stack : process.samples.stacks())
            for (Frame f : stack)
                if (f.kind() == Frame.Kind.NATIVE)
                    names.add(f.name());
        for (Context c : process.contexts.values()) {
            names.addAll(c.frames());
            names.add(c.name());
        }
        for (String name : names) {
            OffsetName offset = OffsetName.parse(name);
            NativeModule module = offset == null ? null : module(process, offset.module());
            if (module != null)
                wanted.add(module, offset.address());
        }
    }

    /** By its file and build, wherever it was mapped; null if its build was not recorded. */
    private static NativeModule module(RecordedProcess process, String baseName) {
        NativeModule m = process.modules.get(baseName);
        return m == null || m.buildId().length() < 4 ? null : new NativeModule(m.path(), 0, 0, 0, m.buildId());
    }

    private void find(NativeModule module, Set<Long> addresses) {
        if (!canAsk)
            return;
        progress.accept("naming functions of " + module.baseName());
        try {
            functions.put(module, search(module, addresses));
        } catch (Tool.MissingException e) {
            canAsk = false;
            tell(e.getMessage() + " is not installed, so functions of stripped files are shown by their offsets; "
                    + "install elfutils (Debian: apt-get install elfutils)");
        } catch (IOException e) {
            tell(module.baseName() + ": its symbols cannot be read (" + e.getMessage() + "): offsets are shown");
        }
    }

    private Map<Long, FunctionNames.Function> search(NativeModule module, Set<Long> addresses) throws IOException {
        Map<Long, FunctionNames.Function> symbolsOnly = Map.of();
        for (Path brought : files.brought(module.buildId())) {
            Map<Long, FunctionNames.Function> found = FunctionNames.of(brought, addresses);
            if (DebugFiles.describe(brought).hasDebugInfo())
                return found;
            if (found.size() > symbolsOnly.size())
                symbolsOnly = found;
        }
        Path recorded = recordedFile(module), debug = onThisMachine(module, recorded);
        if (debug == null && symbolsOnly.isEmpty())
            debug = servers.debugFile(module.baseName(), module.buildId()).orElse(null);
        if (debug != null)
            return FunctionNames.of(debug, addresses);
        if (!symbolsOnly.isEmpty())
            return symbolsOnly;
        if (refused.containsKey(module))
            tell(refused.get(module));
        // distributions leave symbols in stripped files, compressed: .gnu_debugdata
        return recorded == null ? Map.of() : FunctionNames.of(recorded, addresses);
    }

    /** Null if there is none, or one of another build. */
    private Path recordedFile(NativeModule module) throws IOException {
        Path file = path(module.path());
        if (file == null || !Files.isRegularFile(file))
            return null;
        String its = DebugFiles.describe(file).buildId();
        if (its.equals(module.buildId()))
            return file;
        refused.put(module, refusal(module, its));
        return null;
    }

    /** A file from which elfutils gets at the debug information of the recorded build, or null. */
    private static Path onThisMachine(NativeModule module, Path recorded) throws IOException {
        if (recorded != null && DebugFiles.describe(recorded).hasDebugInfo())
            return recorded;
        Path installed = DebugFiles.installed(module.buildId());
        return DebugFiles.describe(installed).equals(new DebugFiles.Description(module.buildId(), true))
                ? installed : null;
    }

    /** Null if no file of this machine can be called so, in its encoding. */
    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static String refusal(NativeModule module, String found) {
        return module.baseName() + ": the file at " + module.path() + " is another build (build-id "
                + (found.isEmpty() ? "none" : found) + ") than was recorded (" + module.buildId()
                + "): offsets are shown; bring the right file with --symbols DIR";
    }

    private void tell(String note) {
        if (told.add(note))
            notes.accept(note);
    }

    private void name(RecordedProcess process) {
        process.samples.replaceFrames(f -> f.kind() == Frame.Kind.NATIVE ? named(process, f) : f);
        process.contexts.replaceAll((id, c) -> new Context(c.id(), c.parent(), c.kind(), handler(process, c.name()),
                c.frames().stream().map(f -> plain(process, f)).toList(), c.uid(), c.synopsis()));
        List<String> problems = new ArrayList<>();
        process.modules.keySet().forEach(name -> {
            String note = refused.get(module(process, name));
            if (note != null && told.contains(note))
                problems.add(note);
        });
        problems.stream().sorted().forEach(process.problems::add);
    }

    private FunctionNames.Function function(RecordedProcess process, String name) {
        OffsetName offset = OffsetName.parse(name);
        NativeModule module = offset == null ? null : module(process, offset.module());
        return module == null ? null : functions.getOrDefault(module, Map.of()).get(offset.address());
    }

    private Frame named(RecordedProcess process, Frame frame) {
        FunctionNames.Function f = function(process, frame.name());
        return f == null ? frame : new Frame(f.name(), Frame.Kind.NATIVE, frame.module(), f.source());
    }

    private String plain(RecordedProcess process, String name) {
        FunctionNames.Function f = function(process, name);
        return f == null ? name : f.name();
    }

    /** Its address stays, since it tells handlers of one name apart. */
    private String handler(RecordedProcess process, String name) {
        Matcher m = HANDLER.matcher(name);
        FunctionNames.Function f = m.matches() ? function(process, name) : null;
        return f == null ? name : f.name() + " (" + name + ")";
    }
}
