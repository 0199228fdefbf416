// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A headless Chromium of its own, driven through its DevTools protocol. */
public final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private static final int ATTEMPTS = 200;
    private static final long PAUSE = 50; // milliseconds

    private final Path profile;
    private final Process process;
    private final Connection connection;

    public Browser() throws IOException {
        profile = Files.createTempDirectory("whodunit-browser");
        Runtime.getRuntime().addShutdownHook(new Thread(this::remove, "remove browser"));
        process = new ProcessBuilder(program(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--force-color-profile=srgb",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0", "about:blank").redirectErrorStream(true).start();
        connection = new Connection(HttpClient.newHttpClient(), URI.create(address(process.inputReader())));
    }

    private static String program() throws IOException {
        for (String directory : System.getenv("PATH").split(":"))
            for (String name : NAMES)
                if (Files.isExecutable(Path.of(directory, name)))
                    return name;
        throw new IOException("no Chromium on the path; run: whodunit setup");
    }

    private static String address(BufferedReader lines) throws IOException {
        StringBuilder said = new StringBuilder();
        for (String line; (line = lines.readLine()) != null; said.append(line).append('\n'))
            if (line.startsWith("DevTools listening on "))
                return line.substring("DevTools listening on ".length()).strip();
        throw new IOException("Chromium ended: " + said);
    }

    /** A new, empty page. */
    public Tab open(int width, int height) {
        JsonObject p = new JsonObject();
        p.addProperty("url", "about:blank");
        String target = connection.call(null, "Target.createTarget", p).get("targetId").getAsString();
        JsonObject attach = JsonParser.parseString("{\"flatten\": true}").getAsJsonObject();
        attach.addProperty("targetId", target);
        String session = connection.call(null, "Target.attachToTarget", attach).get("sessionId").getAsString();
        return new Tab(connection, session, width, height);
    }

    /**
     * Ends Chromium with all its processes and deletes its profile. Its processes are noted while it still runs: once
     * their parent is gone nothing tells whose they were. A file that cannot be deleted is told, and fails no test.
     */
    @Override
    public void close() throws InterruptedException {
        Set<ProcessHandle> family = new LinkedHashSet<>(List.of(process.toHandle()));
        process.descendants().forEach(family::add);
        try {
            connection.call(null, "Browser.close", new JsonObject());
        } catch (RuntimeException e) {
            process.destroy(); // it does not answer, or is gone already
        }
        connection.close();
        if (!ended(family)) {
            family.forEach(ProcessHandle::destroyForcibly);
            ended(family);
        }
        delete();
    }

    private boolean ended(Set<ProcessHandle> family) throws InterruptedException {
        for (int i = 0; i < ATTEMPTS; i++) {
            process.descendants().forEach(family::add);
            if (family.stream().noneMatch(Browser::runs))
                return true;
            Thread.sleep(PAUSE);
        }
        return false;
    }

    /** An orphan that nobody has reaped yet is alive to Java, but runs no program any more. */
    private static boolean runs(ProcessHandle p) {
        return p.isAlive() && p.info().command().isPresent();
    }

    /** What a run that is stopped would leave; nothing if it was closed. */
    private void remove() {
        if (process != null)
            process.destroyForcibly();
        try {
            delete();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void delete() throws InterruptedException {
        if (!Files.exists(profile))
            return;
        IOException left = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            try (Stream<Path> files = Files.walk(profile)) {
                for (Path f : files.sorted(Comparator.reverseOrder()).toList())
                    Files.deleteIfExists(f);
                return;
            } catch (UncheckedIOException e) {
                left = e.getCause();
            } catch (IOException e) {
                left = e;
            }
            Thread.sleep(PAUSE);
        }
        System.err.println("left behind: " + left);
    }
}
