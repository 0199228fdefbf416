// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import whodunit.harness.Checkout;
import whodunit.harness.Deployment;
import whodunit.harness.ServerProcess;

/** WordPress on its three tiers, running. Closing it stops the servers in order and removes their files. */
public final class Site implements AutoCloseable {
    /** The tiers' names in reports, in the order in which a request passes them. */
    public static final List<String> TIERS = List.of(Nginx.TIER, Php.TIER, Database.TIER);
    private static final int NGINX_WORKERS = 2;

    /**
     * What to start.
     *
     * @param posts     in the database
     * @param workers   of php-fpm
     * @param recording where the tiers are recorded; null: they are not
     * @param clock     where php's workers write what they have used, and the database's; null: nowhere
     */
    public record Setup(Checkout checkout, int posts, int workers, Path recording, String engine, String interval,
            Path clock) {}

    private final Database database;
    private final Php php;
    private final Nginx nginx;
    private final String url;
    private final Deployment deployment;

    private Site(Database database, Php php, Nginx nginx, String url, Deployment deployment) {
        this.database = database;
        this.php = php;
        this.nginx = nginx;
        this.url = url;
        this.deployment = deployment;
    }

    public static Site start(Setup setup, boolean keep) throws IOException, InterruptedException, SQLException {
        Path run = Files.createTempDirectory("whodunit-lamp"); // an address of a Unix socket holds 107 bytes
        Deployment deployment = new Deployment(run, keep);
        try {
            Recording recording = setup.recording == null ? Recording.NONE : new Recording(setup.checkout,
                    setup.recording, setup.engine, setup.interval, WordPress.resource("routes.txt", run));
            Database database = deployment.add(Database.start(setup.checkout.home().resolve("build/cache"), run,
                    setup.posts, recording));
            int port = ServerProcess.freePort();
            String url = "http://127.0.0.1:" + port;
            Path files = run.resolve("wordpress");
            WordPress.unpack(files, url, database);
            Php php = deployment.add(Php.start(run, setup.workers, recording, setup.clock));
            Nginx nginx = deployment.add(Nginx.start(run, files, port, php.socket(), NGINX_WORKERS, recording));
            return new Site(database, php, nginx, url, deployment);
        } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
            deployment.close();
            throw e;
        }
    }

    /** What visitors ask. */
    public String url() {
        return url;
    }

    /** The process of a tier's server; workers are its children. */
    public long server(String tier) {
        return switch (tier) {
            case Nginx.TIER -> nginx.server().pid();
            case Php.TIER -> php.server().pid();
            case Database.TIER -> database.server().pid();
            default -> throw new IllegalArgumentException(tier);
        };
    }

    @Override
    public void close() {
        deployment.close();
    }
}
