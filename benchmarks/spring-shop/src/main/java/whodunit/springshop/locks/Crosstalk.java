// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.locks;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.Deployment;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.ServerProcess;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.oracle.Report;

@Command(name = "crosstalk", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Loads a Spring Boot service on virtual threads: four routes that wait for what is their own "
                + "only, and two that share a lock and know how long they wait for it. Ends with status 1 if any of "
                + "the four is said to wait for another route, or another one for it, but for locks that Tomcat has "
                + "for all requests, or if the two are not said to wait for each other, each as long as it "
                + "knows, within 10%%.")
public final class Crosstalk implements Callable<Integer> {
    private static final String TIER = "service", FRIEND = "GET /friends/";
    private static final List<String> PATHS = List.of("/strangers/a", "/strangers/b", "/strangers/c", "/strangers/d",
            "/friends/left", "/friends/right");
    private static final double TOLERANCE = 0.10;
    /** Taken by the container's code, of which each request has the same. */
    private static final String OF_THE_CONTAINER = " in org.apache.";
    private static final int START_SECONDS = 180;

    @Option(names = "--seconds", converter = Count.class, defaultValue = "600",
            description = "Of the load (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--clients", converter = Count.class, defaultValue = "12",
            description = "Requests at a time (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--platform-threads", description = "Serve each request on a thread of a pool instead.")
    private boolean platform;

    @Option(names = "--jdk", paramLabel = "PATH",
            description = "JDK that runs the service: 21 or later for virtual threads (${DEFAULT-VALUE}).")
    private String jdk = "/usr/lib/jvm/temurin-25-jdk-amd64";

    @Option(names = "--out", defaultValue = "whodunit-spring-crosstalk", paramLabel = "DIR",
            description = "Directory for the recording and report.json (${DEFAULT-VALUE}).")
    private Path out;

    private final Checkout checkout = Checkout.here();
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String url;

    public static void main(String[] args) {
        System.exit(Commands.execute(new Crosstalk(), args));
    }

    /** Milliseconds that the two have waited by their own clock. */
    private record Waited(double left, double right) {}

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        RecordingDirectory.prepare(recording);
        Waited known = run(recording);
        JsonObject told = Report.of(checkout, recording, out).json();
        boolean right = areStrangers(told) & agrees(told, "left", known.left) & agrees(told, "right", known.right);
        System.out.println(right ? "agrees" : "does not agree");
        return right ? 0 : 1;
    }

    private Waited run(Path recording) throws Exception {
        try (Answerer answerer = new Answerer();
                Deployment deployment = new Deployment(Files.createTempDirectory("whodunit-locks"), false)) {
            start(deployment, recording, answerer.port());
            String kind = get("/friends/left");
            if (kind.equals("virtual") == platform)
                throw new IOException("requests are served on " + kind + " threads: see --jdk, --platform-threads");
            for (String path : PATHS)
                get(path); // routes that come first wait for each other, since each needs classes
            load();
            return new Waited(Double.parseDouble(get("/waited/left")), Double.parseDouble(get("/waited/right")));
        }
    }

    private void start(Deployment deployment, Path recording, int answerer) throws IOException, InterruptedException {
        Path target = checkout.home().resolve("benchmarks/spring-shop/target");
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(checkout.record(recording, TIER));
        command.addAll(List.of(jdk + "/bin/java", "-Xmx256m", "-Dspring.threads.virtual.enabled=" + !platform, "-cp",
                target.resolve("classes") + ":" + target.resolve("lib") + "/*", LockService.class.getName(),
                Integer.toString(port), Integer.toString(answerer)));
        ServerProcess service = deployment.add(ServerProcess.start(TIER, command, Map.of(), deployment.directory(),
                deployment.directory().resolve("log")));
        service.await(() -> {
            try (Socket s = new Socket("127.0.0.1", port)) {
                return s.isConnected();
            }
        }, START_SECONDS);
        url = "http://127.0.0.1:" + port;
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(url + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200)
            throw new IOException(path + " was answered by " + answer.statusCode() + ": " + answer.body());
        return answer.body();
    }

    private void load() throws Exception {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<Void>> loops = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                Random random = new Random(i);
                loops.add(threads.submit(() -> {
                    while (System.nanoTime() < end)
                        get(PATHS.get(random.nextInt(PATHS.size())));
                    return null;
                }));
            }
            for (Future<Void> loop : loops)
                loop.get();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Whether no route is said to wait for one that it shares nothing with. */
    private static boolean areStrangers(JsonObject report) {
        boolean strangers = true;
        for (JsonElement e : report.getAsJsonArray("crosstalk")) {
            JsonObject row = e.getAsJsonObject();
            String waiter = row.get("waiter").getAsString(), holder = row.get("holder").getAsString();
            String site = row.get("site").getAsString();
            boolean shares = waiter.equals(holder) || waiter.startsWith(FRIEND) && holder.startsWith(FRIEND)
                    || site.contains(OF_THE_CONTAINER);
            System.out.printf("%-24s waited for %-24s %8d times, %10.1f ms: %s%s%n", waiter, holder,
                    row.get("count").getAsLong(), row.get("total_ms").getAsDouble(), site,
                    shares ? "" : " WRONG");
            strangers &= shares;
        }
        return strangers;
    }

    /** Whether a route is said to have waited as long as it knows, and for both of the two. */
    private static boolean agrees(JsonObject report, String route, double knownMillis) {
        double told = 0;
        boolean forTheOther = false;
        for (JsonElement e : report.getAsJsonArray("crosstalk")) {
            JsonObject row = e.getAsJsonObject();
            if (row.get("waiter").getAsString().equals(FRIEND + route)) {
                told += row.get("total_ms").getAsDouble();
                forTheOther |= row.get("relation").getAsString().equals("other_type");
            }
        }
        double off = told / knownMillis - 1;
        boolean right = forTheOther && Math.abs(off) <= TOLERANCE;
        System.out.printf("%s%s waited %.1f ms, told are %.1f: %.1f%%%s%n", FRIEND, route, knownMillis, told, 100 * off,
                right ? "" : " WRONG");
        return right;
    }
}
