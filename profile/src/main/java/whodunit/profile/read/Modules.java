package whodunit.profile.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import whodunit.profile.NativeModule;

/** The native libraries of one recorded process; names functions that have no symbol "module+0xaddress" of their beginning. */
final class Modules {
    private static final Map<String, Optional<FunctionBounds>> FILES = new HashMap<>();

    private final TreeMap<Long, LibraryEvent> byBase = new TreeMap<>();

    void add(LibraryEvent library) {
        byBase.put(library.base, library);
    }

    /** The name, or null where nothing better than the module's name is known (the file is not here, or not the recorded one). */
    String functionAt(long pc, String module) {
        Map.Entry<Long, LibraryEvent> found = byBase.floorEntry(pc);
        if (found == null || pc >= found.getValue().top || !found.getValue().path.equals(module))
            return null;
        long function = bounds(module).map(b -> b.function(pc - found.getKey())).orElse(-1L);
        return function < 0 ? null : NativeModule.baseName(module) + "+0x" + Long.toHexString(function);
    }

    private static synchronized Optional<FunctionBounds> bounds(String file) {
        return FILES.computeIfAbsent(file, f -> {
            try {
                return Optional.of(FunctionBounds.of(Path.of(f)));
            } catch (IOException | RuntimeException e) {
                return Optional.empty();
            }
        });
    }
}
