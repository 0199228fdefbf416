// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.run;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import whodunit.harness.Checkout;
import whodunit.harness.Deployment;
import whodunit.harness.ServerProcess;
import whodunit.springshop.load.Scale;

/** The three tiers, running. Closing it stops the servers in order and removes their files. */
public final class SpringShop implements AutoCloseable {
    /** From visitors to the database. */
    public static final List<String> TIERS = List.of("front", "catalogue", "mariadb");

    /**
     * What to start.
     *
     * @param jdk       that runs the two services
     * @param virtual   whether they serve each request on a virtual thread of its own
     * @param recording where all tiers record; null: nowhere
     * @param interval  between samples
     */
    public record Setup(Checkout checkout, String jdk, boolean virtual, Path recording, String interval) {
        private List<String> recorded(String tier) {
            return recording == null ? List.of() : checkout.record(recording, tier, "--interval", interval);
        }

        private List<String> service(String tier, String main, String... arguments) {
            Path target = checkout.home().resolve("benchmarks/spring-shop/target");
            List<String> command = new ArrayList<>(recorded(tier));
            command.addAll(List.of(jdk + "/bin/java", "-Xmx256m", "-Dspring.threads.virtual.enabled=" + virtual, "-cp",
                    target.resolve("classes") + ":" + target.resolve("lib") + "/*", "whodunit.springshop." + main));
            command.addAll(List.of(arguments));
            return command;
        }
    }

    private final Deployment deployment;
    /** The front end's. */
    private final String url;

    private SpringShop(Deployment deployment, String url) {
        this.deployment = deployment;
        this.url = url;
    }

    /** Returns when the front end answers. */
    public static SpringShop start(Setup setup, Scale scale) throws IOException, InterruptedException, SQLException {
        Deployment deployment = new Deployment(Files.createTempDirectory("whodunit-spring-shop"), false);
        try {
            ShopDatabase database = deployment.add(ShopDatabase.start(deployment.directory(), scale,
                    setup.recorded("mariadb")));
            String catalogue = service(setup, deployment, "catalogue", "catalogue.CatalogueService", database.url());
            return new SpringShop(deployment, service(setup, deployment, "front", "front.FrontEnd", catalogue));
        } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
            deployment.close();
            throw e;
        }
    }

    /** Starts one of the services, and returns its URL when its port is open: until then no request would count. */
    private static String service(Setup setup, Deployment deployment, String tier, String main, String behind)
            throws IOException, InterruptedException {
        Path run = deployment.directory();
        int port = ServerProcess.freePort();
        ServerProcess server = deployment.add(ServerProcess.start(tier,
                setup.service(tier, main, Integer.toString(port), behind), Map.of(), run, run.resolve(tier + ".log")));
        server.await(() -> {
            try (Socket s = new Socket("127.0.0.1", port)) {
                return s.isConnected();
            }
        }, 120);
        return "http://127.0.0.1:" + port;
    }

    public String url() {
        return url;
    }

    @Override
    public void close() {
        deployment.close();
    }
}
