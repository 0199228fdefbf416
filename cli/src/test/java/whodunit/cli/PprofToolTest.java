package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Profile;
import whodunit.profile.Tiers;
import whodunit.profile.export.Pprof;

/** Google's pprof reads what we write for it, and groups by transaction. It comes with Go; where Go is not installed, {@code whodunit setup} fetches it alone. */
class PprofToolTest {
    private static final Path FETCHED = Path.of("../build/tools/pprof").toAbsolutePath();

    @TempDir
    private Path directory;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        Tiers tiers = new Tiers();
        file = directory.resolve("profile.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            new Pprof().write(Profile.stitch(List.of(tiers.web, tiers.db)), out);
        }
    }

    private static List<String> program() {
        for (String path : System.getenv("PATH").split(":"))
            if (Files.isExecutable(Path.of(path, "go")))
                return List.of("go", "tool", "pprof");
        return List.of(FETCHED.toString());
    }

    private String pprof(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(program());
        command.addAll(List.of(arguments));
        command.add(file.toString());
        Process process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void totalsByTransactionAndStage() throws IOException {
        Map<String, Long> found = new TreeMap<>();
        Matcher m = Pattern.compile("(?m)^ +(\\d+) +(\\d+): [\\d ]*\\R +stage:\\[(.*)] txn:\\[(.*)]").matcher(pprof("-raw"));
        while (m.find()) {
            found.merge(m.group(4) + "," + m.group(3), Long.parseLong(m.group(1)), Long::sum);
            assertThat(Long.parseLong(m.group(2))).isEqualTo(Long.parseLong(m.group(1)) * 4_000_000);
        }
        assertThat(found).isEqualTo(Map.of("Best,web", 5L, "Home,web", 15L, "Best,db", 60L, "Home,db", 20L, "(background thread),db", 20L));
    }

    @Test
    void groupsByTransaction() throws IOException {
        String top = pprof("-top", "-cum", "-tagroot=txn", "-unit=ms");
        assertThat(top).containsPattern("260ms 54.17% +Best").containsPattern("140ms 29.17% +Home").containsPattern("240ms +50.00% .*filesort");
    }
}
