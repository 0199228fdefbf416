// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.run;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import whodunit.harness.Checkout;
import whodunit.harness.Deployment;
import whodunit.harness.KafkaServer;
import whodunit.harness.ServerProcess;
import whodunit.springshop.load.Scale;

/** The tiers, running. Closing it stops the servers in order and removes their files. */
public final class SpringShop implements AutoCloseable {
    /** From visitors to the database. */
    public static final List<String> TIERS = List.of("front", "catalogue", "mariadb");
    private static final int START_SECONDS = 180;

    /**
     * What to start.
     *
     * @param jdk       that runs the services
     * @param virtual   whether they serve each request on a virtual thread of its own
     * @param recording where all tiers record; null: nowhere
     * @param interval  between samples
     * @param topic     whether sales go through a topic to a third service, billing, which has the database as well
     */
    public record Setup(Checkout checkout, String jdk, boolean virtual, Path recording, String interval,
            boolean topic) {
        private List<String> recorded(String tier) {
            return recording == null ? List.of() : checkout.record(recording, tier, "--interval", interval);
        }

        private List<String> service(String tier, String main, List<String> arguments) {
            Path target = checkout.home().resolve("benchmarks/spring-shop/target");
            List<String> command = new ArrayList<>(recorded(tier));
            command.addAll(List.of(jdk + "/bin/java", "-Xmx256m", "-Dspring.threads.virtual.enabled=" + virtual, "-cp",
                    target.resolve("classes") + ":" + target.resolve("lib") + "/*", "whodunit.springshop." + main));
            command.addAll(arguments);
            return command;
        }
    }

    private final Setup setup;
    private final Deployment deployment;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private long databasePid;
    private String billing;
    private String url;

    private SpringShop(Setup setup, Deployment deployment) {
        this.setup = setup;
        this.deployment = deployment;
    }

    /** Returns when the front end answers. */
    public static SpringShop start(Setup setup, Scale scale) throws IOException, InterruptedException, SQLException {
        Deployment deployment = new Deployment(Files.createTempDirectory("whodunit-spring-shop"), false);
        try {
            SpringShop shop = new SpringShop(setup, deployment);
            shop.start(scale);
            return shop;
        } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
            deployment.close();
            throw e;
        }
    }

    private void start(Scale scale) throws IOException, InterruptedException, SQLException {
        ShopDatabase database = deployment.add(ShopDatabase.start(deployment.directory(), scale,
                setup.recorded("mariadb")));
        databasePid = database.pid();
        List<String> behindCatalogue = new ArrayList<>(List.of(database.url()));
        if (setup.topic) {
            KafkaServer broker = deployment.add(KafkaServer.start(setup.checkout, setup.jdk + "/bin/java",
                    deployment.directory()));
            behindCatalogue.add(Integer.toString(broker.port()));
            billing = service("billing", "billing.BillingService", behindCatalogue);
        }
        String catalogue = service("catalogue", "catalogue.CatalogueService", behindCatalogue);
        url = service("front", "front.FrontEnd", List.of(catalogue));
    }

    /** Starts one of the services, and returns its URL when its port is open: until then no request would count. */
    private String service(String tier, String main, List<String> behind) throws IOException, InterruptedException {
        Path run = deployment.directory();
        int port = ServerProcess.freePort();
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(port)));
        arguments.addAll(behind);
        ServerProcess server = deployment.add(ServerProcess.start(tier, setup.service(tier, main, arguments), Map.of(),
                run, run.resolve(tier + ".log")));
        server.await(() -> {
            try (Socket s = new Socket("127.0.0.1", port)) {
                return s.isConnected();
            }
        }, START_SECONDS);
        return "http://127.0.0.1:" + port;
    }

    public String url() {
        return url;
    }

    /** Process id of the database's server. */
    public long databasePid() {
        return databasePid;
    }

    /** How many of the sales that went into the topic are done with. */
    public long salesHandled() throws IOException, InterruptedException {
        return Long.parseLong(client.send(HttpRequest.newBuilder(URI.create(billing + "/handled")).build(),
                HttpResponse.BodyHandlers.ofString()).body());
    }

    /** Waits until so many sales are done with. */
    public void awaitSales(long sales) throws IOException, InterruptedException {
        long end = System.nanoTime() + START_SECONDS * 1_000_000_000L;
        while (salesHandled() < sales) {
            if (System.nanoTime() > end)
                throw new IOException("billing has handled " + salesHandled() + " of " + sales + " sales");
            Thread.sleep(1);
        }
    }

    @Override
    public void close() {
        deployment.close();
    }
}
