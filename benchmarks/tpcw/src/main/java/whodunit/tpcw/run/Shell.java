package whodunit.tpcw.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Short commands and files. */
public final class Shell {
    private Shell() {}

    /** Runs a command to its end; its output is shown only if it fails. */
    public static void run(List<String> command, Path directory) throws IOException, InterruptedException {
        Process p = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
        String output = new String(p.getInputStream().readAllBytes());
        if (p.waitFor() != 0)
            throw new IOException(command.get(0) + " failed with status " + p.exitValue() + ":\n" + output);
    }

    /** A program's path; daemons may lie where a user's PATH does not reach. */
    static String find(String program) throws IOException {
        for (String directory : (System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin").split(":"))
            if (Files.isExecutable(Path.of(directory, program)))
                return directory + "/" + program;
        throw new IOException(program + " is not installed; run: whodunit setup");
    }

    /** Removes what an interrupted run would leave; by then its servers are stopping too, so it tries for a while. */
    static void deleteAtExit(Path tree) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            for (int attempt = 0; attempt < 100; attempt++)
                try {
                    delete(tree);
                    Thread.sleep(100);
                    if (!Files.exists(tree))
                        return;
                } catch (IOException e) {
                    // a server was still writing
                } catch (InterruptedException e) {
                    return;
                }
        }, "remove " + tree.getFileName()));
    }

    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree))
            return;
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path p : all.sorted(Comparator.reverseOrder()).toList())
                Files.deleteIfExists(p);
        }
    }
}
